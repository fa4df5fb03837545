import { toWebAddress } from '../../../lib/api/coerce.ts';
import { hasInvalidCharacters } from '../../../lib/forms/alias-characters.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isNameTooLong, maxNameLength } from '../../../lib/text/name-length.ts';
import { lengthProblem, type Check } from './form-fields.ts';

export const requireName: Check = (text) => {
  if (text === '') return t('problemNoName');
  return isNameTooLong(text) ? formatCount('problemLongName', maxNameLength) : null;
};

/** The service returns colors as any text: only a valid one is rendered. */
export const isColor = (text: string): boolean => /^#[\da-f]{6}$/iu.test(text);

export const requireColor: Check = (text) => (isColor(text) ? null : t('problemColor'));

export const optionalColor: Check = (text) => (text === '' ? null : requireColor(text));

/** The field may be empty. */
export const validUrl: Check = (text) =>
  text === '' || toWebAddress(text) !== null ? null : t('problemUrl');

/** A slug is one path segment of a URL. */
export const validSlug: Check = (text) => (hasInvalidCharacters(text) ? t('problemRotatorAlias') : null);

/** A short domain is a scheme and a host alone. */
export const validDomain: Check = (text) => {
  if (text === '') return t('problemNoDomain');
  if (!/^https?:\/\//iu.test(text)) return t('problemDomainScheme');
  const url = toWebAddress(text) === null ? null : new URL(text);
  return url === null || url.pathname !== '/' || url.search !== '' || url.hash !== ''
    ? t('problemDomain')
    : lengthProblem(text, maxNameLength);
};
