/**
 * What a person should know of besides the page in front: what waits, what needs an answer, and what ended badly, in the
 * menu or in a popup that was closed meanwhile. The whole of it is the Activity page's.
 */
import { PauseNotice } from '../../../components/blocked-notice.tsx';
import { Question } from '../../../components/ambiguous-link-prompt.tsx';
import { isUnderWay } from '../../../lib/i18n/describe-job.ts';
import { middleEllipsis, shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import { Elsewhere } from './other-jobs.tsx';
import { Failed, waysOut } from './job-failure.tsx';
import { handOn } from '../move-focus.ts';
import type { PopupModel } from '../model.ts';
import { useTicking } from '../use-now.ts';

export interface TroublesProps {
  readonly model: PopupModel;
}

export function Troubles({ model }: TroublesProps) {
  const { damaged, storageFailing, storageReclaimed, paused, jobs } = model.view.value;
  const { tell } = model.parts;
  const others = jobs.filter(({ id }) => id !== model.job.value?.id);
  const underWay = others.filter((job) => job.kind === 'shorten' && isUnderWay(job));
  useTicking(model, underWay.length > 0 || typeof paused?.until === 'number');
  return (
    <>
      {damaged && <p class="note">{say('damagedNotice')}</p>}
      {storageFailing && (
        <p role="alert" class="failure">
          {say('storageFailing')}
        </p>
      )}
      {storageReclaimed && !storageFailing && <p class="note">{say('storageReclaimed')}</p>}
      {paused && (
        <PauseNotice
          paused={paused}
          links={jobs.filter(({ kind, state }) => kind === 'shorten' && state === 'queued').length}
          now={model.now.value}
          onGoOn={() => tell('go-on', null)}
          {...waysOut(model)}
        />
      )}
      {others.map((job) =>
        job.state === 'refused' ? (
          <Failed key={job.id} model={model} job={job} />
        ) : (
          job.question && (
            <div key={job.id} role="alert" class="failure">
              <p title={job.subject}>
                <bdi dir="ltr">{middleEllipsis(shownAddress(job.subject), 44)}</bdi>
              </p>
              <Question
                id={job.id}
                question={job.question}
                onDecide={(choice) => {
                  handOn(document.activeElement);
                  tell('decide', { id: job.id, choice });
                }}
              />
            </div>
          )
        ),
      )}
      <Elsewhere model={model} links={underWay} />
    </>
  );
}
