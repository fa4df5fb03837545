/**
 * A look into the mirror for who starts anew all the time, the background and the popup: without the library, and none
 * is made by looking.
 */
import { decodeEntities } from '../api/html-entities.ts';
import type { LinkByUrl } from '../storage/links-by-url.ts';

export interface StoredLink extends LinkByUrl {
  readonly address: string;
}

/** Nobody waits longer for what is a convenience: in ms. */
const maxLookupMs = 500;

/** Most failures pass within a moment: in ms. */
const againMs = 50;

function read(scope: string, most: number, address?: string): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`mirror ${scope}`);
    opening.addEventListener('upgradeneeded', () => {
      // Nothing is kept of this account.
      resolve([]);
      opening.transaction?.abort();
    });
    opening.addEventListener('error', () => reject(unreadable(opening.error)));
    opening.addEventListener('success', () => {
      const { result: database } = opening;
      try {
        const links = database.transaction('links').objectStore('links');
        const reading =
          address === undefined
            ? links.getAll(null, most)
            : links.index('address').getAll(decodeEntities(address), most);
        reading.addEventListener('success', () => resolve(reading.result));
        reading.addEventListener('error', () => reject(unreadable(reading.error)));
      } catch (error) {
        reject(unreadable(error));
      }
      // It closes when the reading is over.
      database.close();
    });
  });
}

const unreadable = (cause: unknown) => new Error('What is kept of the account can’t be read', { cause });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function linkOf(row: unknown): StoredLink[] {
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
 * The newest first; none when nothing is kept of the account.
 *
 * @param address as the browser writes it; of all addresses where it is left out
 * @throws when that can't be told, which is not the same as none
 */
export async function findStoredLinks(scope: string, most: number, address?: string): Promise<StoredLink[]> {
  const once = async () => read(scope, most, address);
  // As long as an account is being forgotten nothing is answered.
  const tooLong = pause(maxLookupMs).then(() => {
    throw unreadable('no answer');
  });
  const rows = await Promise.race([once().catch(() => pause(againMs).then(once)), tooLong]);
  return rows.flatMap(linkOf);
}
