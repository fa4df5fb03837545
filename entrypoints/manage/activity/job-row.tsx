/** One job: its status as an icon, its subject, what came of it, and its buttons. */
import {
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  Copy,
  FastForward,
  LoaderCircle,
  Pencil,
  RotateCw,
  X,
  type IconNode,
} from 'lucide';
import type { ComponentChildren } from 'preact';
import { FailureAction, failureActions } from '../../../components/failure-action.tsx';
import { Icon } from '../../../components/icon.tsx';
import { isDismissed, remarksOn } from '../../../components/job-facts.ts';
import { ShortUrl } from '../../../components/short-url.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { LinkAction } from '../../../components/link-actions/link-action-buttons.tsx';
import { LinkRowActions } from '../../../components/link-actions/link-row-actions.tsx';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import type { JobView } from '../../../lib/views/job-view.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import {
  describeSubject,
  byKind,
  isJobActive,
  describeActiveJob,
  describeSendFailure,
  isDelayed,
} from '../../../lib/i18n/describe-job.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { t, uiLanguage } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import { OpenButton, RowButton } from '../records/row-button.tsx';
import type { ManageProps } from '../model.ts';

interface JobRowProps extends ManageProps {
  readonly job: JobView;
}

/** Characters of a subject that a row shows. */
const maxSubjectLength = 72;

interface JobPartsProps extends JobRowProps {
  /** Short enough for a button's label. */
  readonly name: string;
}

const needsDecision = (job: JobView): boolean => job.question !== null && !isJobActive(job);

export function JobRow({ job, page }: JobRowProps) {
  const name = truncateMiddle(describeSubject(job, displayUrl), maxSubjectLength);
  return (
    <li
      tabIndex={-1}
      class={needsDecision(job) ? 'undecided' : isDismissed(job) ? 'dismissed' : undefined}
      data-state={job.state}
      data-item={job.id}
    >
      <Icon of={iconOf(job)} />
      <JobParts job={job} page={page} name={name} />
    </li>
  );
}

const stateIcons: Readonly<Record<JobView['state'], IconNode>> = {
  queued: Clock,
  sent: LoaderCircle,
  unknown: LoaderCircle,
  done: CircleCheck,
  refused: CircleX,
  cancelled: CircleSlash,
};

function iconOf(job: JobView): IconNode {
  if (needsDecision(job)) return CircleQuestionMark;
  return isDismissed(job) ? CircleMinus : stateIcons[job.state];
}

function JobParts(props: JobPartsProps) {
  const { job } = props;
  if (isJobActive(job)) return <ActiveJob {...props} />;
  if (job.question !== null) return <Decision {...props} question={job.question} />;
  const { shortUrl } = job.result ?? {};
  if (job.state === 'done' && shortUrl) return <CreatedLink {...props} shortUrl={shortUrl} />;
  if (job.state === 'done')
    return (
      <JobText {...props} note={t(byKind(job, 'created', 'added', 'linkAdded', 'updated', 'deleted'))} />
    );
  if (job.state === 'refused') return <RefusedJob {...props} />;
  return <JobText {...props} note={t('canceled')} />;
}

interface JobTextProps extends JobRowProps {
  /** Above the subject. */
  readonly title?: ComponentChildren;
  readonly note: ComponentChildren;
  readonly alias?: string | undefined;
}

function JobText({ job, page, title, note, alias = '' }: JobTextProps) {
  const at = job.endedAt ?? job.at;
  const age = formatAge(at, page.steppedNow.value);
  return (
    <>
      <div>
        {title}
        <p class={title === undefined ? 'subject' : 'subject hint'}>
          <bdi class="one-line" title={job.subject}>
            <TruncatedText text={describeSubject(job, displayUrl)} length={maxSubjectLength} />
          </bdi>
        </p>
        {alias !== '' && (
          <p class="job-note hint">
            <bdi>{t('setTo', t('alias'), alias)}</bdi>
          </p>
        )}
        {note && <p class="job-note hint">{note}</p>}
      </div>
      <time class="when hint" title={new Date(at).toLocaleString(uiLanguage())}>
        {job.endedAt === null ? t('requestedAgo', age) : age}
      </time>
    </>
  );
}

/** A job whose result is open: in the color of a warning, with its choices below. */
function Decision({
  job,
  page,
  question,
}: JobPartsProps & { readonly question: NonNullable<JobView['question']> }) {
  return (
    <>
      <JobText job={job} page={page} note={null} />
      <div class="job-below">
        <AmbiguousLinkPrompt
          id={job.id}
          kind={job.kind}
          question={question}
          onDecide={(decision) => page.decide(job.id, decision)}
        />
      </div>
    </>
  );
}

function ActiveJob({ job, page, name }: JobPartsProps) {
  const blockReason = page.view.value?.blockReason ?? null;
  const status = describeActiveJob(job, blockReason, page.now.value);
  const reason = describeSendFailure(job);
  const cancels = job.state === 'queued';
  // A row of a batch is ended there.
  const canEnd = cancels || (job.state === 'unknown' && job.from !== 'bulk');
  return (
    <>
      <JobText job={job} page={page} note={reason === null ? status : `${status} · ${reason}`} />
      {canEnd && (
        <p class="acts">
          {isDelayed(job, blockReason) && (
            <RowButton
              icon={FastForward}
              word={t('createNow')}
              label={t('createNowNamed', name)}
              showsWord
              onClick={() => page.skipDelay(job.id)}
            />
          )}
          <RowButton
            icon={X}
            word={t(cancels ? 'cancel' : 'stopChecking')}
            label={t(cancels ? 'cancelNamed' : 'stopCheckingNamed', name)}
            showsWord
            onClick={() => (cancels ? void page.cancel(job) : page.decide(job.id, 'dismiss'))}
          />
        </p>
      )}
    </>
  );
}

function CreatedLink({ job, page, shortUrl }: JobRowProps & { readonly shortUrl: string }) {
  const notice = page.notice.value;
  const shown = displayUrl(shortUrl);
  // The page's title is not stored with the job.
  const link = {
    id: job.result?.id ?? '',
    shortUrl,
    url: job.subject,
    title: '',
    private: job.private === true,
  };
  const labels: Readonly<Record<LinkAction, string>> = {
    qrCode: t('qrCodeNamed', shown),
    copyAs: t('copyAsNamed', shown),
    share: t('shareNamed', shown),
    addTo: t('addToNamed', shown),
  };
  const remarks = remarksOn(job.result);
  return (
    <>
      <JobText
        job={job}
        page={page}
        title={
          <p>
            <ShortUrl url={shortUrl} />{' '}
            {notice?.name === 'copied' && notice.what === shortUrl && (
              <strong class="copied" aria-hidden="true">
                {t('copied')}
              </strong>
            )}
          </p>
        }
        note={remarks.length > 0 && remarks.map((remark) => <span key={remark}>{t(remark)} </span>)}
      />
      <LinkRowActions
        id={job.result?.id ?? null}
        more={t('moreActionsNamed', shown)}
        label={(action) => labels[action]}
        render={(action) =>
          import('../link-actions.tsx').then(({ renderLinkAction }) => renderLinkAction(page, link, action))
        }
      >
        <RowButton
          icon={Copy}
          word={t('copy')}
          label={t('copyLink', shown)}
          onClick={() => void page.copy(shortUrl)}
        />
        <OpenButton name={shown} onClick={() => page.deps.openPage(shortUrl)} />
      </LinkRowActions>
    </>
  );
}

function RefusedJob({ job, page, name }: JobPartsProps) {
  // A later press for the same URL dismisses a link, too: trying again would make a second one. One whose result stayed
  // unknown is looked up first.
  const isDismissedLink = job.dismissed === true && job.unconfirmed !== true && job.kind === 'shorten';
  const canRetry = !job.passwordDropped && !isDismissedLink && job.failure?.kind !== 'not-an-address';
  const described = job.failure && describeFailure(job.failure, page.now.value);
  const status = isDismissed(job) ? 'dismissed' : 'failed';
  return (
    <>
      <JobText
        job={job}
        page={page}
        alias={job.alias}
        note={
          <>
            <strong>{t(job.unconfirmed ? 'dismissedUnconfirmed' : status)}</strong> {described?.sentence}{' '}
            {job.passwordDropped && t('linkPasswordNotSaved')}
          </>
        }
      />
      <p class="acts">
        {described && <FailureAction next={described.next} {...failureActions(page.view, page.deps)} />}
        {job.kind === 'shorten' && (
          <RowButton
            icon={Pencil}
            word={t('edit')}
            label={t('editFailedNamed', name)}
            showsWord
            onClick={() => void page.edit(job)}
          />
        )}
        {canRetry && (
          <RowButton
            icon={RotateCw}
            word={t('tryAgain')}
            label={t('tryAgainNamed', name)}
            showsWord
            onClick={() => void page.retry(job)}
          />
        )}
        {!isDismissed(job) && (
          <RowButton
            icon={X}
            word={t('dismiss')}
            label={t('dismissNamed', name)}
            showsWord
            onClick={() => page.dismiss(job)}
          />
        )}
      </p>
    </>
  );
}
