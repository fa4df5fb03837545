/** Takes away all that is kept of accounts. Without the library, for the background starts anew all the time. */

/**
 * Resolves when it is gone, or will be as soon as a page that still reads has let go.
 *
 * @param scope of the account that stays; empty for none
 */
export async function forgetMirrors(scope = ''): Promise<void> {
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith('mirror ') && name !== `mirror ${scope}`)
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, resolve);
      });
}
