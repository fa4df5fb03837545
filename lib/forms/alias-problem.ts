/** What is worth knowing of an alias before it is sent. Services clean one up in ways of their own: nothing here blocks. */
import { longestUsualAlias } from '../shortening/variables.ts';
import type { MessageName } from '../text/say.ts';

/** In characters, like the longest: seen, and promised by none. */
const shortestUsualAlias = 3;

export function hasOddCharacters(alias: string): boolean {
  return /[\s/\\?#%]/u.test(alias.trim());
}

/** `null` also for none: the service then chooses. */
export function aliasProblem(alias: string): MessageName | null {
  if (hasOddCharacters(alias)) return 'problemAlias';
  const { length } = Array.from(alias.trim());
  if (length === 0 || (length >= shortestUsualAlias && length <= longestUsualAlias)) return null;
  return 'problemAliasLength';
}
