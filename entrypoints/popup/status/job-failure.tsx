/** A failed job: the reason, and the actions that help. */
import { native } from '../../../lib/browser/native.ts';
import { FailureAction } from '../../../components/failure-action.tsx';
import type { JobView } from '../../../lib/views/job-view.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { moveFocusOn } from '../move-focus.ts';
import type { PopupModel } from '../model.ts';
import { openSettings } from '../navigate.ts';

export interface JobProps {
  readonly model: PopupModel;
  readonly job: JobView;
}

export function JobFailure({ model, job }: JobProps) {
  // The popup's own job has the form above it, where it can be corrected and submitted again.
  const own = model.job.value?.id === job.id;
  if (job.failure === null) return null;
  const failure = describeFailure(job.failure, model.now.value);
  const { id } = job;
  const leave = (kind: 'retry' | 'acknowledge') => () => {
    moveFocusOn(document.activeElement);
    model.deps.send(kind, { id });
  };
  return (
    <div role="alert" class="failure">
      {!own && (
        <p title={job.subject}>
          <bdi>
            {t(
              job.kind === 'shorten' ? 'couldNotShorten' : 'couldNotAdd',
              truncateMiddle(displayUrl(job.subject), 44),
            )}
          </bdi>
        </p>
      )}
      <p>
        {failure.sentence}
        {job.passwordDropped && !own && ` ${t('linkPasswordNotSaved')}`}
      </p>
      <p class="acts">
        <FailureAction next={failure.next} {...failureActions(model)} />
        {!own && (
          <>
            {!job.passwordDropped && (
              <button type="button" onClick={leave('retry')}>
                {t('tryAgain')}
              </button>
            )}
            <button type="button" onClick={leave('acknowledge')}>
              {t('dismiss')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** The pages that a failure's action opens. */
export function failureActions({ view }: PopupModel) {
  return {
    onOpenSettings: openSettings,
    onOpenSite: () => void native.tabs.create({ url: view.value.site }),
  };
}
