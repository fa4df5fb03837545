/** Calls made during a run cause exactly one further run. */
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
