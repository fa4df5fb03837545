import { orTimeout } from '../../lib/time/or-timeout.ts';

/** Below the 30 s after which the browser stops a worker whose response is overdue. */
const replyWithinMs = 20_000;

/** `undefined` when it takes longer than a page may wait for. */
export const withTimeout = <T extends object | null>(work: Promise<T>): Promise<T | undefined> =>
  orTimeout(work, replyWithinMs, () => undefined);
