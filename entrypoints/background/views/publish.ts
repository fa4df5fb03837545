/** Writes everything that shows the background's state: the stored views and the menus. */

/**
 * @param writers called one after the other
 * @param pause waited before each round, so that changes in a row become one write and delay no request
 * @returns resolves when all of them show the present state; several calls in one turn become one round
 */
export function createPublisher(
  writers: readonly (() => Promise<void>)[],
  pause = () => Promise.resolve(),
): () => Promise<void> {
  let writing: Promise<void> | null = null;
  let again = false;

  async function write(): Promise<void> {
    try {
      do {
        await pause();
        again = false;
        for (const writeOne of writers) await writeOne();
      } while (again);
    } finally {
      // In the same turn as the last look at `again`, or a change in between would be forgotten.
      writing = null;
    }
  }

  return () => {
    again = true;
    writing ??= write();
    return writing;
  };
}
