/** The status of the submitted link: in progress, in question, created or failed, each with its actions. */
import { Info } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { isJobActive } from '../../../lib/i18n/describe-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CreatedLink } from './created-link.tsx';
import type { JobProps } from './job-failure.tsx';
import { useNow } from '../use-now.ts';
import { LinkSummaryList } from './link-summary.tsx';
import { refusedAliasOf } from '../form/refused-alias-of.ts';
import { hasProblem, useProblems } from './use-problems.ts';
import { isSentNow, WaitingCard } from './waiting-card.tsx';

export function JobStatus({ model, job }: JobProps) {
  const shortUrl = job.made?.shortUrl;
  const isActive = isJobActive(job);
  const problems = useProblems(hasProblem(job));
  useNow(model, isActive);
  return (
    <div class="ending">
      {shortUrl && <CreatedLink model={model} job={job} shortUrl={shortUrl} />}
      <div role="status">
        {/* A new element for each status, so that screen readers announce it. */}
        {isActive && <WaitingCard key={job.state + job.waits} model={model} job={job} />}
        {job.question && problems && (
          <problems.AmbiguousLinkPrompt
            id={job.id}
            kind={job.kind}
            question={job.question}
            onDecide={(choice) => {
              model.deps.send('resolve', { id: job.id, choice });
              if (choice === 'dismiss') model.reset();
            }}
          />
        )}
      </div>
      {isActive && <Requested model={model} job={job} />}
      {/* Problems of the alias are shown at its field. */}
      {job.state === 'refused' && problems && refusedAliasOf(model) === null && (
        <problems.JobFailure model={model} job={job} />
      )}
    </div>
  );
}

/** What a waiting link will be, and that the popup may be closed. */
function Requested({ model, job }: JobProps) {
  const isWaiting = job.state === 'queued' && !isSentNow(model, job);
  return (
    <>
      <LinkSummaryList model={model} job={job} />
      {isWaiting && !model.page.private && (
        <p class="note small">
          <Icon of={Info} size={14} />
          <span>{t('closePopupNote', t('recent'))}</span>
        </p>
      )}
    </>
  );
}
