/** Links of the context menu or of a shortcut that were not copied when the user expected it. */
import { Check, Copy, Link } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { JobProps, ModelProps } from '../model.ts';
import { moveFocusOn } from '../move-focus.ts';
import { missedCopies } from './other-jobs.ts';

/** The newest of them; the next one follows. */
export function MissedCopy({ model }: ModelProps) {
  const { copied, view, existingLink } = model;
  const last = useRef<JobView | undefined>(undefined);
  const [next] = missedCopies(view.value);
  // A copy acknowledges it; this popup still shows it.
  const isLastCopied = last.current?.result?.shortUrl === copied.value;
  if (next && !isLastCopied) last.current = next;
  const job = next ?? (isLastCopied ? last.current : undefined);
  if (job?.result?.shortUrl == null) return null;
  return (
    <NotCopied
      key={job.id}
      model={model}
      job={job}
      isListed={existingLink.value?.shortUrl === job.result.shortUrl}
    />
  );
}

interface NotCopiedProps extends JobProps {
  /** The link of the popup's page, which has a "Copy" of its own. */
  readonly isListed: boolean;
}

function NotCopied({ model, job, isListed }: NotCopiedProps) {
  const shortUrl = job.result?.shortUrl ?? '';
  const isCopied = model.copied.value === shortUrl;
  const acknowledge = () => model.deps.send('acknowledge', { id: job.id });
  useEffect(() => {
    if (isCopied) acknowledge();
  }, [isCopied]);
  if (isListed) return null;
  return (
    <div role="status" title={job.subject}>
      <Banner
        icon={isCopied ? Check : Link}
        heading={t(isCopied ? 'copied' : 'createdNotCopied')}
        actions={
          isCopied ? undefined : (
            <>
              <Button icon={Copy} text={t('copy')} onClick={() => void model.copy(shortUrl)} />
              <Button
                text={t('dismiss')}
                onClick={() => {
                  moveFocusOn(document.activeElement);
                  acknowledge();
                }}
              />
            </>
          )
        }
      >
        <p>
          <bdi dir="ltr">{displayUrl(shortUrl)}</bdi>
        </p>
      </Banner>
    </div>
  );
}
