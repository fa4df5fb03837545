/** A gateway whose service is the test: bodies or failures by method and path, and a note of every call. */
import type { Gateway, RequestOptions } from '../../../entrypoints/background/gateway.ts';
import type { Call, Outcome } from '../../../lib/service/call.ts';
import type { Failure } from '../../../lib/service/failure.ts';
import { bad, good } from '../outbox/samples.ts';

type Reply = { readonly body: unknown } | { readonly failure: Failure };

export function gatewayOf(reply: (call: Call<unknown>) => Reply | Promise<Reply>) {
  const sent: { what: string; call: Call<unknown>; options: RequestOptions }[] = [];
  async function request<T>(call: Call<T>, options: RequestOptions): Promise<Outcome<T>> {
    await options.beforeSend?.();
    sent.push({ what: `${call.method} ${call.path}`, call, options });
    const answer = await reply(call);
    if ('failure' in answer) return bad(answer.failure);
    try {
      return good(call.read(answer.body));
    } catch {
      return bad({ kind: 'unreadable', status: 200 });
    }
  }
  const gateway = { request, picture: async () => null, lane: { forecast: () => 0 } } as unknown as Gateway;
  return { gateway, sent };
}
