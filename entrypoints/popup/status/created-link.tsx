/** The result: the short link is the largest text of the popup. */
import { Check, CircleAlert, CircleCheck, Copy, Info, Link, TriangleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { remarksOn } from '../../../components/job-facts.ts';
import { ShortUrl } from '../../../components/short-url.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { displayUrl, truncateMiddle } from '../../../lib/i18n/truncate.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { ActionLink } from '../link-actions.tsx';
import type { JobProps, PopupModel } from '../model.ts';
import { lazy } from '../lazy.tsx';
import { PopupLinkTiles } from './link-tiles.tsx';

const DelayOffer = lazy(async () => (await import('./delay-offer.tsx')).DelayOffer);

/** In characters: more don't fit in a line. */
const maxHostLength = 34;

type CreatedProps = JobProps & { readonly shortUrl: string };
/** The children are announced after the result; `addTo` is a row below them. */
type CreatedLinkProps = CreatedProps & {
  readonly children: ComponentChildren;
  readonly addTo: ComponentChildren;
};

export function CreatedLink({ model, job, shortUrl, children, addTo }: CreatedLinkProps) {
  useEffect(() => model.deps.send('acknowledge', { id: job.id }), [job.id]);
  return (
    <>
      <div class="result">
        <div role="status">
          <ResultState model={model} job={job} shortUrl={shortUrl} />
          <p>
            <ShortUrl url={shortUrl} />
          </p>
          <Remarks job={job} />
        </div>
        {/* Outside the status element: screen readers would read all of it again with each panel that opens. */}
        <Actions model={model} job={job} shortUrl={shortUrl} />
      </div>
      <div role="status">{children}</div>
      {addTo}
      <p class="note small">
        <Icon of={Info} size={14} />
        {/* Separated by a gap, since a sign could end a line. */}
        <span class="ways-out">
          {t('linksNotEditable')}{' '}
          <a href={model.view.value.site} target="_blank" rel="noreferrer">
            {t('openWebsite', truncateMiddle(displayUrl(model.view.value.site), maxHostLength))}
          </a>{' '}
          {!job.result?.existing && <DelayOffer model={model} />}
        </span>
      </p>
    </>
  );
}

/** One line: whether the clipboard holds the link, or else that it was created. */
function ResultState({ model, job, shortUrl }: CreatedProps) {
  if (model.copyFailed.value === shortUrl)
    return (
      <p class="notice problem">
        <Icon of={CircleAlert} /> {t('copyFailed', t('copy'))}
      </p>
    );
  if (isCopied(model, job, shortUrl))
    return (
      <p class="notice">
        <strong>
          <Icon of={Check} /> {t('copied')}
        </strong>
      </p>
    );
  return (
    <p class={job.result?.existing ? 'notice' : 'notice made'}>
      <Icon of={job.result?.existing ? Link : CircleCheck} />{' '}
      {t(job.result?.existing ? 'alreadyShortened' : 'created')}
    </p>
  );
}

/** What the user would not expect. */
function Remarks({ job }: { readonly job: JobView }) {
  return remarksOn(job.result).map((remark) => (
    <p key={remark} class="remark">
      <Icon of={remark === 'aliasDiffers' ? TriangleAlert : Info} />
      <span>{t(remark)}</span>
    </p>
  ));
}

export const actionLinkOf = ({ result, subject }: JobView, shortUrl: string): ActionLink => ({
  id: result?.id ?? null,
  shortUrl,
  url: subject,
});

const isCopied = ({ copied }: PopupModel, job: JobView, shortUrl: string): boolean =>
  copied.value === shortUrl || (job.copied && copied.value === '');

function Actions({ model, job, shortUrl }: CreatedProps) {
  const copy = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => model.focus.take(copy.current), [job.id]);
  return (
    <div class="tiles">
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
      <PopupLinkTiles
        model={model}
        link={actionLinkOf(job, shortUrl)}
        onAnother={() => model.startAnother()}
      />
    </div>
  );
}
