/** The popup as a person meets it. Draws the model; asks nothing itself. */
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { say } from '../../lib/i18n/t.ts';
import { middleEllipsis, shownAddress } from '../../lib/i18n/truncate.ts';
import { RecentList } from '../../components/recent-list.tsx';
import type { Rest } from './deps.ts';
import type * as laterParts from './deferred.tsx';
import type * as moreOptions from './form/more-options.tsx';
import type { PopupModel } from './model.ts';
import { Pickers } from './form/pickers.tsx';
import { Preset } from './presets/preset-slot.tsx';
import { takeFocus } from './take-focus.ts';

export interface PopupProps {
  readonly model: PopupModel;
  /** What the first paint does without; `null` until it has loaded. */
  readonly later: ReadonlySignal<typeof laterParts | null>;
  readonly rest: Rest;
}

/** Rows of the recent list that the first paint draws; the others follow. */
const firstRows = 4;

export function Popup({ model, later, rest }: PopupProps) {
  const { view, job, now, copied } = model;
  const { recents, connected } = view.value;
  const parts = later.value;
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
        parts && <parts.NotConnected />
      )}
      {connected && parts && <parts.Troubles model={model} />}
      {recents.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">{say('recent')}</h2>
          <RecentList
            links={parts ? recents : recents.slice(0, firstRows)}
            when={(link) => parts?.when(link, now.value) ?? ''}
            copied={copied.value}
            onCopy={(shortUrl) => void model.copy(shortUrl)}
          />
        </section>
      )}
      {parts && <parts.CopyTold model={model} />}
    </main>
  );
}

function Heading({ model, later, rest }: PopupProps) {
  const AddressField = later.value?.AddressField;
  const { form } = model;
  const [editing, setEditing] = useState(!form.readable.value.ok);
  const address = form.draft.value.address;
  const shown = middleEllipsis(shownAddress(address), 38);
  const title = form.draft.value.title || say('extName');
  return (
    <header>
      <h1 title={title}>
        <bdi>{middleEllipsis(title, 32)}</bdi>
      </h1>
      <button
        type="button"
        class="icon"
        aria-label={say('manageLinks')}
        title={say('manageLinks')}
        onClick={() => void rest(({ openManage }) => openManage())}
      >
        ☰
      </button>
      <button
        type="button"
        class="icon"
        aria-label={say('settings')}
        title={say('settings')}
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
          aria-label={`${shown} ${say('editAddress', address)}`}
          onClick={() => setEditing(true)}
        >
          <bdi dir="ltr">{shown}</bdi>
        </button>
      )}
    </header>
  );
}

function LinkPart({ model, later, rest }: PopupProps) {
  const { job, form, editable, obstructed, copied } = model;
  const known = model.knownHere.value;
  const main = useRef<HTMLButtonElement>(null);
  const ending = job.value && later.value && <later.value.Ending model={model} job={job.value} />;
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
      {known && (
        <fieldset>
          <p id="known">
            {say('alreadyShort')} <bdi dir="ltr">{shownAddress(known.shortUrl)}</bdi>{' '}
            {later.value && known.clicks != null && `· ${later.value.sayCount('clicks', known.clicks)}`}{' '}
            {known.unchecked && say('linkUnchecked')}
          </p>
          <p class="acts">
            <button
              type="button"
              ref={main}
              aria-describedby="known"
              onClick={() => void model.copy(known.shortUrl)}
            >
              {say(known.unchecked ? 'copyExisting' : 'copy')}
            </button>
            {/* The form's own act, as below. */}
            <button>{say(known.unchecked ? 'createNew' : 'createAnother')}</button>
            {copied.value === known.shortUrl && say('copied')}
          </p>
        </fieldset>
      )}
      <Preset model={model} />
      <Pickers model={model} later={later} />
      <More model={model} later={later} rest={rest} />
      <button ref={known ? null : main} class="main" disabled={!form.readable.value.ok || obstructed.value}>
        {say('shorten')}
      </button>
      {later.value && (form.draft.value.extras || obstructed.value) && (
        <>
          <later.value.Obstacle model={model} />
          <later.value.ParameterNote model={model} />
        </>
      )}
      {later.value && <later.value.AddressLook model={model} />}
      {ending}
    </form>
  );
}

function More({ model, later, rest }: PopupProps) {
  const { alias, domain } = model.form.draft.value;
  const [open, setOpen] = useState(alias + domain !== '');
  const [loaded, setLoaded] = useState<typeof moreOptions | null>(null);
  const parts = later.value;
  useEffect(() => {
    // After the rest, whose style it shares.
    if (open && parts) void import('./form/more-options.tsx').then(setLoaded);
  }, [open, parts]);
  return (
    <>
      <button
        type="button"
        class="more"
        aria-expanded={open}
        aria-controls="more"
        aria-describedby="set"
        onClick={() => {
          void rest(async ({ pageLook }) => pageLook.allow(model));
          setOpen(!open);
        }}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span>
        {say('moreOptions')}
      </button>
      <span id="set" class="more">
        {parts && <parts.OptionCount model={model} />}
      </span>
      {parts && <parts.PasswordNote model={model} />}
      <div id="more" hidden={!open}>
        {open && loaded && parts && (
          <loaded.MoreOptions model={model} look={parts.pageLook} onOpenAsPage={parts.openAsPage} />
        )}
      </div>
    </>
  );
}
