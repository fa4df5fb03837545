/** The status of the submitted link: in progress, in question, created or failed, each with its actions. */
import { Info } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { isJobActive } from '../../../lib/i18n/describe-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CreatedLink, actionLinkOf } from './created-link.tsx';
import { lazy } from '../lazy.tsx';
import { moveFocusOn } from '../move-focus.ts';
import { useNow } from '../use-now.ts';
import { isShownAtAlias } from '../form/refused-alias-of.ts';
import { dismissJob } from './dismiss-job.ts';
import { isSendingPaused } from './other-jobs.ts';
import { isLookedUpLater, isSentNow, WaitingCard } from './waiting-card.tsx';
import '../lazy-styles.ts';
import type { JobProps } from '../model.ts';

const AmbiguousLinkPrompt = lazy(async () => (await import('./problems.tsx')).AmbiguousLinkPrompt);
const JobFailure = lazy(async () => (await import('./problems.tsx')).JobFailure);
const LinkSummaryList = lazy(async () => (await import('./link-summary.tsx')).LinkSummaryList);
const AddToRow = lazy(async () => (await import('./link-summary.tsx')).AddToRow);

export function JobStatus({ model, job }: JobProps) {
  const shortUrl = job.result?.shortUrl;
  const isActive = isJobActive(job);
  useNow(model, isActive);
  const summary = <LinkSummaryList model={model} job={job} />;
  return (
    <div class="ending">
      {shortUrl && (
        <CreatedLink
          model={model}
          job={job}
          shortUrl={shortUrl}
          addTo={<AddToRow model={model} job={job} link={actionLinkOf(job, shortUrl)} />}
        >
          {summary}
        </CreatedLink>
      )}
      <div role="status">
        {/* A new element for each status, so that screen readers announce it. */}
        {isActive && <WaitingCard key={job.state + job.waits} model={model} job={job} />}
        {job.question && (
          <AmbiguousLinkPrompt
            id={job.id}
            kind={job.kind}
            question={job.question}
            heading={t('activityNeedsDecision')}
            onDecide={(decision) => {
              if (decision === 'dismiss') {
                dismissJob(model, job);
                return;
              }
              model.deps.send('decide', { id: job.id, decision });
              moveFocusOn(null);
            }}
          />
        )}
      </div>
      {isActive && summary}
      {isActive && <CloseNote model={model} job={job} />}
      {/* Problems of the alias are shown at its field. */}
      {job.state === 'refused' && !isShownAtAlias(model, job) && <JobFailure model={model} job={job} />}
    </div>
  );
}

/** A link that waits, or is looked up, continues without the popup. */
function CloseNote({ model, job }: JobProps) {
  const { autoCopy } = model.view.value;
  // It says what the link waits for.
  const isPaused = isSendingPaused(model.view.value);
  const isWaiting = job.state === 'queued' ? !isSentNow(model, job) : isLookedUpLater(model, job);
  if (!isWaiting || isPaused || model.page.private) return null;
  return (
    <p class="note small">
      <Icon of={Info} size={14} />
      {/* It replaces what is on the clipboard then. */}
      <span>
        {job.waits === 'hold' && autoCopy ? t('closeDelayedNote') : t('closePopupNote', t('recent'))}
      </span>
    </p>
  );
}
