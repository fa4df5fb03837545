/** What is known of an existing link's restrictions, which no list of the service shows. */
import { formatServiceTime } from './service-time.ts';
import { t } from './t.ts';

interface Restrictions {
  readonly expires?: string | undefined;
  readonly hasPassword?: boolean | undefined;
}

/** @param link with neither where only its details at the service could say more */
export function describeRestrictions({ expires, hasPassword = false }: Restrictions): string {
  if (expires === undefined) return t(hasPassword ? 'linkHasPassword' : 'linkUnchecked');
  const expiration = t('linkExpires', formatServiceTime(expires));
  return hasPassword ? `${expiration} ${t('linkHasPassword')}` : expiration;
}
