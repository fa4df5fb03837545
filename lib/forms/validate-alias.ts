/**
 * What is wrong with an alias. Characters that no path segment has keep it from being sent: services clean them up in ways
 * of their own, and no link can be changed. Its length is told only, since no limit is promised.
 */
import { maxUsualAliasLength } from '../presets/template.ts';
import type { MessageName } from '../i18n/t.ts';
import { hasOddCharacters } from './alias-characters.ts';

/** In characters, like the longest: seen, and promised by none. */
const minUsualAliasLength = 3;

/** `null` also for none: the service then chooses. */
export function validateAlias(alias: string): MessageName | null {
  if (hasOddCharacters(alias)) return 'problemAlias';
  const { length } = Array.from(alias.trim());
  if (length === 0 || (length >= minUsualAliasLength && length <= maxUsualAliasLength)) return null;
  return 'problemAliasLength';
}
