/** A room of one of the account's lists: how fresh it is, the search, the form that adds, and the rows. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import type { ManageModel } from '../model.ts';
import { RecordForm } from './record-form.tsx';
import { RecordRow, type RowLabels } from './record-row.tsx';
import { newRecordKey, type SectionNotice } from './record-section-config.ts';
import { type RecordSectionModel } from './record-section-model.ts';
import { CommandStatus } from './command-status.tsx';
import { useFocusTarget, type FocusFn } from './use-focus-target.ts';
import { isolate } from '../../../lib/text/isolate.ts';

/** How a room reads. */
export interface RecordSectionLabels<Name extends CollectionName> extends RowLabels<Name> {
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

export interface RecordSectionProps<Name extends CollectionName> {
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly view: RecordSectionLabels<Name>;
}

export function RecordSection<Name extends CollectionName>({ model, page, view }: RecordSectionProps<Name>) {
  const { list, notice } = model;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => model.open(), [model]);
  const giveFocus = useFocusTarget();
  useFocusRestore((place) => {
    const row = place === newRecordKey ? model.lastAdded.peek() : place;
    return (row && document.querySelector<HTMLElement>(`li[data-place="${row}"]`)) || heading.current;
  });
  const now = page.now.value;
  useEffect(() => model.tick(), [now]);
  const rows = list.shown.value;
  const found = list.found.value.length;
  const all = list.records.value;
  return (
    <>
      <div class="heading">
        <h2 ref={heading} tabIndex={-1}>
          {view.title}
        </h2>
        {view.add && model.forms.get(newRecordKey) === null && (
          <button
            type="button"
            data-focus-target="add"
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
        {describeNotice(notice.value)}
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
            value={list.query.value}
            onInput={(event) => list.search(event.currentTarget.value)}
          />
          <p role="status" class="note">
            {list.query.value.trim() !== '' && t('foundOf', formatNumber(found), formatNumber(all.length))}
          </p>
        </div>
      )}
      {list.unreadable.value && (
        <div role="alert" class="failure">
          <p>{t('mirrorUnreadable')}</p>
          <p class="acts">
            <button type="button" onClick={() => void list.load()}>
              {t('tryAgain')}
            </button>
          </p>
        </div>
      )}
      {all?.length === 0 && list.freshness.value?.at != null && <p class="note empty">{view.empty}</p>}
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
          <button type="button" onClick={list.showMore}>
            {t('showMore', formatNumber(found - rows.length))}
          </button>
        </p>
      )}
    </>
  );
}

interface FreshnessProps<Name extends CollectionName> extends Pick<
  RecordSectionProps<Name>,
  'model' | 'view'
> {
  readonly now: number;
}

function Freshness<Name extends CollectionName>({ model, view, now }: FreshnessProps<Name>) {
  const { records, freshness, syncRequestedAt, syncNow } = model.list;
  const at = freshness.value?.at ?? null;
  const [waited, setWaited] = useState(false);
  const waits = syncRequestedAt.value !== null && !waited;
  useEffect(() => {
    setWaited(false);
    if (syncRequestedAt.value === null) return;
    // It may come to nothing, which the page's notices tell then.
    const timer = setTimeout(() => setWaited(true), maxRefreshMs);
    return () => clearTimeout(timer);
  }, [syncRequestedAt.value]);
  return (
    <p class="freshness note">
      <span>
        {records.value !== null && (records.value.length > 0 || at !== null) && (
          <>{view.count(records.value.length)} · </>
        )}
        {freshness.value !== null && (at === null ? t('notBroughtIn') : t('freshAt', formatAge(at, now)))}
        {at !== null && freshness.value?.complete === false && ` · ${t('notComplete')}`}
      </span>
      <button type="button" class="quiet" aria-disabled={waits} onClick={() => waits || syncNow()}>
        {t(waits ? 'bringingUpToDate' : 'bringUpToDate')}
      </button>
    </p>
  );
}

/** In ms. */
const maxRefreshMs = 60_000;

interface AddFormProps<Name extends CollectionName> {
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly add: NonNullable<RecordSectionLabels<Name>['add']>;
  readonly giveFocus: FocusFn;
}

function AddForm<Name extends CollectionName>({ model, page, add, giveFocus }: AddFormProps<Name>) {
  const state = model.forms.get(newRecordKey);
  const attempt = model.commands.get(newRecordKey);
  const standing: ComponentChildren = attempt && (
    <CommandStatus attempt={attempt} job={model.jobOf(attempt)} name={add.submit} page={page} />
  );
  if (state === null) return standing;
  return (
    <div data-place={newRecordKey} data-focus-target="form-new">
      <RecordForm
        id="new"
        name={add.submit}
        button={add.submit}
        cancelName={t('cancel')}
        specs={model.fieldsOf(newRecordKey)}
        state={state}
        onType={(name, value) => model.forms.type(newRecordKey, name, value)}
        onSubmit={() => model.submit(newRecordKey)}
        onCancel={() => {
          giveFocus('add');
          model.closeForm(newRecordKey);
        }}
      >
        {standing}
      </RecordForm>
    </div>
  );
}

function describeNotice(notice: SectionNotice | null): string {
  switch (notice?.name) {
    case undefined:
      return '';
    case 'added':
      return notice.what === '' ? t('addedNameless') : t('addedNamed', isolate(notice.what));
    case 'saved':
      return t('savedNamed', isolate(notice.what));
    case 'deleted':
      return t('deletedNamed', isolate(notice.what));
    case 'copied':
      return t('copied');
    case 'copy-failed':
      return t('notCopied');
  }
}
