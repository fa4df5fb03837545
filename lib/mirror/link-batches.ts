import type { LinkRow } from './link-row.ts';

/**
 * All links, newest first, in batches: each is read when the one before is done with.
 *
 * @param read the first rows of the store `links` in the range
 */
export async function* linkBatches(
  read: (range: IDBKeyRange | null) => Promise<readonly LinkRow[]>,
): AsyncGenerator<readonly LinkRow[], void> {
  let range: IDBKeyRange | null = null;
  for (;;) {
    const rows = await read(range);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    range = IDBKeyRange.lowerBound(last.key, true);
  }
}
