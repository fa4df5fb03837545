/**
 * What stops all jobs, and other jobs that need an answer or have failed: one of the same URL, or a single one, in full;
 * several in one line that leads to Activity.
 */
import { CircleAlert } from 'lucide';
import { Button } from '../../../components/button.tsx';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { Banner } from '../../../components/banner.tsx';
import { BlockedNotice } from '../../../components/blocked-notice.tsx';
import { countQueuedLinks } from '../../../components/job-facts.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import type { BlockReasonView, JobView } from '../../../lib/views/job-view.ts';
import type { JobProps, ModelProps } from '../model.ts';
import { moveFocusOn } from '../move-focus.ts';
import { openManage } from '../navigate.ts';
import { FailedAdditions } from './failed-additions.tsx';
import { failureActions, JobFailure } from './job-failure.tsx';

interface OtherProblemsProps extends ModelProps {
  /** `null` while nothing stops all jobs, or the network does. */
  readonly blockReason: BlockReasonView | null;
  readonly jobs: readonly JobView[];
}

export function OtherProblems({ model, blockReason, jobs }: OtherProblemsProps) {
  const { address } = model.form.content();
  const same = jobs.find(({ subject }) => subject === address);
  const others = jobs.filter((job) => job !== same);
  // Chromium opens Activity in an ordinary window, which shows no job of a private one.
  const isSummed = others.length > 1 && !model.page.private;
  const shown = [...(same ? [same] : []), ...(isSummed ? [] : others)];
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
          {...failureActions(model)}
        />
      )}
      <FailedAdditions model={model} />
      {shown.map((job) => (
        <Problem key={job.id} model={model} job={job} />
      ))}
      {isSummed && <Summary count={others.length} />}
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

function Summary({ count }: { readonly count: number }) {
  return (
    <div role="alert">
      <Banner
        tone="failure"
        icon={CircleAlert}
        actions={<Button text={t('activity')} onClick={() => void openManage('activity')} />}
      >
        <p>{formatCount('itemsNeedAttention', count)}</p>
      </Banner>
    </div>
  );
}
