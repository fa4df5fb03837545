import type { UtmParameter } from './utm-parameters.ts';

/** The values of the parameters that a link has besides those of its URL, as a text; empty for none. */
export const utmTags = (parameters: readonly UtmParameter[] = []): string =>
  parameters
    .filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
    .map(({ value }) => value.trim())
    .join(', ');
