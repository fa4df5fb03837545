/**
 * Reads from the service through the background: the message holds a call's path and query only, and the response body
 * is parsed here, by the call's own parser.
 */
import { UnreadableBody, type Call } from '../api/call.ts';
import type { Failure } from '../api/failure.ts';
import type { ReplyOf, RequestOf } from './protocol.ts';

export type ReadResult<T> =
  | { readonly ok: true; readonly value: T; readonly date: number | null }
  | { readonly ok: false; readonly failure: Failure };

type ServiceReply = ReplyOf<'api-get' | 'save-account'>;

/** Repeats a message to the background while the service has not answered. */
export async function untilAnswered(
  send: () => Promise<ServiceReply>,
): Promise<Exclude<ServiceReply, { ok: 'not-yet' }>> {
  for (;;) {
    const reply = await send();
    if (reply.ok !== 'not-yet') return reply;
  }
}

/** Takes the calls of lib/api that read. Never throws. */
export type ApiReader = <T>(call: Call<T>) => Promise<ReadResult<T>>;

/**
 * @param request sends the message to the background
 * @param scope the account to read from; the background refuses any other
 */
export function createApiReader(
  request: (read: RequestOf<'api-get'>) => Promise<ReplyOf<'api-get'>>,
  scope: () => string,
  priority: RequestOf<'api-get'>['priority'],
): ApiReader {
  return async ({ path, query = {}, read, readNotFound }) => {
    // Repeated under one id, the read is sent to the service once.
    const message = { id: crypto.randomUUID(), scope: scope(), priority, path, query };
    try {
      const reply = await untilAnswered(() => request(message));
      if (!reply.ok) return reply;
      const { body, date } = reply;
      try {
        return { ok: true, value: body === null && readNotFound ? readNotFound() : read(body), date };
      } catch (error) {
        if (!(error instanceof UnreadableBody)) throw error;
        return { ok: false, failure: { kind: 'unreadable', status: 200 } };
      }
    } catch {
      // The background answered that it failed, or a bug was met here.
      return { ok: false, failure: { kind: 'internal' } };
    }
  };
}
