/** Takes away all that is kept of accounts. Without the library, for the background starts anew all the time. */

/**
 * Resolves when it is gone, or will be as soon as a page that still reads has let go.
 *
 * @param scope of the account that stays; empty for none
 * @throws when the browser could not delete one; the others are gone all the same
 */
export async function deleteDatabases(scope = ''): Promise<void> {
  let failed = 0;
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith('mirror ') && name !== `mirror ${scope}`) failed += Number(!(await isDeleted(name)));
  if (failed > 0) throw new Error('not all mirrors are deleted');
}

function isDeleted(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error', 'blocked'])
      request.addEventListener(end, () => resolve(end !== 'error'));
  });
}
