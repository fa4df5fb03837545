/** A failed job: the reason, and the actions that help. */
import { Pencil, RotateCw } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { openTab } from '../../../lib/browser/open-page.ts';
import { Banner, failureIcon } from '../../../components/banner.tsx';
import { FailureAction, failureActions } from '../../../components/failure-action.tsx';
import { Button } from '../../../components/button.tsx';
import type { JobView } from '../../../lib/views/job-view.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { moveFocusOn } from '../move-focus.ts';
import type { JobProps } from '../model.ts';
import { openSettings } from '../navigate.ts';
import { editFailedLink } from './edit-failed-link.ts';

export function JobFailure({ model, job }: JobProps) {
  // The popup's own job has the form above it, where it can be corrected and submitted again.
  const own = model.job.value?.id === job.id;
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (own) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [own]);
  if (job.failure === null) return null;
  const { sentence, next } = describeFailure(job.failure, model.now.value);
  const action = (
    <FailureAction next={next} {...failureActions(model.view, { openSettings, openPage: openTab })} />
  );
  return (
    <div ref={banner} role="alert" title={own ? undefined : job.subject}>
      <Banner
        tone="failure"
        icon={failureIcon(job.failure)}
        heading={own ? t('linkNotCreated') : <bdi>{describeFailed(job)}</bdi>}
        actions={own ? action : <OtherJobActions model={model} job={job} action={action} />}
      >
        <p>{sentence}</p>
        {job.passwordDropped && !own && <p>{t('linkPasswordNotSaved')}</p>}
      </Banner>
    </div>
  );
}

/** In characters. */
const maxNameLength = 44;

function describeFailed({ kind, act, subject }: JobView): string {
  const name = truncateMiddle(displayUrl(subject), maxNameLength);
  if (kind === 'shorten') return t('couldNotShorten', name);
  if (kind === 'change') return t(act === 'delete' ? 'couldNotDelete' : 'couldNotUpdate', name);
  return t('couldNotAdd', name);
}

function OtherJobActions({ model, job, action }: JobProps & { readonly action: ComponentChildren }) {
  const { id } = job;
  const leave = (kind: 'retry' | 'acknowledge') => () => {
    moveFocusOn(document.activeElement);
    model.deps.send(kind, { id });
  };
  return (
    <>
      {action}
      {job.kind === 'shorten' && (
        <Button
          icon={Pencil}
          text={t('edit')}
          aria-label={t('editFailedNamed', truncateMiddle(displayUrl(job.subject), maxNameLength))}
          onClick={() => void editFailedLink(model, job).catch((error: unknown) => reportError(error))}
        />
      )}
      {!job.passwordDropped && job.failure?.kind !== 'not-an-address' && (
        <Button icon={RotateCw} text={t('tryAgain')} onClick={leave('retry')} />
      )}
      <Button text={t('dismiss')} onClick={leave('acknowledge')} />
    </>
  );
}
