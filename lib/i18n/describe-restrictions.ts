/** What is known of an existing link's restrictions, which no list of the service shows. */
import { formatServiceTime } from './service-time.ts';
import { t } from './t.ts';

/** @param link without `expires` where only its details at the service could say more */
export const describeRestrictions = ({ expires }: { readonly expires?: string | undefined }): string =>
  expires === undefined ? t('linkUnchecked') : t('linkExpires', formatServiceTime(expires));
