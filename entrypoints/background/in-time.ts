/** A page is answered below the 30 s after which the browser stops a worker whose response is overdue. */
const answerWithinMs = 20_000;

/** `null` when it takes longer than a page may wait for. */
export async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const overdue = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), answerWithinMs);
  });
  const done = await Promise.race([work, overdue]);
  clearTimeout(timer);
  return done;
}
