/** The text of a field's problem. */
import { maxUsualAliasLength, minUsualAliasLength } from '../draft/alias-length.ts';
import { formatNumber } from './format.ts';
import { t, type MessageName } from './t.ts';

export function describeProblem(message: MessageName): string {
  return message === 'problemAliasLength'
    ? t('problemAliasLength', formatNumber(minUsualAliasLength), formatNumber(maxUsualAliasLength))
    : t(message);
}
