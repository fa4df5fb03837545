/** The progress of the first sync, above the links that it has read so far. */
import { CloudDownload } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { LinksFreshness } from '../../../lib/mirror/mirror-reader.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { estimateDuration } from '../../../lib/views/estimate-duration.ts';
import type { LinksProps } from './links-model.ts';

export function SyncCard({ model, page }: Pick<LinksProps, 'model' | 'page'>) {
  const links = model.freshness.value?.links;
  if (links === undefined || links.complete) return null;
  const { count, total } = links;
  const isTotalKnown = total !== null && total > count;
  const timeLeft = estimateTimeLeft(links, page.view.value, page.now.value);
  return (
    <div class="card sync-card">
      <p>
        <strong id="sync-progress">
          <Icon of={CloudDownload} />
          {t('syncingLinks')}
        </strong>
        <span class="number">{describeProgress(links)}</span>
        {timeLeft !== null && <span class="number">{t('timeLeft', formatWait(timeLeft))}</span>}
      </p>
      <progress
        aria-labelledby="sync-progress"
        max={isTotalKnown ? total : undefined}
        value={isTotalKnown ? count : undefined}
      />
      <p class="hint">{t('syncingLinksHint')}</p>
    </div>
  );
}

function describeProgress({ count, total, at }: LinksFreshness): string {
  if (count === 0 && at === null) return t('notSyncedYet');
  return total !== null && total > count
    ? formatCount('linksSyncedOf', total, formatNumber(count))
    : formatCount('linksSyncedSoFar', count);
}

/** Shorter than this, in ms, a sync is over before an estimate has been read. */
const minTimeLeft = 20_000;

/** In ms, by the requests that the rate limit allows; `null` while that is unknown, or nothing is sent. */
function estimateTimeLeft(
  { count, total, pageSize }: LinksFreshness,
  view: ActivityView | null,
  now: number,
): number | null {
  if (total === null || pageSize === null || (view?.blockReason ?? null) !== null) return null;
  const left = estimateDuration(Math.ceil((total - count) / pageSize), view?.meter ?? null, now);
  return left !== null && left >= minTimeLeft ? left : null;
}
