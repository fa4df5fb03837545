/** A request queue on a virtual clock, whose responses a test lists. */
import { VirtualClock } from '../../support/virtual-clock.ts';
import type { Call, Outcome } from '../../../lib/api/call.ts';
import { createRequestQueue } from '../../../lib/rate-limit/request-queue.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';
import { silent } from '../../support/samples.ts';

export const EPOCH = 1_700_000_000_000;
export const OK: Outcome<unknown> = { ok: true, value: 'ok', rate: silent, date: null };

/** Answers each attempt with the next one of the list, and with `OK` at its end. */
export function scripted(
  responses: readonly (Outcome<unknown> | Error)[] = [],
  disk: { text?: unknown } = {},
) {
  const clock = new VirtualClock();
  const sends: { at: number; path: string }[] = [];
  const queue = createRequestQueue({
    scope: 'key',
    clock: { wallClock: () => EPOCH + clock.now, monotonic: () => clock.now },
    delay: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
        clock.after(ms, () => resolve(undefined));
      }),
    storage: {
      load: () => Promise.resolve(disk.text),
      save: (value) => void (disk.text = structuredClone(value)),
    },
    send: async <T>(call: Call<T>): Promise<Outcome<T>> => {
      const response = responses[sends.length] ?? OK;
      sends.push({ at: clock.now, path: call.path });
      if (response instanceof Error) throw response;
      return response.ok ? { ...response, value: call.read(response.value) } : response;
    },
  });
  const command = (path: string, priority: Priority = 'user', signal?: AbortSignal) => {
    const call: Call<string> = { method: 'POST', path, read: String, idempotent: false };
    const request: { outcome?: Outcome<string>; at?: number; error?: unknown } = {};
    void queue.request(call, { priority: priority, signal }).then(
      (outcome) => Object.assign(request, { outcome, at: clock.now }),
      (error: unknown) => (request.error = error),
    );
    return request;
  };
  return { clock, queue, sends, command, disk };
}
