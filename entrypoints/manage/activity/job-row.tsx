/** One job: its subject, its status, and its buttons. */
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

/** Characters of a subject that a row shows. */
const maxSubjectLength = 72;

export function JobRow({ job, model }: JobRowProps) {
  const subject = describeSubject(job, displayUrl);
  const at = job.endedAt ?? job.at;
  const age = formatAge(at, model.now.value);
  return (
    <li tabIndex={-1} data-state={job.state} data-item={job.id}>
      <p class="subject">
        <bdi title={job.subject}>
          <TruncatedText text={subject} length={maxSubjectLength} />
        </bdi>
        <span class="when" title={new Date(at).toLocaleString(uiLanguage())}>
          {job.endedAt === null ? t('requestedAgo', age) : age}
        </span>
      </p>
      <JobStatus job={job} model={model} name={truncateMiddle(subject, maxSubjectLength)} />
    </li>
  );
}

interface JobStatusProps extends JobRowProps {
  /** Short enough for a button's label. */
  readonly name: string;
}

function JobStatus(props: JobStatusProps) {
  const { job, model } = props;
  if (isJobActive(job)) return <ActiveJob {...props} />;
  if (job.question !== null)
    return (
      <AmbiguousLinkPrompt
        id={job.id}
        question={job.question}
        onDecide={(choice) => model.decide(job.id, choice)}
      />
    );
  if (job.state === 'done') return <CreatedLink {...props} />;
  if (job.state === 'refused') return <RefusedJob {...props} />;
  return <p class="note">{t('canceled')}</p>;
}

function ActiveJob({ job, model, name }: JobStatusProps) {
  return (
    <div class="status">
      <p>{describeActiveJob(job, model.view.value?.paused ?? null, model.now.value)}</p>
      {job.state === 'queued' && (
        <button type="button" aria-label={t('cancelNamed', name)} onClick={() => void model.cancel(job)}>
          {t('cancel')}
        </button>
      )}
    </div>
  );
}

function CreatedLink({ job, model }: JobStatusProps) {
  const { shortUrl, existing, aliasDiffers, lookedUp } = job.made ?? {};
  const notice = model.notice.value;
  if (!shortUrl) return <p>{t(byKind(job, 'created', 'added', 'linkAdded', 'updated', 'deleted'))}</p>;
  const shown = displayUrl(shortUrl);
  // The page's title is not stored with the job.
  const link = {
    id: job.made?.id ?? '',
    shortUrl,
    url: job.subject,
    title: '',
    private: job.private === true,
  };
  return (
    <>
      <div class="status">
        <bdi dir="ltr" class="short-link">
          {shown}
        </bdi>
        {notice?.name === 'copied' && notice.shortUrl === shortUrl && (
          <strong aria-hidden="true">{t('copied')}</strong>
        )}
        <LinkActionBar
          id={job.made?.id ?? null}
          label={(action) => `${t(action)} ${shown}`}
          render={(action) =>
            import('../link-actions.tsx').then(({ renderLinkAction }) =>
              renderLinkAction(model, link, action),
            )
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
          {existing && t('linkExisted')} {aliasDiffers && t('aliasDiffers')} {lookedUp && t('responseLost')}
        </p>
      )}
    </>
  );
}

function RefusedJob({ job, model, name }: JobStatusProps) {
  const described = job.failure && describeFailure(job.failure, model.now.value);
  return (
    <div class="failure">
      <p>
        <strong>
          {t(
            job.unconfirmed
              ? 'dismissedUnconfirmed'
              : byKind(
                  job,
                  'jobCreateFailed',
                  'jobAddFailed',
                  'jobAddLinkFailed',
                  'jobUpdateFailed',
                  'jobDeleteFailed',
                ),
          )}
        </strong>
        {described && ` · ${described.sentence}`}
      </p>
      <p class="acts">
        {described && <FailureAction next={described.next} {...failureActions(model)} />}
        {job.passwordDropped ? (
          t('linkPasswordNotSaved')
        ) : (
          <button type="button" aria-label={t('tryAgainNamed', name)} onClick={() => model.retry(job.id)}>
            {t('tryAgain')}
          </button>
        )}
      </p>
    </div>
  );
}
