/** A batch in a list: its name, which opens it, its status, and the number of links created. */
import { CircleCheck, CircleQuestionMark, CircleSlash, Clock, LoaderCircle, Pause } from 'lucide';
import { countLinks, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { statusOf, type BulkStatus } from './describe-bulk.ts';
import type { Sign } from './row-status.tsx';

export const statusSigns: Readonly<Record<BulkStatus, Sign>> = {
  bulkInProgress: [LoaderCircle, 'accent'],
  bulkPausing: [LoaderCircle, 'soft'],
  bulkPaused: [Pause, 'soft'],
  bulkCanceling: [LoaderCircle, 'soft'],
  bulkCanceled: [CircleSlash, 'soft'],
  bulkCompleted: [CircleCheck, 'good'],
  bulkNeedsDecision: [CircleQuestionMark, 'warn'],
  bulkListUnread: [Clock, 'warn'],
};

export function BulkFacts({ bulk }: { readonly bulk: Bulk }) {
  return (
    <div class="bulk-facts">
      <a href={`#bulk/${bulk.id}`}>
        <bdi>{bulk.name}</bdi>
      </a>
      <p class="note">
        <span>{t(statusOf(bulk))}</span>
        <span>{t('bulkDoneOf', formatNumber(bulk.counts.done), formatNumber(countLinks(bulk)))}</span>
      </p>
    </div>
  );
}
