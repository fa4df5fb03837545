/**
 * Reads from the service through the background: a call goes there as its path and query alone, its answer is read here,
 * as the call promises it.
 */
import type { Call } from '../api/call.ts';
import type { Failure } from '../api/failure.ts';
import type { ReplyOf, RequestOf } from './protocol.ts';

export type ReadResult<T> =
  | { readonly ok: true; readonly value: T; readonly date: number | null }
  | { readonly ok: false; readonly failure: Failure };

/** Takes the calls of lib/api that read. Never throws. */
export type ApiReader = <T>(call: Call<T>) => Promise<ReadResult<T>>;

/** @param scope the account of the question: under any other it is not asked */
export function createApiReaderWith(
  put: (request: RequestOf<'read'>) => Promise<ReplyOf<'read'>>,
  scope: () => string,
  urgency: RequestOf<'read'>['urgency'],
): ApiReader {
  return async ({ path, query = {}, read, readRefusal }) => {
    const request = { id: crypto.randomUUID(), scope: scope(), urgency, path, query };
    try {
      let reply = await put(request);
      while (reply.ok === 'not-yet') reply = await put(request);
      if (!reply.ok) return reply;
      const { body, date } = reply;
      try {
        return { ok: true, value: body === null && readRefusal ? readRefusal() : read(body), date };
      } catch {
        return { ok: false, failure: { kind: 'unreadable', status: 200 } };
      }
    } catch {
      // The background answered that it failed.
      return { ok: false, failure: { kind: 'internal' } };
    }
  };
}
