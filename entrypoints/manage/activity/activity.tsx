/** The room "Activity": what is asked, under way and ended, live, with the request limit beside it. */
import { useRef } from 'preact/hooks';
import { describeCounts, isJobActive } from '../../../lib/i18n/describe-job.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import { JobSection } from './job-section.tsx';
import type { ManageModel, ManageProps, ManageNotice } from '../model.ts';
import { Notices } from '../notices.tsx';
import { RequestMeter } from './request-meter.tsx';
import type { SectionModule } from '../section-deps.ts';

export const render: SectionModule['render'] = (_parts, model) => <Activity model={model} />;

export function Activity({ model }: ManageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const view = model.view.value;
  // A job's row may stand in another part of the list by now; whatever else was pressed leads back to the room.
  useFocusRestore((job) =>
    job === ''
      ? heading.current
      : (document.querySelector<HTMLElement>(`li[data-item="${job}"]`) ?? heading.current),
  );
  const jobs = view?.jobs ?? [];
  const asked = jobs.filter(({ question }) => question !== null);
  const underWay = jobs.filter(isJobActive);
  const ended = jobs.filter((job) => !asked.includes(job) && !underWay.includes(job));
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('activity')}
      </h2>
      <p role="status" class="counts">
        {describeCounts(jobs)}
      </p>
      <p role="status" class="told">
        <Told note={model.notice.value} />
      </p>
      <Notices model={model} />
      <JobSection id="asked" name={t('activityAsked')} jobs={asked} model={model} />
      <JobSection id="under-way" name={t('activityUnderWay')} jobs={inTurn(underWay)} model={model}>
        {underWay.some(({ state }) => state === 'queued') && (
          <button type="button" onClick={() => void model.cancelWaiting()}>
            {t('cancelAll')}
          </button>
        )}
      </JobSection>
      <JobSection id="ended" name={t('activityEnded')} jobs={lastFirst(ended)} model={model}>
        <button type="button" onClick={() => void model.clearEnded()}>
          {t('clearEnded')}
        </button>
      </JobSection>
      {view?.connected && jobs.length === 0 && <p class="note empty">{t('activityEmpty')}</p>}
      {view?.connected && view.meter && <RequestMeter meter={view.meter} now={model.now} />}
    </>
  );
}

function Told({ note }: { readonly note: ManageNotice | null }) {
  switch (note?.name) {
    case undefined:
      return null;
    case 'copied':
      // Seen beside the link; here for who does not see.
      return <span class="unseen">{t('copied')}</span>;
    case 'copy-failed':
      return <>{t('copyFailed')}</>;
    case 'given-up':
      return <>{formatCount('givenUp', note.count)}</>;
    case 'cleared':
      return <>{t('cleared')}</>;
    case 'failed':
      return <>{t('actFailed')}</>;
  }
}

type Jobs = NonNullable<ManageModel['view']['value']>['jobs'];

/** In the order in which they go; what has no time yet goes after what has. */
function inTurn(jobs: Jobs): Jobs {
  const rank = ({ state, goesAt }: Jobs[number]) => (state === 'sent' ? 0 : (goesAt ?? Infinity));
  return jobs.toSorted((a, b) => (rank(a) === rank(b) ? a.at - b.at : rank(a) - rank(b)));
}

function lastFirst(jobs: Jobs): Jobs {
  return jobs.toSorted((a, b) => (b.endedAt ?? b.at) - (a.endedAt ?? a.at));
}
