/** How an asked link stands: waiting, made, or not made, each with what can be done now. */
import { useEffect, useRef } from 'preact/hooks';
import { native } from '../../lib/browser/native.ts';
import type { JobView } from '../../lib/settings/popup-view.ts';
import { tellFailure, sayDuration } from '../../lib/text/failure-sentence.ts';
import { middleEllipsis, shownAddress } from '../../lib/text/middle-ellipsis.ts';
import { say } from '../../lib/text/say.ts';
import type { PopupModel } from './model.ts';

export interface EndingProps {
  readonly model: PopupModel;
  readonly job: JobView;
}

export function Ending({ model, job }: EndingProps) {
  const shortUrl = job.made?.shortUrl;
  return (
    <div class="ending">
      <div role="status">
        {shortUrl ? (
          <Made model={model} job={job} shortUrl={shortUrl} />
        ) : (
          <Waiting model={model} job={job} />
        )}
      </div>
      {job.failure !== null && <Failed model={model} job={job} />}
    </div>
  );
}

function Waiting({ model, job }: EndingProps) {
  const waiting = job.state === 'queued' || job.state === 'sent';
  const left = (job.goesAt ?? 0) - model.now.value;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => (model.now.value = model.parts.now()), 250);
    return () => clearInterval(timer);
  }, [waiting]);
  if (!waiting) return null;
  return (
    <p class="waiting">
      <span>{left > 0 ? say('waitingForLimit', sayDuration(left)) : say('shortening')}</span>
      {job.state === 'queued' && (
        <button type="button" onClick={() => model.parts.tell('cancel', job.id)}>
          {say('cancel')}
        </button>
      )}
    </p>
  );
}

function Made({ model, job, shortUrl }: EndingProps & { readonly shortUrl: string }) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    copy.current?.focus();
    model.parts.tell('seen', job.id);
  }, [job.id]);
  const isCopied = model.copied.value === shortUrl || (job.copied && model.copied.value === '');
  return (
    <>
      <p class="made">
        <bdi dir="ltr" class="short-link" title={shortUrl}>
          {shownAddress(shortUrl)}
        </bdi>
      </p>
      <p class="told">
        {isCopied && <strong>{say('copied')}</strong>} {model.copyFailed.value && say('copyFailed')}{' '}
        {job.made?.aliasDiffers && say('aliasDiffers')} {job.made?.lookedUp && say('foundAgain')}
      </p>
      <p class="acts">
        <button type="button" ref={copy} onClick={() => void model.copy(shortUrl)}>
          {say('copy')}
        </button>
        <button type="button" onClick={() => void native.tabs.create({ url: shortUrl })}>
          {say('open')}
        </button>
        <button type="button" onClick={() => model.another()}>
          {say('createAnother')}
        </button>
      </p>
    </>
  );
}

function Failed({ model, job }: EndingProps) {
  const own = model.job.value?.id === job.id;
  // The form stands above it: there it can be changed and sent again.
  const mendable = own && model.editable.value;
  if (job.failure === null) return null;
  const told = tellFailure(job.failure, model.now.value);
  return (
    <div role="alert" class="failure">
      {!own && (
        <p title={job.subject}>
          <bdi dir="auto">
            {say(
              job.state === 'unknown' ? 'maybeMade' : job.kind === 'shorten' ? 'notMade' : 'notAdded',
              middleEllipsis(shownAddress(job.subject), 44),
            )}
          </bdi>
        </p>
      )}
      <p>
        {told.sentence} {own && job.state === 'unknown' && say('unknownHint')}
      </p>
      <p class="acts">
        {(told.next === 'settings' || told.next === 'permission') && (
          <button type="button" onClick={() => void native.runtime.openOptionsPage()}>
            {say('openSettings')}
          </button>
        )}
        {told.next === 'open-site' && (
          <button type="button" onClick={() => void native.tabs.create({ url: model.view.value.site })}>
            {say('openSite')}
          </button>
        )}
        {!mendable && (
          <>
            <button type="button" onClick={() => model.parts.tell('retry', job.id)}>
              {say(job.state === 'unknown' ? 'lookAndRetry' : 'tryAgain')}
            </button>
            <button type="button" onClick={() => (own ? model.leave() : model.parts.tell('seen', job.id))}>
              {say(own ? 'backToForm' : 'dismiss')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** What a person should know of: damaged data, and what ended badly elsewhere, in the menu, or in a popup that was closed meanwhile. */
export function Troubles({ model }: { readonly model: PopupModel }) {
  const own = model.job.value?.id;
  const { damaged, jobs } = model.view.value;
  return (
    <>
      {damaged && <p class="note">{say('damagedNotice')}</p>}
      {jobs
        .filter((job) => job.failure !== null && job.id !== own)
        .map((job) => (
          <Failed key={job.id} model={model} job={job} />
        ))}
    </>
  );
}
