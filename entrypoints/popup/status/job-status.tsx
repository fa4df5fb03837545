/** The status of the submitted link: in progress, in question, created or failed, each with its actions. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { LinkActionBar } from '../../../components/link-actions/link-action-bar.tsx';
import { native } from '../../../lib/browser/native.ts';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { isJobActive, describeActiveJob } from '../../../lib/i18n/describe-job.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import { JobFailure, type JobProps } from './job-failure.tsx';
import { useNow } from '../use-now.ts';
import { LinkSummaryList } from './link-summary.tsx';

export function JobStatus({ model, job }: JobProps) {
  const shortUrl = job.made?.shortUrl;
  const underWay = isJobActive(job);
  useNow(model, underWay);
  return (
    <div class="ending">
      <div role="status">
        {shortUrl && <Made model={model} job={job} shortUrl={shortUrl} />}
        {/* A new element for each status, so that screen readers announce it. */}
        {underWay && <UnderWay key={job.state + job.waits} model={model} job={job} />}
        {job.question && (
          <AmbiguousLinkPrompt
            id={job.id}
            question={job.question}
            onDecide={(choice) => {
              model.deps.send('resolve', { id: job.id, choice });
              if (choice === 'dismiss') model.reset();
            }}
          />
        )}
      </div>
      {shortUrl && <Actions model={model} job={job} shortUrl={shortUrl} />}
      {job.state === 'refused' && <JobFailure model={model} job={job} />}
    </div>
  );
}

function UnderWay({ model, job }: JobProps) {
  const { paused } = model.view.value;
  const queued = job.state === 'queued';
  // A job that neither waits nor is blocked is sent immediately.
  const isSentNow = queued && paused === null && (job.goesAt ?? 0) <= model.now.value;
  return (
    <>
      <p class="waiting">
        <span role="timer">
          {isSentNow ? t('shortening') : describeActiveJob(job, paused, model.now.value)}
        </span>
        {queued && (
          <button type="button" onClick={() => model.deps.send('cancel', { id: job.id })}>
            {t('cancel')}
          </button>
        )}
      </p>
      {/* A job that is sent immediately ends before this could be read. */}
      {model.page.private && !isSentNow && job.state !== 'sent' && (
        <p class="note">{t('privateLinkQueued')}</p>
      )}
    </>
  );
}

function Made({ model, job, shortUrl }: JobProps & { readonly shortUrl: string }) {
  const isCopied = model.copied.value === shortUrl || (job.copied && model.copied.value === '');
  const { aliasDiffers, lookedUp, existing } = job.made ?? {};
  return (
    <>
      <p>
        <bdi dir="ltr" class="short-link" title={shortUrl}>
          {displayUrl(shortUrl)}
        </bdi>
      </p>
      <p class="notice">
        {isCopied && <strong>{t('copied')}</strong>} {model.copyFailed.value === shortUrl && t('copyFailed')}{' '}
        {existing && t('linkExisted')} {aliasDiffers && t('aliasDiffers')} {lookedUp && t('responseLost')}
      </p>
      <LinkSummaryList model={model} job={job} />
    </>
  );
}

/** Outside the status element: screen readers would read all of it again with each panel that opens. */
function Actions({ model, job, shortUrl }: JobProps & { readonly shortUrl: string }) {
  const copy = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => model.focus.take(copy.current), [job.id]);
  useEffect(() => model.deps.send('acknowledge', { id: job.id }), [job.id]);
  return (
    <>
      <LinkActionBar
        id={job.made?.id ?? null}
        render={(way) => import('../link-actions.tsx').then((part) => part.renderLinkAction(model, way))}
      >
        <button type="button" ref={copy} onClick={() => void model.copy(shortUrl)}>
          {t('copy')}
        </button>
        <button type="button" onClick={() => void native.tabs.create({ url: shortUrl })}>
          {t('open')}
        </button>
        <button type="button" onClick={() => model.startAnother()}>
          {t('createAnother')}
        </button>
      </LinkActionBar>
      <p class="note">{t('linksNotEditable')}</p>
    </>
  );
}
