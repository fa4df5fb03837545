/** The progress of a bulk: its status, its bar, and the counts of its rows, which filter the results. */
import { Folder, TriangleAlert } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { countLinks, progressOf, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { Breaker } from '../../../lib/bulk/refusal-breaker.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { BulksModel } from './bulks-model.ts';
import { isTripped, statusOf } from './bulk-status.ts';
import { FilterButtons, type FilterChoice } from './filter-buttons.tsx';
import { describeCampaigns, describeProgress } from './labels.ts';
import { countFiltered, type ResultFilter } from './result-filter.ts';
import { bulkIconOf, resultIcons, StatusIcon, type TonedIcon } from './status-icon.tsx';

export interface BulkPartProps {
  readonly bulk: Bulk;
  readonly page: ManageModel;
  readonly model: BulksModel;
}

export function BulkProgress({ bulk, page, model }: BulkPartProps) {
  const status = statusOf(bulk);
  const icon = bulkIconOf(bulk);
  const blockReason = page.view.value?.blockReason ?? null;
  const left = blockReason === null ? model.msLeft.value : null;
  return (
    <div class="card progress-card">
      <div class="progress-line line">
        {/* A live region: without the numbers, which change all the time. */}
        <p role="status" class="pill" data-tone={icon[1]}>
          <StatusIcon of={icon} />
          <strong>{t(status)}</strong>
        </p>
        <p class="progress-count number">{describeProgress(bulk)}</p>
        {bulk.campaigns !== undefined && bulk.campaigns.length > 0 && (
          <p class="pill">
            <Icon of={Folder} size={14} />
            <bdi>{describeCampaigns(bulk.campaigns)}</bdi>
          </p>
        )}
        {left !== null && left > 0 && <p class="note time-left number">{t('timeLeft', formatWait(left))}</p>}
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
        variant="filter-tiles"
        value={model.filter.value}
        choices={tilesOf(bulk, model)}
        onChoose={model.setFilter}
      />
      {bulk.cancelledElsewhere && bulk.desiredState === 'pause' && (
        <p class="note">{t('bulkCanceledElsewhere', t('bulkResume'))}</p>
      )}
      {isTripped(bulk) && <PauseReason breaker={bulk.breaker} />}
    </div>
  );
}

interface Tile {
  readonly value: ResultFilter;
  readonly label: MessageName;
  /** None for all rows. */
  readonly icon?: TonedIcon;
  /** Only while it has rows, or is chosen. */
  readonly optional?: boolean;
}

const tiles: readonly Tile[] = [
  { value: 'all', label: 'bulkFilterAll' },
  { value: 'done', label: 'bulkFilterCreated', icon: resultIcons.done },
  { value: 'existing', label: 'bulkAlreadyExisted', icon: resultIcons.existed, optional: true },
  { value: 'refused', label: 'bulkFilterFailed', icon: resultIcons.refused },
  { value: 'asks', label: 'needsDecision', icon: resultIcons.asks, optional: true },
  { value: 'open', label: 'bulkFilterPending', icon: resultIcons.waiting },
  { value: 'cancelled', label: 'bulkFilterCanceled', icon: resultIcons.cancelled, optional: true },
  { value: 'left-out', label: 'bulkFilterSkipped', icon: resultIcons['left-out'], optional: true },
];

function tilesOf(bulk: Bulk, { existing, filter }: BulksModel): readonly FilterChoice<ResultFilter>[] {
  return tiles
    .map(({ label, ...tile }) => ({
      ...tile,
      label: t(label),
      count: countFiltered(bulk, existing.value, tile.value),
    }))
    .filter(({ value, count, optional }) => !optional || count > 0 || value === filter.value);
}

function PauseReason({ breaker: { failure, rows } }: { readonly breaker: Breaker }) {
  const message = failure.kind === 'refused' ? failure.message : null;
  return (
    <Banner
      icon={TriangleAlert}
      tone="decision"
      heading={formatCount(
        failure.kind === 'unreadable' ? 'bulkPausedFailed' : 'bulkPausedRejected',
        rows.length,
      )}
    >
      <p>
        {/* These failures hold no waiting time, so the current time does not matter. */}
        <bdi>
          {message === null ? describeFailure(failure, 0).sentence : t('bulkServiceMessage', message)}
        </bdi>
      </p>
      <p>{t('bulkPausedNextStep', t('bulkResume'))}</p>
    </Banner>
  );
}
