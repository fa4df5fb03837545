/** The nudge that makes a job of an intent, and stays with it until it has ended. */
import { removeStorage, type AreaName } from '../browser/storage.ts';
import type { Command } from '../outbox/commands.ts';
import { sendRequest, MessageError, withRetry } from './client.ts';
import { intentKey } from '../storage/keys.ts';
import { delay } from './delay.ts';
import type { ReplyOf } from './protocol.ts';

/** States in which the background, or the person's answer, still has to come to an end. */
const goesOn: readonly ReplyOf<'take-up'>['state'][] = ['queued', 'sent', 'unknown'];

/**
 * Nudges the background to an intent that is being written.
 *
 * @throws when it could be stored neither as an intent nor as a job; then nothing of it is left
 */
export async function submitCommand(
  asked: Command,
  area: AreaName,
  written: Promise<void>,
): Promise<ReplyOf<'take-up'>> {
  // The message carries the whole command, so a failed write alone loses nothing.
  written.catch(() => undefined);
  try {
    for (;;) {
      const outcome = await withRetry(() => sendRequest('take-up', asked));
      if (!goesOn.includes(outcome.state)) return outcome;
      // The answer comes after 20 s at the latest; asking again keeps the worker at it while somebody looks on.
      await delay(1_000);
    }
  } catch (error) {
    // Only where the background itself said so: whatever else goes wrong here, it may have taken the job on.
    if (error instanceof MessageError && error.problem !== 'no-answer') {
      // Else a second press would be a second link, once the first intent is taken up after all.
      await written.catch(() => undefined);
      await removeStorage(area, intentKey(asked.id));
    }
    throw error;
  }
}
