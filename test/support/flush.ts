// The browser's own, which fake timers do not replace.
const immediate = globalThis.setImmediate;

/** Runs the pending callbacks of promises, storage and database. */
export async function flushMicrotasks(times = 1): Promise<void> {
  for (let time = 0; time < times; time++) await new Promise((resolve) => immediate(resolve));
}

/** Long enough for work of many steps. */
export const settled = (): Promise<void> => flushMicrotasks(30);
