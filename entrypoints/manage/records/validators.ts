/** What a form's text has to be before it is sent. */
import { toWebAddress } from '../../../lib/api/coerce.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isColor } from './color.ts';
import type { Check } from './form-fields.ts';

/** The most characters of what every ask of these is named by (lib/outbox/job.ts). */
const maxNameLength = 500;

export const requireName: Check = (text) =>
  text === '' ? t('problemNoName') : Array.from(text).length > maxNameLength ? t('problemLongName') : null;

export const requireColor: Check = (text) => (isColor(text) ? null : t('problemColour'));

export const optionalColor: Check = (text) => (text === '' ? null : requireColor(text));

/** A web address, or nothing. */
export const validUrl: Check = (text) =>
  text === '' || toWebAddress(text) !== null ? null : t('problemAddress');

/** A slug is one part of an address. */
export const validSlug: Check = (text) => (/[\s/\\?#%]/u.test(text) ? t('problemSlug') : null);

/** Scheme and host alone: what short links begin with. */
export const validDomain: Check = (text) => {
  if (text === '') return t('problemNoDomain');
  if (!/^https?:\/\//iu.test(text)) return t('problemDomainScheme');
  const url = toWebAddress(text) === null ? null : new URL(text);
  return url === null || url.pathname !== '/' || url.search !== '' || url.hash !== ''
    ? t('problemDomain')
    : null;
};
