/**
 * A gateway whose service the test simulates: bodies or failures by method and path, and a record of every
 * call.
 */
import type { Gateway, RequestOptions } from '../../entrypoints/background/api/gateway.ts';
import type { Call, Outcome } from '../../lib/api/call.ts';
import type { Failure } from '../../lib/api/failure.ts';
import { SendAborted } from '../../lib/outbox/outbox-deps.ts';
import type { RequestQueue } from '../../lib/rate-limit/request-queue.ts';
import { bad, silent } from './samples.ts';

export type Reply = { readonly body: unknown; readonly date?: number | null } | { readonly failure: Failure };
export type Service = (call: Call<unknown>) => Reply | Promise<Reply>;

export const meter: ReturnType<RequestQueue['usage']> = {
  limit: 30,
  windowMs: 60_000,
  remaining: 28,
  resetAt: null,
  usedHere: 2,
  usedElsewhere: 0,
};

export function gatewayOf(reply: Service, options: { readonly serverNow?: () => number } = {}) {
  const sent: { endpoint: string; call: Call<unknown>; options: RequestOptions }[] = [];
  const wait = { ms: 0 };
  let backOffsCleared = 0;
  async function request<T>(call: Call<T>, own: RequestOptions): Promise<Outcome<T>> {
    try {
      await own.beforeSend?.();
    } catch (error) {
      return bad({ kind: error instanceof SendAborted ? 'cancelled' : 'not-stored' });
    }
    sent.push({ endpoint: `${call.method} ${call.path}`, call, options: own });
    const response = await reply(call);
    if ('failure' in response) return bad(response.failure);
    try {
      return { ok: true, value: call.read(response.body), rate: silent, date: response.date ?? null };
    } catch {
      return bad({ kind: 'unreadable', status: 200 });
    }
  }
  const queue: RequestQueue = {
    request,
    estimateWait: () => wait.ms,
    nextSlotIn: () => wait.ms,
    usage: () => meter,
    clearServerBackOff: () => void backOffsCleared++,
    close: () => undefined,
    onChange: () => () => undefined,
  };
  const gateway: Gateway = {
    request,
    picture: async () => null,
    serverNow: options.serverNow ?? (() => null),
    queue,
    close: () => undefined,
    retire: () => undefined,
  };
  return { gateway, sent, wait, backOffsCleared: () => backOffsCleared };
}
