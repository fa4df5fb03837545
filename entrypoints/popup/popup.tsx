/** The popup as a person meets it. Draws the model; asks nothing itself. */
import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { truncateMiddle, displayUrl } from '../../lib/i18n/truncate.ts';
import { RecentList } from '../../components/recent-list.tsx';
import type { Deferred } from './deps.ts';
import type * as laterParts from './deferred.tsx';
import type * as moreOptions from './form/more-options.tsx';
import type { LinkByUrl } from '../../lib/storage/links-by-url.ts';
import type { PopupModel } from './model.ts';
import { Pickers } from './form/pickers.tsx';
import { PresetSlot } from './presets/preset-slot.tsx';
import { takeFocus } from './take-focus.ts';

export interface PopupProps {
  readonly model: PopupModel;
  /** What the first paint does without; `null` until it has loaded. */
  readonly later: ReadonlySignal<typeof laterParts | null>;
  readonly rest: Deferred;
}

/** Rows of the recent list that the first paint draws; the others follow. */
const firstRows = 4;

export function Popup({ model, later, rest }: PopupProps) {
  const { view, job, now, copied } = model;
  const { recents, connected } = view.value;
  const deferred = later.value;
  // Before the first frame: a key may be pressed in the next moment.
  useLayoutEffect(() => {
    // After a press on an empty place the page itself has the focus, which is above all that is drawn here.
    const press = (event: KeyboardEvent) => void rest(async ({ onKey }) => onKey(event, model));
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [model]);
  return (
    <main>
      <Heading model={model} later={later} rest={rest} />
      {connected || job.value ? (
        <LinkPart model={model} later={later} rest={rest} />
      ) : (
        deferred && <deferred.NotConnected />
      )}
      {connected && deferred && <deferred.Notices model={model} />}
      {recents.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">{t('recent')}</h2>
          <RecentList
            links={deferred ? recents : recents.slice(0, firstRows)}
            when={(link) => deferred?.describeAge(link, now.value) ?? ''}
            copied={copied.value}
            onCopy={(shortUrl) => void model.copy(shortUrl)}
          />
        </section>
      )}
      {deferred && <deferred.CopyStatus model={model} />}
    </main>
  );
}

function Heading({ model, later, rest }: PopupProps) {
  const AddressField = later.value?.UrlField;
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
        onClick={() => void rest(({ openManage }) => openManage())}
      >
        ☰
      </button>
      <button
        type="button"
        class="icon"
        aria-label={t('settings')}
        title={t('settings')}
        onClick={() => void rest(async ({ openSettings }) => openSettings())}
      >
        ⚙
      </button>
      {editing ? (
        AddressField && <AddressField model={model} />
      ) : (
        <button
          type="button"
          class="address"
          title={address}
          // What is seen, then what it does and the whole.
          aria-label={`${shown} ${t('editAddress', address)}`}
          onClick={() => setEditing(true)}
        >
          <bdi dir="ltr">{shown}</bdi>
        </button>
      )}
    </header>
  );
}

function LinkPart({ model, later, rest }: PopupProps) {
  const { job, form, editable, hasBlockingError } = model;
  const known = model.existingLink.value;
  const main = useRef<HTMLButtonElement>(null);
  const ending = job.value && later.value && <later.value.JobStatus model={model} job={job.value} />;
  // Enter is enough: the main button has the focus whenever the form comes up, and what takes its place has it, too.
  useLayoutEffect(() => {
    if (document.activeElement?.matches('body, .main')) takeFocus(main.current);
  }, [known === null]);
  useLayoutEffect(() => takeFocus(main.current), [editable.value]);
  if (!editable.value) return ending;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void model.shorten();
      }}
    >
      {known && <ExistingLink model={model} later={later} link={known} main={main} />}
      <PresetSlot model={model} />
      <Pickers model={model} later={later} />
      <More model={model} later={later} rest={rest} />
      <button
        ref={known ? null : main}
        class="main"
        disabled={!form.readable.value.ok || hasBlockingError.value}
      >
        {t('shorten')}
      </button>
      {later.value && (form.draft.value.extras || hasBlockingError.value) && (
        <>
          <later.value.BlockingErrorNote model={model} />
          <later.value.ParameterNote model={model} />
        </>
      )}
      {later.value && <later.value.UrlWarningsLoader model={model} />}
      {ending}
    </form>
  );
}

function ExistingLink(props: {
  readonly model: PopupModel;
  readonly later: PopupProps['later'];
  readonly link: LinkByUrl;
  readonly main: RefObject<HTMLButtonElement | null>;
}) {
  const { model, link, main } = props;
  const deferred = props.later.value;
  return (
    <fieldset>
      <p id="known">
        {t('alreadyShort')} <bdi dir="ltr">{displayUrl(link.shortUrl)}</bdi>{' '}
        {deferred && link.clicks != null && `· ${deferred.formatCount('clicks', link.clicks)}`}{' '}
        {link.unchecked && t('linkUnchecked')}
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
        {/* The form's own act, as below. */}
        <button>{t(link.unchecked ? 'createNew' : 'createAnother')}</button>
        {model.copied.value === link.shortUrl && t('copied')}
      </p>
    </fieldset>
  );
}

function More({ model, later, rest }: PopupProps) {
  const { alias, domain } = model.form.draft.value;
  const [open, setOpen] = useState(alias + domain !== '');
  const [loaded, setLoaded] = useState<typeof moreOptions | null>(null);
  const deferred = later.value;
  useEffect(() => {
    // After the rest, whose style it shares.
    if (open && deferred) void import('./form/more-options.tsx').then(setLoaded);
  }, [open, deferred]);
  return (
    <>
      <button
        type="button"
        class="more"
        aria-expanded={open}
        aria-controls="more"
        aria-describedby="set"
        onClick={() => {
          void rest(async ({ pageMetadata }) => pageMetadata.allow(model));
          setOpen(!open);
        }}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span>
        {t('moreOptions')}
      </button>
      <span id="set" class="more">
        {deferred && <deferred.OptionsCount model={model} />}
      </span>
      {deferred && <deferred.PasswordNote model={model} />}
      <div id="more" hidden={!open}>
        {open && loaded && deferred && (
          <loaded.MoreOptions model={model} look={deferred.pageMetadata} onOpenAsPage={deferred.openAsPage} />
        )}
      </div>
    </>
  );
}
