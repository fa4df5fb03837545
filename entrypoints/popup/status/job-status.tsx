/** How an asked link stands: under way, in question, made, or not made, each with what can be done now. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { MadeActs } from '../../../components/link-actions/link-action-bar.tsx';
import { pickerBehaviour } from '../../../components/combobox/listbox.tsx';
import { native } from '../../../lib/browser/native.ts';
import { Question } from '../../../components/ambiguous-link-prompt.tsx';
import { isUnderWay, tellUnderWay } from '../../../lib/i18n/describe-job.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { say } from '../../../lib/i18n/t.ts';
import { Failed, type JobProps } from './job-failure.tsx';
import { takeFocus } from '../take-focus.ts';
import { useTicking } from '../use-now.ts';
import { WhatWasSet } from './link-summary.tsx';

export function Ending({ model, job }: JobProps) {
  const shortUrl = job.made?.shortUrl;
  const underWay = isUnderWay(job);
  useTicking(model, underWay);
  return (
    <div class="ending">
      <div role="status">
        {shortUrl && <Made model={model} job={job} shortUrl={shortUrl} />}
        {/* Drawn anew when it stands differently, which is what a screen reader hears of. */}
        {underWay && <UnderWay key={job.state + job.waits} model={model} job={job} />}
        {job.question && (
          <Question
            id={job.id}
            question={job.question}
            onDecide={(choice) => {
              model.parts.tell('decide', { id: job.id, choice });
              if (choice === 'dismiss') model.leave();
            }}
          />
        )}
      </div>
      {shortUrl && <Acts model={model} job={job} shortUrl={shortUrl} />}
      {job.state === 'refused' && <Failed model={model} job={job} />}
    </div>
  );
}

function UnderWay({ model, job }: JobProps) {
  const { paused } = model.view.value;
  const queued = job.state === 'queued';
  // What neither waits nor is held up goes at once.
  const goes = queued && paused === null && (job.goesAt ?? 0) <= model.now.value;
  return (
    <>
      <p class="waiting">
        <span role="timer">{goes ? say('shortening') : tellUnderWay(job, paused, model.now.value)}</span>
        {queued && (
          <button type="button" onClick={() => model.parts.tell('cancel', { id: job.id })}>
            {say('cancel')}
          </button>
        )}
      </p>
      {/* What goes at once is over before this could be read. */}
      {model.page.private && !goes && job.state !== 'sent' && <p class="note">{say('privateWaits')}</p>}
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
          {shownAddress(shortUrl)}
        </bdi>
      </p>
      <p class="told">
        {isCopied && <strong>{say('copied')}</strong>}{' '}
        {model.copyFailed.value === shortUrl && say('copyFailed')} {existing && say('linkExisted')}{' '}
        {aliasDiffers && say('aliasDiffers')} {lookedUp && say('foundAgain')}
      </p>
      <WhatWasSet model={model} job={job} />
    </>
  );
}

/** Apart from what is told, or a screen reader would read it all again with each of their panels. */
function Acts({ model, job, shortUrl }: JobProps & { readonly shortUrl: string }) {
  const copy = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => takeFocus(copy.current), [job.id]);
  useEffect(() => model.parts.tell('seen', { id: job.id }), [job.id]);
  return (
    <>
      <MadeActs
        id={job.made?.id ?? null}
        draw={(way) =>
          import('../link-actions.tsx').then((part) => part.drawAfter(model, way, pickerBehaviour))
        }
      >
        <button type="button" ref={copy} onClick={() => void model.copy(shortUrl)}>
          {say('copy')}
        </button>
        <button type="button" onClick={() => void native.tabs.create({ url: shortUrl })}>
          {say('open')}
        </button>
        <button type="button" onClick={() => model.another()}>
          {say('createAnother')}
        </button>
      </MadeActs>
      <p class="note">{say('madeForGood')}</p>
    </>
  );
}
