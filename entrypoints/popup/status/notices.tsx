/**
 * Notices about other jobs than the page's own: those that wait, need an answer or have failed, submitted in the context
 * menu or in a popup that was closed meanwhile. The Activity page lists all of them.
 */
import { BlockedNotice } from '../../../components/blocked-notice.tsx';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { isJobActive } from '../../../lib/i18n/describe-job.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { OtherJobs } from './other-jobs.tsx';
import { JobFailure, failureActions } from './job-failure.tsx';
import { moveFocusOn } from '../move-focus.ts';
import type { PopupModel } from '../model.ts';
import { useNow } from '../use-now.ts';

export interface NoticesProps {
  readonly model: PopupModel;
}

export function Notices({ model }: NoticesProps) {
  const { damaged, storageFailing, storageReclaimed, paused, jobs } = model.view.value;
  const { send } = model.deps;
  const others = jobs.filter(({ id }) => id !== model.job.value?.id);
  const underWay = others.filter((job) => job.kind === 'shorten' && isJobActive(job));
  useNow(model, underWay.length > 0 || typeof paused?.until === 'number');
  return (
    <>
      {damaged && <p class="note">{t('damagedNotice')}</p>}
      {storageFailing && (
        <p role="alert" class="failure">
          {t('storageFailing')}
        </p>
      )}
      {storageReclaimed && !storageFailing && <p class="note">{t('storageReclaimed')}</p>}
      {paused && (
        <BlockedNotice
          paused={paused}
          links={jobs.filter(({ kind, state }) => kind === 'shorten' && state === 'queued').length}
          now={model.now.value}
          onRetry={() => send('resume', null)}
          {...failureActions(model)}
        />
      )}
      {others.map((job) =>
        job.state === 'refused' ? (
          <JobFailure key={job.id} model={model} job={job} />
        ) : (
          job.question && (
            <div key={job.id} role="alert" class="failure">
              <p title={job.subject}>
                <bdi dir="ltr">{truncateMiddle(displayUrl(job.subject), 44)}</bdi>
              </p>
              <AmbiguousLinkPrompt
                id={job.id}
                question={job.question}
                onDecide={(choice) => {
                  moveFocusOn(document.activeElement);
                  send('resolve', { id: job.id, choice });
                }}
              />
            </div>
          )
        ),
      )}
      <OtherJobs model={model} links={underWay} />
    </>
  );
}
