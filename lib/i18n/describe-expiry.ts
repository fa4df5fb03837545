/** Expirations as people read them, and those that a select offers. */
import { formatDuration } from './format.ts';
import { formatServiceTime } from './service-time.ts';
import { t } from './t.ts';

const offered = ['', '+1d', '+1w', '+2w', '+1m', '+3m', '+12m'];

/** @param expiry a time of the service, or one relative to when the link is sent; empty for none */
export const describeExpiry = (expiry: string): string =>
  expiry === '' ? t('noExpiration') : formatDuration(formatServiceTime(expiry));

/** @param chosen stays an option where it is not one of those offered */
export const expiryChoices = (chosen: string): [value: string, name: string][] =>
  [...new Set([...offered, chosen])].map((expiry) => [expiry, describeExpiry(expiry)]);
