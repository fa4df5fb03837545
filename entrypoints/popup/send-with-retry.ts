/** Asks the background, and asks again when the worker died under the question. */
import { ask, insist, sayHello } from '../../lib/messages/client.ts';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';

/** For what the page can do nothing about when it fails. */
export async function askAgain<K extends PageKind>(
  kind: K,
  request: RequestOf<K>,
): Promise<ReplyOf<K> | null> {
  // The caller shows the stored view, which tells how it went.
  return insist(() => ask(kind, request)).catch(() => null);
}

/** After the popup has come to rest, in ms: a worker that starts beside it would slow it. A press wakes it sooner. */
export const restMs = 250;

export function greet(): void {
  // The popup works on stored data until a press wakes the background.
  setTimeout(() => void insist(() => sayHello('popup')).catch(() => undefined), restMs);
}
