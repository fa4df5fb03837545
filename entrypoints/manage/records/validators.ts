/** What a form's text has to be before it is sent. */
import { toWebAddress } from '../../../lib/api/coerce.ts';
import { say } from '../../../lib/i18n/t.ts';
import { isColour } from './color.ts';
import type { Check } from './form-fields.ts';

/** The most characters of what every ask of these is named by (lib/outbox/job.ts). */
const longestName = 500;

export const named: Check = (text) =>
  text === '' ? say('problemNoName') : Array.from(text).length > longestName ? say('problemLongName') : null;

export const alwaysColoured: Check = (text) => (isColour(text) ? null : say('problemColour'));

export const maybeColoured: Check = (text) => (text === '' ? null : alwaysColoured(text));

/** A web address, or nothing. */
export const addressed: Check = (text) =>
  text === '' || toWebAddress(text) !== null ? null : say('problemAddress');

/** A slug is one part of an address. */
export const slugged: Check = (text) => (/[\s/\\?#%]/u.test(text) ? say('problemSlug') : null);

/** Scheme and host alone: what short links begin with. */
export const domained: Check = (text) => {
  if (text === '') return say('problemNoDomain');
  if (!/^https?:\/\//iu.test(text)) return say('problemDomainScheme');
  const url = toWebAddress(text) === null ? null : new URL(text);
  return url === null || url.pathname !== '/' || url.search !== '' || url.hash !== ''
    ? say('problemDomain')
    : null;
};
