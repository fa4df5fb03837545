/** What stops all jobs, and the other jobs that need an answer or have failed and are shown in full (other-jobs.ts). */
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { BlockedNotice } from '../../../components/blocked-notice.tsx';
import { failureActions } from '../../../components/failure-action.tsx';
import { countQueuedLinks } from '../../../components/job-facts.ts';
import { openTab } from '../../../lib/browser/open-page.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import type { BlockReasonView, JobView } from '../../../lib/views/job-view.ts';
import type { JobProps, ModelProps } from '../model.ts';
import { moveFocusOn } from '../move-focus.ts';
import { openSettings } from '../navigate.ts';
import { FailedAdditions } from './failed-additions.tsx';
import { JobFailure } from './job-failure.tsx';

interface OtherProblemsProps extends ModelProps {
  /** `null` while nothing stops all jobs, or the network does. */
  readonly blockReason: BlockReasonView | null;
  readonly jobs: readonly JobView[];
}

export function OtherProblems({ model, blockReason, jobs }: OtherProblemsProps) {
  return (
    <>
      {blockReason && (
        <BlockedNotice
          blockReason={blockReason}
          links={countQueuedLinks(model.view.value.jobs)}
          now={model.now.value}
          onRetry={() => {
            moveFocusOn(document.activeElement);
            model.deps.send('retry-now', null);
          }}
          {...failureActions(model.view, { openSettings, openPage: openTab })}
        />
      )}
      <FailedAdditions model={model} />
      {jobs.map((job) => (
        <Problem key={job.id} model={model} job={job} />
      ))}
    </>
  );
}

function Problem({ model, job }: JobProps) {
  if (job.question === null) return <JobFailure model={model} job={job} />;
  return (
    <div role="alert" title={job.subject}>
      <AmbiguousLinkPrompt
        id={job.id}
        kind={job.kind}
        question={job.question}
        heading={<bdi dir="ltr">{truncateMiddle(displayUrl(job.subject), 44)}</bdi>}
        onDecide={(decision) => {
          moveFocusOn(document.activeElement);
          model.deps.send('decide', { id: job.id, decision });
        }}
      />
    </div>
  );
}
