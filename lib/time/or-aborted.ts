/** The result of the work, or `null` as soon as the signal aborts; the work itself continues. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  return Promise.race([work, aborted]);
}
