/**
 * All links, newest first, in batches: each is read when the one before is done with.
 *
 * @param read the first rows of the store `links` in the range
 */
export async function* linkBatches<Row extends { readonly key: string }>(
  read: (range: IDBKeyRange | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  let range: IDBKeyRange | null = null;
  for (;;) {
    const rows = await read(range);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    range = IDBKeyRange.lowerBound(last.key, true);
  }
}
