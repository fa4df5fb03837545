/** Asks the background, and asks again when the worker died under the question. */
import { sendRequest, withRetry, sayHello } from '../../lib/messages/client.ts';
import type { PageKind, ReplyOf, RequestOf } from '../../lib/messages/protocol.ts';

/** For what the page can do nothing about when it fails. */
export async function sendRequestAgain<K extends PageKind>(
  kind: K,
  request: RequestOf<K>,
): Promise<ReplyOf<K> | null> {
  // The caller shows the stored view, which tells how it went.
  return withRetry(() => sendRequest(kind, request)).catch(() => null);
}

/** After the popup has come to rest, in ms: a worker that starts beside it would slow it. A press wakes it sooner. */
export const idleDelayMs = 250;

export function sayHelloAgain(): void {
  // The popup works on stored data until a press wakes the background.
  setTimeout(() => void withRetry(() => sayHello('popup')).catch(() => undefined), idleDelayMs);
}
