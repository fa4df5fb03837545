/** Asks the background, and asks again when the worker died under the question. */
import { ask, AskError } from '../../lib/messages/ask.ts';
import type { MessageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';

/** How often a message is repeated when the worker died under it; the intent is on disk in any case. */
const tries = 3;

export async function askAgain<K extends MessageKind>(
  kind: K,
  request: RequestOf<K>,
): Promise<ReplyOf<K> | null> {
  for (let left = tries; left > 0; left--) {
    try {
      return await ask(kind, request);
    } catch (error) {
      if (!(error instanceof AskError) || error.problem !== 'no-answer') return null;
    }
  }
  return null;
}
