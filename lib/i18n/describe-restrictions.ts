/** What is known of an existing link's restrictions and tags, which no list of the service shows. */
import { formatServiceTime } from './service-time.ts';
import { t } from './t.ts';
import { isolate } from '../text/isolate.ts';

interface Restrictions {
  readonly expires?: string | undefined;
  readonly hasPassword?: boolean | undefined;
  readonly tags?: string | undefined;
}

/** @param link with none of them where only its details at the service could say more */
export function describeRestrictions({ expires, hasPassword, tags }: Restrictions): string {
  const known = [
    tags && t('linkTagged', isolate(tags)),
    expires !== undefined && t('linkExpires', formatServiceTime(expires)),
    hasPassword && t('linkHasPassword'),
  ].filter(Boolean);
  return known.length === 0 ? t('linkUnchecked') : known.join(' ');
}
