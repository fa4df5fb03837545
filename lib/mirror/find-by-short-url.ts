/** Apart from quick-lookup.ts, since the popup needs it only once an alias is typed. */
import { isObject } from '../api/is-object.ts';
import { shortUrlKey } from '../api/short-url.ts';
import { linkBatches } from './link-batches.ts';
import { parseLinkRow, type ReusableLink } from './quick-lookup.ts';
import { readStore } from './read-store.ts';

/** An account may have a hundred thousand: in slices, they take 0.9 s and no task of 50 ms (Chromium, 2026-11-28). */
const sliceSize = 1_000;

interface StoredRow {
  readonly key: string;
  readonly shortUrl?: unknown;
}

const isStoredRow = (row: unknown): row is StoredRow => isObject(row) && typeof row['key'] === 'string';

/**
 * The link with that short URL, where the mirror has it: reads all links, since no index has their short URLs.
 *
 * @throws when the database can't be read
 */
export async function findLinkByShortUrl(
  scope: string,
  shortUrl: string,
  signal: AbortSignal,
): Promise<ReusableLink | null> {
  const wanted = shortUrlKey(shortUrl);
  const isWanted = (row: StoredRow) =>
    typeof row.shortUrl === 'string' && shortUrlKey(row.shortUrl) === wanted;
  const read = async (range: IDBKeyRange | null): Promise<readonly StoredRow[]> => {
    if (signal.aborted) return [];
    const rows = await readStore(scope, (database) =>
      database.transaction('links').objectStore('links').getAll(range, sliceSize),
    );
    return rows.filter(isStoredRow);
  };
  for await (const rows of linkBatches(read)) {
    const [found] = rows.filter(isWanted).flatMap(parseLinkRow);
    if (found) return found;
  }
  return null;
}
