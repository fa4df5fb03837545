/** Runs asynchronous steps one after the other; a step that fails stops none of those behind it. */
export function createSerialQueue(): <R>(step: () => Promise<R>) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const next = last.then(step, step);
    // The caller gets the failure.
    last = next.catch(() => undefined);
    return next;
  };
}
