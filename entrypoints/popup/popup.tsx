/** The popup as a person meets it. Draws the model; asks nothing itself. */
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../../lib/text/say.ts';
import { middleEllipsis, shownAddress } from '../../lib/text/middle-ellipsis.ts';
import { Picker } from '../../components/picker.tsx';
import { RecentList } from '../../components/recent-list.tsx';
import type * as laterParts from './later.tsx';
import type { PopupModel } from './model.ts';

export interface PopupProps {
  readonly model: PopupModel;
  /** What the first paint does without; `null` until it has loaded. */
  readonly later: ReadonlySignal<typeof laterParts | null>;
}

/** Rows of the recent list that the first paint draws; the others follow. */
const firstRows = 4;

export function Popup({ model, later }: PopupProps) {
  const { view, job, now, copied } = model;
  const { recents, connected } = view.value;
  const parts = later.value;
  return (
    <main onKeyDown={(event) => parts?.onKey(event, model)}>
      <Heading model={model} later={later} />
      {connected || job.value ? <LinkPart model={model} later={later} /> : parts && <parts.NotConnected />}
      {connected && parts && <parts.Troubles model={model} />}
      {recents.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">{say('recent')}</h2>
          <RecentList
            links={parts ? recents : recents.slice(0, firstRows)}
            ago={(at) => parts?.ago(at, now.value) ?? ''}
            copied={copied.value}
            onCopy={(shortUrl) => void model.copy(shortUrl)}
          />
        </section>
      )}
    </main>
  );
}

function Heading({ model, later }: PopupProps) {
  const AddressField = later.value?.AddressField;
  const { form } = model;
  const [editing, setEditing] = useState(!form.readable.value.ok);
  const address = form.draft.value.address;
  const title = form.draft.value.title || say('extName');
  return (
    <header>
      <h1 title={title}>
        <bdi>{middleEllipsis(title, 36)}</bdi>
      </h1>
      <button
        type="button"
        class="icon"
        aria-label={say('settings')}
        title={say('settings')}
        onClick={() => later.value?.openSettings()}
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
          aria-label={say('editAddress', address)}
          onClick={() => setEditing(true)}
        >
          <bdi dir="ltr">{middleEllipsis(shownAddress(address), 42)}</bdi>
          <span aria-hidden="true">✎</span>
        </button>
      )}
    </header>
  );
}

function LinkPart({ model, later }: PopupProps) {
  const { job, form, editable } = model;
  const main = useRef<HTMLButtonElement>(null);
  const ending = job.value && later.value && <later.value.Ending model={model} job={job.value} />;
  // Enter is enough: the main button has the focus whenever the form comes up.
  useEffect(() => main.current?.focus(), [editable.value]);
  if (!editable.value) return ending;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void model.shorten();
      }}
    >
      <Pickers model={model} later={later} />
      <More model={model} later={later} />
      <button ref={main} class="main" disabled={!form.readable.value.ok}>
        {say('shorten')}
      </button>
      {ending}
    </form>
  );
}

function Pickers({ model, later }: PopupProps) {
  const parts = later.value;
  const behaviour = parts?.pickerBehaviour ?? null;
  const { form, view, adding } = model;
  const { campaigns, channels, pixels } = view.value;
  const { campaign, channel } = form.draft.value;
  const [newPixel, setNewPixel] = useState<string | null>(null);
  const busy = (kind: string) => [...adding.value.values()].some((ask) => ask.kind === kind);
  return (
    <>
      <Picker
        id="campaign"
        label={say('campaign')}
        options={campaigns}
        chosen={campaign ? [campaign] : []}
        onChange={([choice]) => form.change({ campaign: choice ?? null })}
        onCreate={(name) => void parts?.add(model, { kind: 'add-campaign', name })}
        behaviour={behaviour}
        busy={busy('add-campaign')}
      />
      <Picker
        id="channel"
        label={say('channel')}
        options={channels}
        chosen={channel ? [channel] : []}
        onChange={([choice]) => form.change({ channel: choice ?? null })}
        onCreate={(name) => void parts?.add(model, { kind: 'add-channel', name })}
        behaviour={behaviour}
        busy={busy('add-channel')}
      />
      <Picker
        id="pixels"
        label={say('pixels')}
        several
        options={pixels}
        chosen={form.draft.value.pixels}
        onChange={(chosen) => form.change({ pixels: [...chosen] })}
        onCreate={setNewPixel}
        behaviour={behaviour}
        busy={busy('add-pixel')}
      />
      {newPixel !== null && parts && (
        <parts.AddPixel
          name={newPixel}
          types={view.value.pixelTypes}
          onCancel={() => setNewPixel(null)}
          onAdd={(pixel) => {
            setNewPixel(null);
            void parts.add(model, { kind: 'add-pixel', ...pixel });
          }}
        />
      )}
    </>
  );
}

function More({ model, later }: PopupProps) {
  const [open, setOpen] = useState(model.form.draft.value.alias !== '');
  const Fields = later.value?.MoreFields;
  return (
    <>
      <button
        type="button"
        class="more"
        aria-expanded={open}
        aria-controls="more"
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> {say('moreOptions')}
      </button>
      <div id="more" hidden={!open}>
        {open && Fields && <Fields model={model} />}
      </div>
    </>
  );
}
