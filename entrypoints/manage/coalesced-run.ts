/** All calls during a run are answered by one more run. */
export function createCoalescedRun(
  run: () => Promise<void>,
  isStopped: () => boolean = () => false,
): () => Promise<void> {
  let running = false;
  let requested = false;
  const isRequested = () => requested && !isStopped();

  return async () => {
    requested = true;
    if (running) return;
    running = true;
    try {
      while (isRequested()) {
        requested = false;
        await run();
      }
    } finally {
      running = false;
    }
  };
}
