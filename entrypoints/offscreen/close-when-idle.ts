/**
 * Closes the document when it has been idle for a while: it takes 20 MB, and neither the browser nor the worker, which may
 * have been stopped, would close it.
 */

/** Links are made in bursts, and reopening the document takes about 100 ms. */
export const idleMs = 15_000;

export function createIdleCloser(close: () => void) {
  let underWay = 0;
  let closing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function startTimer(): void {
    clearTimeout(timer);
    if (underWay > 0) return;
    timer = setTimeout(() => {
      closing = true;
      close();
    }, idleMs);
  }

  // Immediately: the worker may be stopped before it sends the first message.
  startTimer();

  return {
    /** Something is done now. @returns false when the document is closing: it takes on nothing more */
    touch(): boolean {
      if (!closing) startTimer();
      return !closing;
    },
    /** The document stays until this has settled. */
    async during(work: Promise<unknown>): Promise<void> {
      underWay += 1;
      clearTimeout(timer);
      // Only the end counts here: the caller gets the failure.
      await work.catch(() => undefined);
      underWay -= 1;
      startTimer();
    },
  };
}
