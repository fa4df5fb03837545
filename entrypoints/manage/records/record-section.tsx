/** A section of one of the account's lists: its freshness, the search, the form that adds a record, and the rows. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import type { ManageModel } from '../model.ts';
import { RecordForm } from './record-form.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { RecordRow, type RecordRowProps, type RowLabels } from './record-row.tsx';
import { newRecordKey, type SectionNotice } from './record-section-config.ts';
import { type RecordSectionModel } from './record-section-model.ts';
import type { RecordOf } from './record-list-config.ts';
import type { RecordSearch } from './record-search.ts';
import { CommandStatus } from './command-status.tsx';
import { useFocusTarget, type FocusFn } from './use-focus-target.ts';
import { isolate } from '../../../lib/text/isolate.ts';

/** The texts of a section. */
export interface RecordSectionLabels<Name extends CollectionName> extends RowLabels<Name> {
  readonly title: string;
  /** "12 campaigns" */
  readonly count: (count: number) => string;
  readonly search: string;
  /** Shown where the list is empty: how to add the first record. */
  readonly empty: string;
  /** Limitations of the section, and their reasons. */
  readonly note?: string;
  /** "New campaign" and "Add campaign"; omitted where nothing can be added. */
  readonly add?: { readonly open: string; readonly submit: string };
}

export interface RecordSectionProps<Name extends CollectionName> {
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly labels: RecordSectionLabels<Name>;
}

export function RecordSection<Name extends CollectionName>({
  model,
  page,
  labels,
}: RecordSectionProps<Name>) {
  const { list, notice } = model;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => model.open(), [model]);
  const giveFocus = useFocusTarget();
  useFocusRestore((key) => {
    const row = key === newRecordKey ? model.lastAdded.peek() : key;
    return (row && document.querySelector<HTMLElement>(`li[data-item="${row}"]`)) || heading.current;
  });
  const now = page.now.value;
  useEffect(() => model.tick(), [now]);
  const all = list.records.value;
  return (
    <>
      <div class="heading">
        <h2 ref={heading} tabIndex={-1}>
          {labels.title}
        </h2>
        {labels.add && model.forms.get(newRecordKey) === null && (
          <button
            type="button"
            data-focus-target="add"
            onClick={() => {
              giveFocus('form-new');
              model.add();
            }}
          >
            {labels.add.open}
          </button>
        )}
      </div>
      <Freshness model={model} labels={labels} now={now} />
      {labels.note !== undefined && all?.length !== 0 && <p class="note">{labels.note}</p>}
      <p role="status" class="notice">
        {describeNotice(notice.value)}
      </p>
      {labels.add && <AddForm model={model} page={page} add={labels.add} giveFocus={giveFocus} />}
      {all !== null && all.length > 0 && <Search list={list} label={labels.search} count={all.length} />}
      {list.unreadable.value && (
        <RetryAlert text={t('localCopyUnreadable')} onRetry={() => void list.load()} />
      )}
      {all?.length === 0 && list.freshness.value?.at != null && <p class="note empty">{labels.empty}</p>}
      {/* Read here: the focus of a control that goes with the rows is restored when the section renders. */}
      <Rows records={list.shown.value} model={model} page={page} labels={labels} giveFocus={giveFocus} />
    </>
  );
}

interface SearchProps {
  readonly list: RecordSearch;
  readonly label: string;
  /** The number of records that are searched. */
  readonly count: number;
}

function Search({ list, label, count }: SearchProps) {
  const query = list.query.value;
  return (
    <div class="search">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        dir="auto"
        value={query}
        onInput={(event) => list.search(event.currentTarget.value)}
      />
      <p role="status" class="note">
        {query.trim() !== '' && t('foundOf', formatNumber(list.found.value.length), formatNumber(count))}
      </p>
    </div>
  );
}

type RowsProps<Name extends CollectionName> = Omit<RecordRowProps<Name>, 'record'> &
  RecordSectionProps<Name> & { readonly records: readonly RecordOf<Name>[] };

function Rows<Name extends CollectionName>({ records, model, page, labels, giveFocus }: RowsProps<Name>) {
  const { found, showMore } = model.list;
  const hidden = found.value.length - records.length;
  return (
    <>
      <ul class="records" aria-label={labels.title}>
        {records.map((record) => (
          <RecordRow
            key={record.id}
            record={record}
            model={model}
            page={page}
            labels={labels}
            giveFocus={giveFocus}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <p class="acts">
          <button type="button" onClick={showMore}>
            {t('showMore', formatNumber(hidden))}
          </button>
        </p>
      )}
    </>
  );
}

/** After this time "Sync now" can be pressed again. */
const maxRefreshMs = 60_000;

interface FreshnessProps<Name extends CollectionName> extends Pick<
  RecordSectionProps<Name>,
  'model' | 'labels'
> {
  readonly now: number;
}

function Freshness<Name extends CollectionName>({ model, labels, now }: FreshnessProps<Name>) {
  const { records, freshness, syncRequestedAt, syncNow } = model.list;
  const at = freshness.value?.at ?? null;
  const [timedOut, setTimedOut] = useState(false);
  const syncing = syncRequestedAt.value !== null && !timedOut;
  useEffect(() => {
    setTimedOut(false);
    if (syncRequestedAt.value === null) return;
    // A sync that fails is reported by the page's notices.
    const timer = setTimeout(() => setTimedOut(true), maxRefreshMs);
    return () => clearTimeout(timer);
  }, [syncRequestedAt.value]);
  return (
    <p class="freshness note">
      <span>
        {records.value !== null && (records.value.length > 0 || at !== null) && (
          <>{labels.count(records.value.length)} · </>
        )}
        {freshness.value !== null &&
          (at === null ? t('listNotSynced') : t('listSyncedAgo', formatAge(at, now)))}
        {at !== null && freshness.value?.complete === false && ` · ${t('syncIncomplete')}`}
      </span>
      <button type="button" class="quiet" aria-disabled={syncing} onClick={() => syncing || syncNow()}>
        {t(syncing ? 'syncInProgress' : 'syncNow')}
      </button>
    </p>
  );
}

interface AddFormProps<Name extends CollectionName> {
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly add: NonNullable<RecordSectionLabels<Name>['add']>;
  readonly giveFocus: FocusFn;
}

function AddForm<Name extends CollectionName>({ model, page, add, giveFocus }: AddFormProps<Name>) {
  const state = model.forms.get(newRecordKey);
  const command = model.commands.get(newRecordKey);
  const status: ComponentChildren = command && (
    <CommandStatus command={command} job={model.jobOf(command)} name={add.submit} page={page} />
  );
  if (state === null) return status;
  return (
    <div data-item={newRecordKey} data-focus-target="form-new">
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
        {status}
      </RecordForm>
    </div>
  );
}

function describeNotice(notice: SectionNotice | null): string {
  switch (notice?.name) {
    case undefined:
      return '';
    case 'added':
      return notice.what === '' ? t('addedUnlisted') : t('addedNamed', isolate(notice.what));
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
