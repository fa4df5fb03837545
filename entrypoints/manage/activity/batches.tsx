/** The batches that run or are paused: each leads to its page, where it is paused, resumed and canceled. */
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import { t, uiLanguage } from '../../../lib/i18n/t.ts';
import { BulkFacts, statusSigns } from '../bulk/bulk-facts.tsx';
import { statusOf } from '../bulk/describe-bulk.ts';
import { SignIcon } from '../bulk/row-status.tsx';

export interface BatchesProps {
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
          <li key={bulk.id}>
            <SignIcon sign={statusSigns[statusOf(bulk)]} />
            <BulkFacts bulk={bulk} />
            <span class="when" title={new Date(bulk.at).toLocaleString(uiLanguage())}>
              {formatAge(bulk.at, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
