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

const keyOf = ({ shortUrl }: StoredRow): string =>
  typeof shortUrl === 'string' ? shortUrlKey(shortUrl) : '';

const isStoredRow = (row: unknown): row is StoredRow => isObject(row) && typeof row['key'] === 'string';

/** All links, a slice after the other; none once the signal is aborted. @throws when the database can't be read */
async function* readSlices(scope: string, signal: AbortSignal): AsyncGenerator<readonly StoredRow[]> {
  yield* linkBatches(async (range) => {
    if (signal.aborted) return [];
    const rows = await readStore(scope, (database) =>
      database.transaction('links').objectStore('links').getAll(range, sliceSize),
    );
    return rows.filter(isStoredRow);
  });
}

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
  for await (const rows of readSlices(scope, signal)) {
    const [found] = rows.filter((row) => keyOf(row) === wanted).flatMap(parseLinkRow);
    if (found) return found;
  }
  return null;
}

/** Those of the short URLs that no link of the mirror has. @throws when the database can't be read */
export async function findFreeShortUrls(
  scope: string,
  shortUrls: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const free = new Map(shortUrls.map((shortUrl) => [shortUrlKey(shortUrl), shortUrl]));
  for await (const rows of readSlices(scope, signal)) for (const row of rows) free.delete(keyOf(row));
  return [...free.values()];
}
