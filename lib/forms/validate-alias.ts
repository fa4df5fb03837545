/**
 * Invalid characters block an alias, because services replace them in their own ways and no link can be changed. An
 * unusual length is only a hint, because no service documents its limits.
 */
import { maxUsualAliasLength, minUsualAliasLength } from '../draft/alias-length.ts';
import type { MessageName } from '../i18n/t.ts';
import { hasInvalidCharacters } from './alias-characters.ts';

/** @returns `null` also for an empty alias, which lets the service choose */
export function validateAlias(alias: string): MessageName | null {
  if (hasInvalidCharacters(alias)) return 'problemAlias';
  const { length } = Array.from(alias.trim());
  if (length === 0 || (length >= minUsualAliasLength && length <= maxUsualAliasLength)) return null;
  return 'problemAliasLength';
}
