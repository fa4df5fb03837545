/**
 * Deletes the databases of accounts. Without idb, because the background worker starts often and should load little.
 */
import { databaseName, databasePrefix } from './database-name.ts';

/**
 * Resolves when they are deleted, or will be as soon as the last reading page has closed them.
 *
 * @param scope the account that stays; empty for none
 * @throws when the browser could not delete one; the others are deleted nevertheless
 */
export async function deleteDatabases(scope = ''): Promise<void> {
  let failed = 0;
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith(databasePrefix) && name !== databaseName(scope))
      failed += Number(!(await isDeleted(name)));
  if (failed > 0) throw new Error('not all mirrors are deleted');
}

function isDeleted(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error', 'blocked'])
      request.addEventListener(end, () => resolve(end !== 'error'));
  });
}
