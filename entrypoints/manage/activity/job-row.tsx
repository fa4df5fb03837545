/** One job: what it is about, how it stands, and what can be done with it. */
import { FailureAction } from '../../../components/failure-action.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { LinkActionBar } from '../../../components/link-actions/link-action-bar.tsx';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import type { JobView } from '../../../lib/views/job-view.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { describeSubject, byKind, isJobActive, describeActiveJob } from '../../../lib/i18n/describe-job.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { t, uiLanguage } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import type { ManageProps } from '../model.ts';
import { failureActions } from '../failure-actions.ts';

export interface JobRowProps extends ManageProps {
  readonly job: JobView;
}

/** The most characters of a subject that a row shows. */
const subjectLength = 72;

export function JobRow({ job, model }: JobRowProps) {
  const subject = describeSubject(job, displayUrl);
  const at = job.endedAt ?? job.at;
  const passed = formatAge(at, model.now.value);
  return (
    <li tabIndex={-1} data-state={job.state} data-item={job.id}>
      <p class="subject">
        <bdi title={job.subject}>
          <TruncatedText text={subject} length={subjectLength} />
        </bdi>
        <span class="when" title={new Date(at).toLocaleString(uiLanguage())}>
          {job.endedAt === null ? t('askedAt', passed) : passed}
        </span>
      </p>
      <Standing job={job} model={model} name={truncateMiddle(subject, subjectLength)} />
    </li>
  );
}

interface StandingProps extends JobRowProps {
  /** The subject as buttons name it. */
  readonly name: string;
}

function Standing(props: StandingProps) {
  const { job, model } = props;
  if (isJobActive(job)) return <UnderWay {...props} />;
  if (job.question !== null)
    return (
      <AmbiguousLinkPrompt
        id={job.id}
        question={job.question}
        onDecide={(choice) => model.decide(job.id, choice)}
      />
    );
  if (job.state === 'done') return <Made {...props} />;
  if (job.state === 'refused') return <Refused {...props} />;
  return <p class="note">{t('cancelled')}</p>;
}

function UnderWay({ job, model, name }: StandingProps) {
  return (
    <div class="standing">
      <p>{describeActiveJob(job, model.view.value?.paused ?? null, model.now.value)}</p>
      {job.state === 'queued' && (
        <button type="button" aria-label={t('cancelNamed', name)} onClick={() => void model.cancel(job)}>
          {t('cancel')}
        </button>
      )}
    </div>
  );
}

function Made({ job, model }: StandingProps) {
  const { shortUrl, existing, aliasDiffers, lookedUp } = job.made ?? {};
  const note = model.notice.value;
  if (!shortUrl) return <p>{t(byKind(job, 'made', 'added', 'filed', 'changed', 'deleted'))}</p>;
  const shown = displayUrl(shortUrl);
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
          <strong aria-hidden="true">{t('copied')}</strong>
        )}
        <LinkActionBar
          id={job.made?.id ?? null}
          label={(way) => `${t(way)} ${shown}`}
          render={(way) =>
            import('../link-actions.tsx').then(({ renderLinkAction }) => renderLinkAction(model, link, way))
          }
        >
          <button type="button" aria-label={t('copyLink', shown)} onClick={() => void model.copy(shortUrl)}>
            {t('copy')}
          </button>
          <button
            type="button"
            aria-label={t('openLink', shown)}
            onClick={() => model.deps.openPage(shortUrl)}
          >
            {t('open')}
          </button>
        </LinkActionBar>
      </div>
      {(existing || aliasDiffers || lookedUp) && (
        <p class="note">
          {existing && t('linkExisted')} {aliasDiffers && t('aliasDiffers')} {lookedUp && t('foundAgain')}
        </p>
      )}
    </>
  );
}

function Refused({ job, model, name }: StandingProps) {
  const told = job.failure && describeFailure(job.failure, model.now.value);
  return (
    <div class="failure">
      <p>
        <strong>
          {t(
            job.unconfirmed
              ? 'dismissedUnconfirmed'
              : byKind(job, 'refused', 'refusedAdd', 'refusedFile', 'refusedChange', 'refusedDelete'),
          )}
        </strong>
        {told && ` · ${told.sentence}`}
      </p>
      <p class="acts">
        {told && <FailureAction next={told.next} {...failureActions(model)} />}
        {job.passwordDropped ? (
          t('passwordNotKept')
        ) : (
          <button type="button" aria-label={t('tryAgainNamed', name)} onClick={() => model.retry(job.id)}>
            {t('tryAgain')}
          </button>
        )}
      </p>
    </div>
  );
}
