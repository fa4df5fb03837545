/** The links of other pages that are in progress, in one line: the short form of the Activity page. */
import type { JobView } from '../../../lib/views/job-view.ts';
import { formatWait } from '../../../lib/i18n/describe-failure.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { moveFocusOn } from '../move-focus.ts';
import type { PopupModel } from '../model.ts';
import { openManage } from '../navigate.ts';

export interface OtherJobsProps {
  readonly model: PopupModel;
  readonly links: readonly JobView[];
}

export function OtherJobs({ model, links }: OtherJobsProps) {
  const waiting = links.filter(({ state }) => state === 'queued');
  const [first] = waiting;
  const now = model.now.value;
  const times = waiting.flatMap(({ goesAt }) => (goesAt !== null && goesAt > now ? goesAt - now : []));
  if (links.length === 0) return null;
  return (
    <section class="waiting">
      <p role="status">
        {first ? formatCount('linksQueued', waiting.length) : formatCount('linksInProgress', links.length)}
        {times.length > 0 && <span role="timer"> · {t('nextIn', formatWait(Math.min(...times)))}</span>}
      </p>
      <span class="acts">
        {/* Cancelling one job of a bulk pauses the whole bulk; the Activity page can cancel a single one. */}
        {first && first.from !== 'bulk' && waiting.length === 1 && (
          <button
            type="button"
            aria-label={t('cancelNamed', displayUrl(first.subject))}
            onClick={() => {
              moveFocusOn(null);
              model.deps.send('cancel', { id: first.id });
            }}
          >
            {t('cancel')}
          </button>
        )}
        <button type="button" onClick={() => void openManage('activity')}>
          {t('activity')}
        </button>
      </span>
    </section>
  );
}
