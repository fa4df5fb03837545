/** A room of one of the account's lists: how fresh it is, the search, the form that adds, and the rows. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useHeldFocus } from '../../../components/use-focus-restore.ts';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { sayNumber } from '../../../lib/i18n/format-number.ts';
import { say } from '../../../lib/i18n/t.ts';
import { ago } from '../../../lib/i18n/relative-time.ts';
import type { ManageModel } from '../model.ts';
import { RecordForm } from './record-form.tsx';
import { RecordRow, type RowView } from './record-row.tsx';
import { newPlace, type RoomModel, type Told } from './record-section-model.ts';
import { Standing } from './command-status.tsx';
import { useHeir, type GiveFocus } from './use-focus-target.ts';

/** How a room reads. */
export interface RoomView<Name extends CollectionName> extends RowView<Name> {
  readonly title: string;
  /** "12 campaigns" */
  readonly count: (count: number) => string;
  readonly search: string;
  /** That there are none, and how one comes to be. */
  readonly empty: string;
  /** What can't be done here, and why. */
  readonly note?: string;
  /** "New campaign" and "Add campaign"; left out where nothing can be added. */
  readonly add?: { readonly open: string; readonly submit: string };
}

export interface CollectionRoomProps<Name extends CollectionName> {
  readonly model: RoomModel<Name>;
  readonly page: ManageModel;
  readonly view: RoomView<Name>;
}

export function CollectionRoom<Name extends CollectionName>({
  model,
  page,
  view,
}: CollectionRoomProps<Name>) {
  const { collection, told } = model;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => model.open(), [model]);
  const giveFocus = useHeir();
  useHeldFocus((place) => {
    const row = place === newPlace ? model.lastAdded.peek() : place;
    return (row && document.querySelector<HTMLElement>(`li[data-place="${row}"]`)) || heading.current;
  });
  const now = page.now.value;
  useEffect(() => model.tick(), [now]);
  const rows = collection.shown.value;
  const found = collection.found.value.length;
  const all = collection.records.value;
  return (
    <>
      <div class="heading">
        <h2 ref={heading} tabIndex={-1}>
          {view.title}
        </h2>
        {view.add && model.forms.of(newPlace) === null && (
          <button
            type="button"
            data-heir="add"
            onClick={() => {
              giveFocus('form-new');
              model.add();
            }}
          >
            {view.add.open}
          </button>
        )}
      </div>
      <Freshness model={model} view={view} now={now} />
      {view.note !== undefined && all?.length !== 0 && <p class="note">{view.note}</p>}
      <p role="status" class="told">
        {sayTold(told.value)}
      </p>
      {view.add && <AddForm model={model} page={page} add={view.add} giveFocus={giveFocus} />}
      {all !== null && all.length > 0 && (
        <div class="search">
          <input
            type="search"
            aria-label={view.search}
            placeholder={view.search}
            autocomplete="off"
            dir="auto"
            value={collection.query.value}
            onInput={(event) => collection.search(event.currentTarget.value)}
          />
          <p role="status" class="note">
            {collection.query.value.trim() !== '' && say('foundOf', sayNumber(found), sayNumber(all.length))}
          </p>
        </div>
      )}
      {collection.unreadable.value && (
        <div role="alert" class="failure">
          <p>{say('mirrorUnreadable')}</p>
          <p class="acts">
            <button type="button" onClick={() => void collection.load()}>
              {say('tryAgain')}
            </button>
          </p>
        </div>
      )}
      {all?.length === 0 && collection.fresh.value?.at != null && <p class="note empty">{view.empty}</p>}
      <ul class="records" aria-label={view.title}>
        {rows.map((record) => (
          <RecordRow
            key={record.id}
            record={record}
            model={model}
            page={page}
            view={view}
            giveFocus={giveFocus}
          />
        ))}
      </ul>
      {found > rows.length && (
        <p class="acts">
          <button type="button" onClick={collection.showMore}>
            {say('showMore', sayNumber(found - rows.length))}
          </button>
        </p>
      )}
    </>
  );
}

interface FreshnessProps<Name extends CollectionName> extends Pick<
  CollectionRoomProps<Name>,
  'model' | 'view'
> {
  readonly now: number;
}

function Freshness<Name extends CollectionName>({ model, view, now }: FreshnessProps<Name>) {
  const { records, fresh, asked, bringUpToDate } = model.collection;
  const at = fresh.value?.at ?? null;
  const [waited, setWaited] = useState(false);
  const waits = asked.value !== null && !waited;
  useEffect(() => {
    setWaited(false);
    if (asked.value === null) return;
    // It may come to nothing, which the page's notices tell then.
    const timer = setTimeout(() => setWaited(true), longestRefresh);
    return () => clearTimeout(timer);
  }, [asked.value]);
  return (
    <p class="freshness note">
      <span>
        {records.value !== null && (records.value.length > 0 || at !== null) && (
          <>{view.count(records.value.length)} · </>
        )}
        {fresh.value !== null && (at === null ? say('notBroughtIn') : say('freshAt', ago(at, now)))}
        {at !== null && fresh.value?.complete === false && ` · ${say('notComplete')}`}
      </span>
      <button type="button" class="quiet" aria-disabled={waits} onClick={() => waits || bringUpToDate()}>
        {say(waits ? 'bringingUpToDate' : 'bringUpToDate')}
      </button>
    </p>
  );
}

/** In ms. */
const longestRefresh = 60_000;

interface AddFormProps<Name extends CollectionName> {
  readonly model: RoomModel<Name>;
  readonly page: ManageModel;
  readonly add: NonNullable<RoomView<Name>['add']>;
  readonly giveFocus: GiveFocus;
}

function AddForm<Name extends CollectionName>({ model, page, add, giveFocus }: AddFormProps<Name>) {
  const state = model.forms.of(newPlace);
  const attempt = model.attempts.of(newPlace);
  const standing: ComponentChildren = attempt && (
    <Standing attempt={attempt} job={model.jobOf(attempt)} name={add.submit} page={page} />
  );
  if (state === null) return standing;
  return (
    <div data-place={newPlace} data-heir="form-new">
      <RecordForm
        id="new"
        name={add.submit}
        button={add.submit}
        cancelName={say('cancel')}
        specs={model.fieldsOf(newPlace)}
        state={state}
        onType={(name, value) => model.forms.type(newPlace, name, value)}
        onSubmit={() => model.submit(newPlace)}
        onCancel={() => {
          giveFocus('add');
          model.leaveForm(newPlace);
        }}
      >
        {standing}
      </RecordForm>
    </div>
  );
}

/** Names may run from right to left: each stands for itself. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

function sayTold(told: Told | null): string {
  switch (told?.name) {
    case undefined:
      return '';
    case 'added':
      return told.what === '' ? say('addedNameless') : say('addedNamed', isolated(told.what));
    case 'saved':
      return say('savedNamed', isolated(told.what));
    case 'deleted':
      return say('deletedNamed', isolated(told.what));
    case 'copied':
      return say('copied');
    case 'copy-failed':
      return say('notCopied');
  }
}
