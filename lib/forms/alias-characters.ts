/** Separate from the other validation, because the popup's first paint needs only this. */
import { hasInvisible } from '../api/invisible-characters.ts';

/** Detects characters that a URL path segment can't have, and invisible ones. */
export function hasInvalidCharacters(alias: string): boolean {
  return /[\s/\\?#%]/u.test(alias.trim()) || hasInvisible(alias);
}
