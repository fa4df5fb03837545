/** Apart from quick-lookup.ts, since the popup needs it only once an alias is typed. */
import { isObject } from '../api/is-object.ts';
import { shortUrlKey } from '../api/short-url.ts';
import { parseLinkRow, type ReusableLink } from './quick-lookup.ts';
import { readStore } from './read-store.ts';

/** An account may have a hundred thousand: in slices, they take 0.9 s and no task of 50 ms (Chromium, 2026-11-28). */
const sliceSize = 1_000;

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
  const isWanted = (row: unknown) =>
    isObject(row) && typeof row['shortUrl'] === 'string' && shortUrlKey(row['shortUrl']) === wanted;
  let range: IDBKeyRange | null = null;
  const readSlice = (database: IDBDatabase) =>
    database.transaction('links').objectStore('links').getAll(range, sliceSize);
  while (!signal.aborted) {
    const rows = await readStore(scope, readSlice);
    const [found] = rows.filter(isWanted).flatMap(parseLinkRow);
    if (found) return found;
    const last = rows.at(-1);
    if (rows.length < sliceSize || !isObject(last)) return null;
    range = IDBKeyRange.lowerBound(last['key'], true);
  }
  return null;
}
