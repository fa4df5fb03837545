/** The popup: draws the model. */
import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { truncateMiddle, displayUrl } from '../../lib/i18n/truncate.ts';
import { RecentList } from '../../components/recent-list.tsx';
import type { LinkByUrl } from '../../lib/storage/links-by-url.ts';
import type { PopupModel } from './model.ts';
import type { PopupParts } from './shell-parts.ts';
import { Pickers } from './form/pickers.tsx';
import { PresetSlot } from './presets/preset-slot.tsx';

export interface PopupProps {
  readonly model: PopupModel;
  /** The shell's at the first paint, and all of them once they have loaded. */
  readonly parts: ReadonlySignal<PopupParts>;
}

interface PartProps {
  readonly model: PopupModel;
  readonly parts: PopupParts;
}

export function Popup({ model, parts: { value: parts } }: PopupProps) {
  const { view, job, copied } = model;
  const { recents, connected } = view.value;
  // Before the first frame: a key may be pressed in the next moment.
  useLayoutEffect(() => {
    // On the document: after a press on an empty area, <body> has the focus, which is above all that is drawn here.
    const press = (event: KeyboardEvent) => parts.onKey(event, model);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [model, parts]);
  return (
    <main>
      <Heading model={model} parts={parts} />
      {connected || job.value ? (
        <LinkPart model={model} parts={parts} />
      ) : (
        <parts.NotConnected model={model} />
      )}
      {connected && <parts.Notices model={model} />}
      {recents.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">{t('recent')}</h2>
          <RecentList
            links={recents.slice(0, parts.maxRecents)}
            when={(link) => parts.describeAge(model, link)}
            copied={copied.value}
            onCopy={(shortUrl) => void model.copy(shortUrl)}
          />
        </section>
      )}
      <parts.CopyStatus model={model} />
    </main>
  );
}

function Heading({ model, parts }: PartProps) {
  const { form } = model;
  const [editing, setEditing] = useState(!form.readable.value.ok);
  const address = form.draft.value.address;
  const shown = truncateMiddle(displayUrl(address), 38);
  const title = form.draft.value.title || t('extName');
  return (
    <header>
      <h1 title={title}>
        <bdi>{truncateMiddle(title, 32)}</bdi>
      </h1>
      <button
        type="button"
        class="icon"
        aria-label={t('manageLinks')}
        title={t('manageLinks')}
        onClick={() => parts.openManage()}
      >
        ☰
      </button>
      <button
        type="button"
        class="icon"
        aria-label={t('settings')}
        title={t('settings')}
        onClick={() => parts.openSettings()}
      >
        ⚙
      </button>
      {editing ? (
        <parts.UrlField model={model} />
      ) : (
        <button
          type="button"
          class="address"
          title={address}
          // The visible text first, then the action and the whole URL.
          aria-label={`${shown} ${t('editUrl', address)}`}
          onClick={() => setEditing(true)}
        >
          <bdi dir="ltr">{shown}</bdi>
        </button>
      )}
    </header>
  );
}

function LinkPart({ model, parts }: PartProps) {
  const { job, form, editable, hasBlockingError } = model;
  const existing = model.existingLink.value;
  const main = useRef<HTMLButtonElement>(null);
  const status = job.value && <parts.JobStatus model={model} job={job.value} />;
  // The main button has the focus whenever the form appears, and so has its replacement: Enter is enough.
  useLayoutEffect(() => {
    if (document.activeElement?.matches('body, .main')) model.focus.take(main.current);
  }, [existing === null]);
  useLayoutEffect(() => model.focus.take(main.current), [editable.value]);
  if (!editable.value) return status;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void model.shorten();
      }}
    >
      {existing && <ExistingLink model={model} parts={parts} link={existing} main={main} />}
      <PresetSlot model={model} />
      <Pickers model={model} parts={parts} />
      <More model={model} parts={parts} />
      <button
        ref={existing ? null : main}
        class="main"
        disabled={!form.readable.value.ok || hasBlockingError.value}
      >
        {t('shorten')}
      </button>
      {(form.draft.value.extras || hasBlockingError.value) && (
        <>
          <parts.BlockingErrorNote model={model} />
          <parts.ParameterNote model={model} />
        </>
      )}
      <parts.UrlWarnings model={model} />
      {status}
    </form>
  );
}

interface ExistingLinkProps extends PartProps {
  readonly link: LinkByUrl;
  readonly main: RefObject<HTMLButtonElement | null>;
}

function ExistingLink({ model, parts, link, main }: ExistingLinkProps) {
  return (
    <fieldset>
      <p id="known">
        {t('alreadyShortened')} <bdi dir="ltr">{displayUrl(link.shortUrl)}</bdi>{' '}
        <parts.ClickCount clicks={link.clicks} /> {link.unchecked && t('linkUnchecked')}
      </p>
      <p class="acts">
        <button
          type="button"
          ref={main}
          aria-describedby="known"
          onClick={() => void model.copy(link.shortUrl)}
        >
          {t(link.unchecked ? 'copyExisting' : 'copy')}
        </button>
        {/* Submits the form, like the button below. */}
        <button>{t(link.unchecked ? 'createNew' : 'createAnother')}</button>
        {model.copied.value === link.shortUrl && t('copied')}
      </p>
    </fieldset>
  );
}

function More({ model, parts }: PartProps) {
  const { alias, domain } = model.form.draft.value;
  const [open, setOpen] = useState(alias + domain !== '');
  return (
    <>
      <button
        type="button"
        class="more"
        aria-expanded={open}
        aria-controls="more"
        aria-describedby="set"
        onClick={() => {
          parts.allowPageMetadata(model);
          setOpen(!open);
        }}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span>
        {t('moreOptions')}
      </button>
      <span id="set" class="more">
        <parts.OptionsCount model={model} />
      </span>
      <parts.PasswordNote model={model} />
      <div id="more" hidden={!open}>
        <parts.MoreOptions model={model} isOpen={open} offersPage />
      </div>
    </>
  );
}
