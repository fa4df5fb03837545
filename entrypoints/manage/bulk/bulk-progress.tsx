/** The progress of a bulk: its status, its bar, and the counts of its rows, which filter the results. */
import { Check, CircleX, Clock, TriangleAlert } from 'lucide';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { countLinks, countOpen, countRows, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import { progressOf, type ResultFilter } from './bulks-state.ts';
import type { BulksModel } from './bulks-model.ts';
import { statusSigns } from './bulk-facts.tsx';
import { describePause, isTripped, statusOf } from './describe-bulk.ts';
import { FilterButtons, type FilterChoice } from './filter-buttons.tsx';
import { resultSigns, SignIcon } from './row-status.tsx';

export interface BulkProgressProps {
  readonly bulk: Bulk;
  readonly page: ManageModel;
  readonly model: BulksModel;
}

export function BulkProgress({ bulk, page, model }: BulkProgressProps) {
  const status = statusOf(bulk);
  const sign = statusSigns[status];
  const paused = page.view.value?.paused ?? null;
  const left = paused === null ? model.msLeft.value : null;
  return (
    <div class="card progress-card">
      <div class="progress-line">
        {/* A live region: without the numbers, which change all the time. */}
        <p role="status" class="pill" data-tone={sign[1]}>
          <SignIcon sign={sign} />
          <strong>{t(status)}</strong>
        </p>
        <p class="progress-count">
          {t('bulkCreatedOf', formatNumber(bulk.counts.done), formatNumber(countLinks(bulk)))}
        </p>
        {left !== null && left > 0 && <p class="note time-left">{t('bulkTimeLeft', formatWait(left))}</p>}
      </div>
      {/* The counts below say the same as text. */}
      <ProgressBar
        label={t('bulkProgress')}
        all={countLinks(bulk)}
        created={bulk.counts.done}
        failed={bulk.counts.refused}
        progress={progressOf(bulk)}
      />
      <FilterButtons<ResultFilter>
        look="filter-tiles"
        value={model.filter.value}
        choices={tilesOf(bulk)}
        onChoose={model.setFilter}
      />
      {bulk.cancelledElsewhere && bulk.wish === 'pause' && (
        <p class="note">{t('bulkCanceledElsewhere', t('bulkResume'))}</p>
      )}
      {isTripped(bulk) && <PauseReason bulk={bulk} />}
    </div>
  );
}

function tilesOf(bulk: Bulk): readonly FilterChoice<ResultFilter>[] {
  const { done, refused, cancelled, 'left-out': leftOut } = bulk.counts;
  const tiles: FilterChoice<ResultFilter>[] = [
    { value: 'all', label: t('bulkFilterAll'), count: countRows(bulk) },
    { value: 'done', label: t('bulkFilterCreated'), count: done, sign: [Check, 'good'] },
    { value: 'refused', label: t('bulkFilterFailed'), count: refused, sign: [CircleX, 'bad'] },
    { value: 'open', label: t('bulkFilterPending'), count: countOpen(bulk), sign: [Clock, 'soft'] },
  ];
  if (cancelled > 0)
    tiles.push({
      value: 'cancelled',
      label: t('bulkFilterCanceled'),
      count: cancelled,
      sign: resultSigns.cancelled,
    });
  if (leftOut > 0)
    tiles.push({
      value: 'left-out',
      label: t('bulkFilterSkipped'),
      count: leftOut,
      sign: resultSigns['left-out'],
    });
  return tiles;
}

function PauseReason({ bulk }: { readonly bulk: Bulk & { readonly breaker: NonNullable<Bulk['breaker']> } }) {
  const [what, reason, next] = describePause(bulk.breaker);
  return (
    <div class="failure pause-reason">
      <SignIcon sign={[TriangleAlert, 'warn']} />
      <div>
        <p>
          <strong>{what}</strong>
        </p>
        <p>
          <bdi>{reason}</bdi>
        </p>
        <p>{next}</p>
      </div>
    </div>
  );
}
