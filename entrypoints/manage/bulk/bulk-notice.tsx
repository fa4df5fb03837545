/** The result of the last action on a bulk. */
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Alert } from '../alert.tsx';
import type { BulksModel, BulksNotice } from './bulks-model.ts';

export function BulkNotice({ notice }: { readonly notice: BulksNotice | null }) {
  return (
    <p role="status" class="notice">
      {notice && <bdi>{describeNotice(notice)}</bdi>}
    </p>
  );
}

/** The browser's database can't be read, which does not mean that the bulks are lost. */
export function BulksUnreadable({ model }: { readonly model: BulksModel }) {
  return <Alert text={t('bulksUnreadable')} onRetry={() => void model.refresh()} />;
}

const texts = {
  copied: 'copied',
  'copy-failed': 'notCopied',
  'no-short-links': 'bulkNoShortLinks',
  saved: 'bulkSaved',
  failed: 'bulkActFailed',
  removed: 'bulkRemoved',
  'in-progress': 'bulkLinkInProgress',
} as const;

function describeNotice(notice: BulksNotice): string {
  if (notice.name === 'url-copied') return t('copiedAs', displayUrl(notice.address));
  if (notice.name !== 'retrying') return t(texts[notice.name]);
  return notice.count === 0 ? t('bulkRetryNone') : formatCount('bulkRetrying', notice.count);
}
