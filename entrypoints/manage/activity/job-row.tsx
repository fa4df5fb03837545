/** One job: what it is about, how it stands, and what can be done with it. */
import { NextStep } from '../../../components/failure-action.tsx';
import { LongText } from '../../../components/truncated-text.tsx';
import { MadeActs } from '../../../components/link-actions/link-action-bar.tsx';
import { Question } from '../../../components/ambiguous-link-prompt.tsx';
import type { JobView } from '../../../lib/views/popup-view.ts';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { tellSubject } from '../../../lib/i18n/job-subject.ts';
import { byKind, isUnderWay, tellUnderWay } from '../../../lib/i18n/describe-job.ts';
import { middleEllipsis, shownAddress } from '../../../lib/i18n/truncate.ts';
import { say, uiLanguage } from '../../../lib/i18n/t.ts';
import { ago } from '../../../lib/i18n/relative-time.ts';
import type { ManageProps } from '../model.ts';
import { waysOut } from '../failure-actions.ts';

export interface JobRowProps extends ManageProps {
  readonly job: JobView;
}

/** The most characters of a subject that a row shows. */
const subjectLength = 72;

export function JobRow({ job, model }: JobRowProps) {
  const subject = tellSubject(job, shownAddress);
  const at = job.endedAt ?? job.at;
  const passed = ago(at, model.now.value);
  return (
    <li tabIndex={-1} data-state={job.state} data-place={job.id}>
      <p class="subject">
        <bdi title={job.subject}>
          <LongText text={subject} length={subjectLength} />
        </bdi>
        <span class="when" title={new Date(at).toLocaleString(uiLanguage())}>
          {job.endedAt === null ? say('askedAt', passed) : passed}
        </span>
      </p>
      <Standing job={job} model={model} name={middleEllipsis(subject, subjectLength)} />
    </li>
  );
}

interface StandingProps extends JobRowProps {
  /** The subject as buttons name it. */
  readonly name: string;
}

function Standing(props: StandingProps) {
  const { job, model } = props;
  if (isUnderWay(job)) return <UnderWay {...props} />;
  if (job.question !== null)
    return (
      <Question id={job.id} question={job.question} onDecide={(choice) => model.decide(job.id, choice)} />
    );
  if (job.state === 'done') return <Made {...props} />;
  if (job.state === 'refused') return <Refused {...props} />;
  return <p class="note">{say('cancelled')}</p>;
}

function UnderWay({ job, model, name }: StandingProps) {
  return (
    <div class="standing">
      <p>{tellUnderWay(job, model.view.value?.paused ?? null, model.now.value)}</p>
      {job.state === 'queued' && (
        <button type="button" aria-label={say('cancelNamed', name)} onClick={() => void model.cancel(job)}>
          {say('cancel')}
        </button>
      )}
    </div>
  );
}

function Made({ job, model }: StandingProps) {
  const { shortUrl, existing, aliasDiffers, lookedUp } = job.made ?? {};
  const note = model.note.value;
  if (!shortUrl) return <p>{say(byKind(job, 'made', 'added', 'filed', 'changed', 'deleted'))}</p>;
  const shown = shownAddress(shortUrl);
  // Which title the page had is not kept with the job: the address stands in.
  const link = {
    id: job.made?.id ?? '',
    shortUrl,
    url: job.subject,
    title: '',
    private: job.private === true,
  };
  return (
    <>
      <div class="standing">
        <bdi dir="ltr" class="short-link">
          {shown}
        </bdi>
        {note?.name === 'copied' && note.shortUrl === shortUrl && (
          <strong aria-hidden="true">{say('copied')}</strong>
        )}
        <MadeActs
          id={job.made?.id ?? null}
          label={(way) => `${say(way)} ${shown}`}
          draw={(way) => import('../link-actions.tsx').then(({ drawAfter }) => drawAfter(model, link, way))}
        >
          <button type="button" aria-label={say('copyLink', shown)} onClick={() => void model.copy(shortUrl)}>
            {say('copy')}
          </button>
          <button
            type="button"
            aria-label={say('openLink', shown)}
            onClick={() => model.parts.openPage(shortUrl)}
          >
            {say('open')}
          </button>
        </MadeActs>
      </div>
      {(existing || aliasDiffers || lookedUp) && (
        <p class="note">
          {existing && say('linkExisted')} {aliasDiffers && say('aliasDiffers')}{' '}
          {lookedUp && say('foundAgain')}
        </p>
      )}
    </>
  );
}

function Refused({ job, model, name }: StandingProps) {
  const told = job.failure && tellFailure(job.failure, model.now.value);
  return (
    <div class="failure">
      <p>
        <strong>
          {say(
            job.unconfirmed
              ? 'dismissedUnconfirmed'
              : byKind(job, 'refused', 'refusedAdd', 'refusedFile', 'refusedChange', 'refusedDelete'),
          )}
        </strong>
        {told && ` · ${told.sentence}`}
      </p>
      <p class="acts">
        {told && <NextStep next={told.next} {...waysOut(model)} />}
        {job.passwordDropped ? (
          say('passwordNotKept')
        ) : (
          <button type="button" aria-label={say('tryAgainNamed', name)} onClick={() => model.retry(job.id)}>
            {say('tryAgain')}
          </button>
        )}
      </p>
    </div>
  );
}
