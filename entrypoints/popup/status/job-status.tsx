/** The status of the submitted link: in progress, in question, created or failed, each with its actions. */
import { Check, Copy, CopyPlus, ExternalLink, Info } from 'lucide';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { ShortUrl } from '../../../components/short-url.tsx';
import { LinkActionTiles } from '../../../components/link-actions/link-action-bar.tsx';
import { native } from '../../../lib/browser/native.ts';
import { AmbiguousLinkPrompt } from '../../../components/ambiguous-link-prompt.tsx';
import { isJobActive, describeActiveJob } from '../../../lib/i18n/describe-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupModel } from '../model.ts';
import { JobFailure, type JobProps } from './job-failure.tsx';
import { useNow } from '../use-now.ts';
import { LinkSummaryList } from './link-summary.tsx';

export function JobStatus({ model, job }: JobProps) {
  const shortUrl = job.made?.shortUrl;
  const underWay = isJobActive(job);
  useNow(model, underWay);
  return (
    <div class="ending">
      {shortUrl && <Created model={model} job={job} shortUrl={shortUrl} />}
      <div role="status">
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

type CreatedProps = JobProps & { readonly shortUrl: string };

/** The result: the short link is the largest text of the popup. */
function Created({ model, job, shortUrl }: CreatedProps) {
  useEffect(() => model.deps.send('acknowledge', { id: job.id }), [job.id]);
  return (
    <>
      <div class="result">
        <div role="status">
          <ResultState model={model} job={job} shortUrl={shortUrl} />
          <p>
            <ShortUrl url={shortUrl} />
          </p>
        </div>
        {/* Outside the status element: screen readers would read all of it again with each panel that opens. */}
        <Actions model={model} job={job} shortUrl={shortUrl} />
      </div>
      <div role="status">
        <LinkSummaryList model={model} job={job} />
      </div>
      <p class="acts">
        <button type="button" class="quiet" onClick={() => model.startAnother()}>
          <Icon of={CopyPlus} />
          {t('createAnother')}
        </button>
      </p>
      <p class="note small">
        <Icon of={Info} size={14} /> {t('linksNotEditable')}
      </p>
    </>
  );
}

function ResultState({ model, job, shortUrl }: CreatedProps) {
  const { aliasDiffers, lookedUp, existing } = job.made ?? {};
  return (
    <p class="notice">
      {isCopied(model, job, shortUrl) && (
        <strong>
          <Icon of={Check} /> {t('copied')}
        </strong>
      )}{' '}
      {model.copyFailed.value === shortUrl && t('copyFailed')} {existing && t('linkExisted')}{' '}
      {aliasDiffers && t('aliasDiffers')} {lookedUp && t('responseLost')}
    </p>
  );
}

const isCopied = ({ copied }: PopupModel, job: JobView, shortUrl: string): boolean =>
  copied.value === shortUrl || (job.copied && copied.value === '');

function Actions({ model, job, shortUrl }: CreatedProps) {
  const copy = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => model.focus.take(copy.current), [job.id]);
  return (
    <LinkActionTiles
      id={job.made?.id ?? null}
      render={(way) => import('../link-actions.tsx').then((part) => part.renderLinkAction(model, way))}
      more={null}
    >
      <button
        type="button"
        ref={copy}
        // Filled as long as it is the next step.
        class={isCopied(model, job, shortUrl) ? undefined : 'main'}
        onClick={() => void model.copy(shortUrl)}
      >
        <Icon of={Copy} size={18} />
        {t('copy')}
      </button>
      <button type="button" onClick={() => void native.tabs.create({ url: shortUrl })}>
        <Icon of={ExternalLink} size={18} mirrors />
        {t('open')}
      </button>
    </LinkActionTiles>
  );
}
