/** A lane in a virtual world, with answers that a test has written down. */
import type { Call, Outcome } from '../../../lib/api/call.ts';
import type { RateLimitInfo } from '../../../lib/api/rate-limit.ts';
import { createRequestQueue, type Priority } from '../../../lib/rate-limit/request-queue.ts';
import { World } from './world.ts';

export const EPOCH = 1_700_000_000_000;
export const SILENT: RateLimitInfo = { limit: null, remaining: null, resetAt: null, retryAt: null };
export const OK: Outcome<unknown> = { ok: true, value: 'ok', rate: SILENT, date: null };

/** A lane whose answers are a script: one an attempt, `OK` when it has run out. */
export function scripted(answers: readonly (Outcome<unknown> | Error)[] = [], disk: { text?: unknown } = {}) {
  const world = new World();
  const sends: { at: number; path: string }[] = [];
  const lane = createRequestQueue({
    scope: 'key',
    clock: { wallClock: () => EPOCH + world.now, monotonic: () => world.now },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
        world.after(ms, () => resolve(undefined));
      }),
    storage: {
      load: () => Promise.resolve(disk.text),
      save: async (value) => void (disk.text = structuredClone(value)),
    },
    send: async <T>(call: Call<T>): Promise<Outcome<T>> => {
      const answer = answers[sends.length] ?? OK;
      sends.push({ at: world.now, path: call.path });
      if (answer instanceof Error) throw answer;
      return answer.ok ? { ...answer, value: call.read(answer.value) } : answer;
    },
  });
  const ask = (path: string, priority: Priority = 'user', signal?: AbortSignal) => {
    const call: Call<string> = { method: 'POST', path, read: String, idempotent: false };
    const told: { outcome?: Outcome<string>; at?: number } = {};
    void lane
      .request(call, { priority: priority, signal })
      .then((outcome) => Object.assign(told, { outcome, at: world.now }));
    return told;
  };
  return { world, lane, sends, ask, disk };
}
