/** The number of links that the mirror of an account holds. */
import { openExisting } from './database.ts';
import { subscribe } from './mirror-events.ts';

/**
 * Calls back with the number now, and again after each change. `null` where nothing is stored, or it can't be read.
 *
 * @param scope empty for no account
 * @returns stops it
 */
export function watchStoredLinks(scope: string, onCount: (count: number | null) => void): () => void {
  let lastRead = 0;
  const read = async () => {
    const number = ++lastRead;
    const count = await countLinks(scope);
    if (number === lastRead) onCount(count);
  };
  void read();
  const unsubscribe = subscribe((change) => {
    if (change.scope === scope && change.what === 'links') void read();
  });
  return () => {
    lastRead = -1;
    unsubscribe();
  };
}

async function countLinks(scope: string): Promise<number | null> {
  if (scope === '') return null;
  try {
    const database = await openExisting(scope);
    if (database === null) return null;
    return await database.count('links').finally(() => database.close());
  } catch {
    // The section "Links" of the manage page reports it.
    return null;
  }
}
