/** Submits a command: stores its intent, nudges the background to make a job of it, and follows the job to its end. */
import { removeStorage } from '../browser/storage.ts';
import type { Command } from '../outbox/commands.ts';
import { isFinishedState } from '../outbox/job-state.ts';
import { intentKey } from '../storage/storage-keys.ts';
import { MessageError, sendWithRetry } from './client.ts';
import { delay } from '../time/delay.ts';
import type { ReplyOf } from './protocol.ts';
import { intentArea, writeIntent } from './write-intent.ts';

/**
 * @param written the intent's write, where it was begun before this code was loaded
 * @throws MessageError when the background has made no job of it; then its intent is removed as well
 */
export async function submitCommand(
  command: Command,
  written: Promise<void> = writeIntent(command),
): Promise<ReplyOf<'submit'>> {
  // The message carries the whole command, so a failed write alone loses nothing.
  written.catch(() => undefined);
  try {
    for (;;) {
      const outcome = await sendWithRetry('submit', command);
      if (isFinishedState(outcome.state)) return outcome;
      // The reply comes after 20 s at the latest, but immediately if only the user's decision continues the job. Asking
      // again keeps the worker alive while the page is open.
      await delay(outcome.stalled === 'needs-decision' ? 5_000 : 1_000);
    }
  } catch (error) {
    // Only where the background itself reported the failure: after any other it may have accepted the job.
    if (error instanceof MessageError && error.problem !== 'no-reply') {
      // Else a second press would make a second link, once the first intent is recovered.
      await written.catch(() => undefined);
      // The page shows the background's reason, also where the storage fails here as well.
      await removeStorage(intentArea(command), intentKey(command.id)).catch(() => undefined);
    }
    throw error;
  }
}
