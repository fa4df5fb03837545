/** The batches that run or are paused: each leads to its page, where it is paused, resumed and canceled. */
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import { BulkListItem } from '../bulk/bulk-list-item.tsx';

interface BatchesProps {
  readonly bulks: readonly Bulk[];
  /** Epoch ms. */
  readonly now: number;
}

export function Batches({ bulks, now }: BatchesProps) {
  if (bulks.length === 0) return null;
  return (
    <section aria-labelledby="batches">
      <div class="heading">
        <h3 id="batches">{t('bulkBatches')}</h3>
      </div>
      <ul class="card flush bulks">
        {bulks.map((bulk) => (
          <BulkListItem key={bulk.id} bulk={bulk} now={now} />
        ))}
      </ul>
    </section>
  );
}
