/** Resolves when all have ended. Rejects only then, too: none of them still runs. */
export async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}
