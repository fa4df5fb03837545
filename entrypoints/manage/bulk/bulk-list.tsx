/** The bulks that were started, newest first. */
import { isFinished } from '../../../lib/bulk/bulk-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { BulksModel } from './bulks-model.ts';
import { BulkListItem } from './bulk-list-item.tsx';
import { BulkNotice, BulksUnreadable } from './bulk-notice.tsx';
import { DeleteBulk } from './delete-bulk.tsx';
import { ResumeBulk } from './resume-bulk.tsx';

interface BulkListProps {
  readonly model: BulksModel;
  readonly page: ManageModel;
}

export function BulkList({ model, page }: BulkListProps) {
  const bulks = model.bulks.value ?? [];
  if (model.unreadable.value) return <BulksUnreadable model={model} />;
  if (bulks.length === 0) return <BulkNotice notice={model.notice.value} />;
  return (
    <section aria-labelledby="bulk-earlier">
      <div class="page-head line">
        <h3 id="bulk-earlier">{t('bulkBatches')}</h3>
        <BulkNotice notice={model.notice.value} />
      </div>
      <ul class="card flush bulks">
        {bulks.map((bulk) => (
          <BulkListItem key={bulk.id} bulk={bulk} now={page.steppedNow.value}>
            <ResumeBulk bulk={bulk} onResume={model.resume} />
            {isFinished(bulk) && <DeleteBulk model={model} bulk={bulk} iconOnly />}
          </BulkListItem>
        ))}
      </ul>
    </section>
  );
}
