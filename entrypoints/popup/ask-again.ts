/** Asks the background, and asks again when the worker died under the question. */
import { removeStored, type AreaName } from '../../lib/browser/stored.ts';
import { ask, AskError } from '../../lib/messages/ask.ts';
import { intentPrefix, type MessageKind, type ReplyOf, type RequestOf } from '../../lib/messages/protocol.ts';
import type { Ask } from '../../lib/outbox/job.ts';

/** How often a message is repeated when the worker died under it; the intent is on disk in any case. */
const tries = 3;

/** @throws AskError when the background answered that it could not do it; `null` when it never answered */
async function insist<K extends MessageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K> | null> {
  for (let left = tries; left > 0; left--) {
    try {
      return await ask(kind, request);
    } catch (error) {
      if (!(error instanceof AskError) || error.problem !== 'no-answer') throw error;
    }
  }
  return null;
}

/** For what the page can do nothing about when it fails. */
export async function askAgain<K extends MessageKind>(
  kind: K,
  request: RequestOf<K>,
): Promise<ReplyOf<K> | null> {
  return insist(kind, request).catch(() => null);
}

/**
 * Nudges the background to an intent that is being written.
 *
 * @throws when it could be stored neither as an intent nor as a job; then nothing of it is left
 */
export async function takeUp(
  asked: Ask,
  area: AreaName,
  written: Promise<void>,
): Promise<ReplyOf<'take-up'> | null> {
  const stored = written.then(
    () => true,
    () => false,
  );
  try {
    const outcome = await insist('take-up', asked);
    if (outcome === null && !(await stored)) throw new AskError('failed');
    return outcome;
  } catch (error) {
    // Else a second press would be a second link, once the first intent is taken up after all.
    await stored;
    await removeStored(area, intentPrefix + asked.id);
    throw error;
  }
}
