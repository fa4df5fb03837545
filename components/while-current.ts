/**
 * For an effect that reads something: passes on the result, unless the effect has been cleaned up by then. Without a
 * result, what was shown before stays.
 *
 * @returns the cleanup
 */
export function whileCurrent<T>(reading: Promise<T>, onResult: (result: T) => void): () => void {
  let isCurrent = true;
  reading.then(
    (result) => {
      if (isCurrent) onResult(result);
    },
    // A caller that reports failures makes one a result.
    () => undefined,
  );
  return () => {
    isCurrent = false;
  };
}
