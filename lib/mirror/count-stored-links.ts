/** The number of links that the mirror of an account holds. */
import { openExisting } from './database.ts';

/** @param scope empty for no account @returns `null` where nothing is stored, or it can't be read */
export async function countStoredLinks(scope: string): Promise<number | null> {
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
