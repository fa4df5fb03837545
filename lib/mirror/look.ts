/**
 * A look into the mirror for who starts anew all the time, the background and the popup: without the library, and none
 * is made by looking.
 */
import type { KnownLink } from '../settings/known-links.ts';

export interface KeptLink extends KnownLink {
  readonly address: string;
}

/** Nobody waits longer for what is a convenience: in ms. */
const longestMs = 500;

function read(scope: string, most: number, address?: string): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    // As long as an account is being forgotten nothing is answered.
    setTimeout(reject, longestMs);
    const opening = indexedDB.open(`mirror ${scope}`);
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', reject);
    opening.addEventListener('success', () => {
      const { result: database } = opening;
      const links = database.transaction('links').objectStore('links');
      const reading =
        address === undefined
          ? links.getAll(null, most)
          : links.index('address').getAll(address.replaceAll('&amp;', '&'), most);
      // It closes when the reading is over.
      database.close();
      reading.addEventListener('success', () => resolve(reading.result));
      reading.addEventListener('error', reject);
    });
  });
}

function linkOf(row: unknown): KeptLink[] {
  if (typeof row !== 'object' || row === null || !('shortUrl' in row) || !('id' in row)) return [];
  const { id, shortUrl } = row;
  if (typeof id !== 'string' || typeof shortUrl !== 'string') return [];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return [
    {
      id,
      shortUrl,
      title: text('title' in row && row.title),
      clicks: 'clicks' in row && typeof row.clicks === 'number' ? row.clicks : null,
      // A list tells no time that could be compared with ours: they come after what was made here.
      at: 0,
      address: text('longUrl' in row && row.longUrl),
      ...(!('openEnded' in row && row.openEnded === true) && { unchecked: true }),
    },
  ];
}

/**
 * The newest first; none when nothing is kept of the account, or it can't be read. Never throws.
 *
 * @param address as the browser writes it; of all addresses where it is left out
 */
export async function lookIntoMirror(scope: string, most: number, address?: string): Promise<KeptLink[]> {
  const rows = await read(scope, most, address).catch(() => []);
  return rows.flatMap(linkOf);
}
