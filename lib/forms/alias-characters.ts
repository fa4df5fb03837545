/** Apart from the other checks, for the popup's first paint. */

import { hasInvisible } from '../api/invisible-characters.ts';

/** Whether an alias has characters that no path segment of a URL has, or that nobody sees in one. */
export function hasOddCharacters(alias: string): boolean {
  return /[\s/\\?#%]/u.test(alias.trim()) || hasInvisible(alias);
}
