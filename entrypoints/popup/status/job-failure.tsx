/** What was surely not made: why, and what can be done now. */
import { native } from '../../../lib/browser/native.ts';
import { NextStep } from '../../../components/failure-action.tsx';
import type { JobView } from '../../../lib/views/popup-view.ts';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { middleEllipsis, shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import { handOn } from '../move-focus.ts';
import type { PopupModel } from '../model.ts';
import { openSettings } from '../navigate.ts';

export interface JobProps {
  readonly model: PopupModel;
  readonly job: JobView;
}

export function Failed({ model, job }: JobProps) {
  // The form stands above the popup's own: there it can be changed and sent again.
  const own = model.job.value?.id === job.id;
  if (job.failure === null) return null;
  const told = tellFailure(job.failure, model.now.value);
  const { id } = job;
  const leave = (kind: 'retry' | 'seen') => () => {
    handOn(document.activeElement);
    model.parts.tell(kind, { id });
  };
  return (
    <div role="alert" class="failure">
      {!own && (
        <p title={job.subject}>
          <bdi>
            {say(
              job.kind === 'shorten' ? 'notMade' : 'notAdded',
              middleEllipsis(shownAddress(job.subject), 44),
            )}
          </bdi>
        </p>
      )}
      <p>
        {told.sentence}
        {job.passwordDropped && !own && ` ${say('passwordNotKept')}`}
      </p>
      <p class="acts">
        <NextStep next={told.next} {...waysOut(model)} />
        {!own && (
          <>
            {!job.passwordDropped && (
              <button type="button" onClick={leave('retry')}>
                {say('tryAgain')}
              </button>
            )}
            <button type="button" onClick={leave('seen')}>
              {say('dismiss')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** Where a failure's sentence sends the person. */
export function waysOut({ view }: PopupModel) {
  return {
    onOpenSettings: openSettings,
    onOpenSite: () => void native.tabs.create({ url: view.value.site }),
  };
}
