/** A section of one of the account's lists: its freshness, the search, the rows, and the open form. */
import { ChevronDown, Plus, TriangleAlert } from 'lucide';
import { effect, untracked } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { useFocusRestore } from '../../../components/use-focus-restore.ts';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { formatAge } from '../../../lib/i18n/relative-time.ts';
import type { ManageProps } from '../model.ts';
import { RecordForm, type RecordFormProps } from './record-form.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LocalCopyUnreadable } from '../alert.tsx';
import { SyncButton } from '../sync-now.tsx';
import { RecordRow, shortName, type RowLabels } from './record-row.tsx';
import { newRecordKey, type RecordOf, type SectionNotice } from './record-section-config.ts';
import type { RecordSectionModel } from './record-section-model.ts';
import { CommandStatus } from './command-status.tsx';
import { useFocusTarget } from './use-focus-target.ts';
import { isolate } from '../../../lib/text/isolate.ts';

export interface RecordSectionLabels<Name extends CollectionName> extends RowLabels<Name> {
  readonly title: string;
  /** "12 campaigns" */
  readonly count: (count: number) => string;
  readonly search: string;
  /** Shown where the list is empty: what the records are for. */
  readonly empty: { readonly heading: string; readonly hint: string };
  /** Limitations of the section, and their reasons. */
  readonly note?: string;
  /** A row's panel is open, and has a main button. */
  readonly isPanelOpen?: boolean;
  /** Buttons below the form of a record, which lead elsewhere. */
  readonly formActions?: (record: RecordOf<Name>) => ComponentChildren;
  /** "New campaign" and "Add campaign"; omitted where nothing can be added. */
  readonly add?: { readonly open: string; readonly submit: string };
}

interface RecordSectionProps<Name extends CollectionName> extends ManageProps {
  readonly model: RecordSectionModel<Name>;
  readonly labels: RecordSectionLabels<Name>;
}

export function RecordSection<Name extends CollectionName>({
  model,
  page,
  labels,
}: RecordSectionProps<Name>) {
  const { list } = model;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => model.open(), [model]);
  const props = { model, page, labels };
  useFocusRestore((key) => {
    const row = key === newRecordKey ? model.lastAdded.peek() : key;
    return (row && document.querySelector<HTMLElement>(`li[data-item="${row}"]`)) || heading.current;
  });
  // Apart from the rows, which are not drawn again with every tick of a countdown.
  useEffect(
    () =>
      effect(() => {
        if (page.now.value > 0) untracked(() => model.tick());
      }),
    [model],
  );
  const all = list.records.value;
  const isEmpty = all?.length === 0 && list.freshness.value?.at != null;
  const key = model.forms.shown.value;
  const texts = key === null ? null : formTexts(model, labels, key);
  const isFormOpen = texts !== null;
  const newButton = labels.add && (
    <NewButton model={model} label={labels.add.open} isMain={!isFormOpen && labels.isPanelOpen !== true} />
  );
  return (
    <div class="record-section split" data-open={isFormOpen}>
      <div class="heading line">
        <h2 ref={heading} tabIndex={-1}>
          {labels.title}
        </h2>
        {!isEmpty && newButton}
      </div>
      <FormPanel {...props} formKey={key} texts={texts} />
      <div class="record-list">
        <Search {...props} />
        <Freshness {...props} />
        {list.unreadable.value && <LocalCopyUnreadable onRetry={() => void list.load()} />}
        {isEmpty && (
          <EmptyState icon={labels.icon} heading={labels.empty.heading} hint={labels.empty.hint}>
            {newButton}
          </EmptyState>
        )}
        <Rows {...props} />
        {labels.note !== undefined && all?.length !== 0 && <p class="note">{labels.note}</p>}
      </div>
    </div>
  );
}

interface NewButtonProps<Name extends CollectionName> {
  readonly model: RecordSectionModel<Name>;
  readonly label: string;
  /** Not while something else is open, which has the main button. */
  readonly isMain: boolean;
}

function NewButton<Name extends CollectionName>({ model, label, isMain }: NewButtonProps<Name>) {
  const giveFocus = useFocusTarget();
  return (
    <Button
      icon={Plus}
      text={label}
      class={isMain ? 'main' : undefined}
      data-focus-target="add"
      onClick={() => {
        giveFocus('form-new');
        model.add();
      }}
    />
  );
}

function Search<Name extends CollectionName>({ model, labels: { search: label } }: RecordSectionProps<Name>) {
  const { query, search, found, records } = model.list;
  const count = records.value?.length ?? 0;
  if (count === 0) return null;
  return (
    <div class="record-search line">
      <SearchField aria-label={label} placeholder={label} value={query.value} onSearch={search} />
      <p role="status" class="note">
        {query.value.trim() !== '' && t('foundOf', formatNumber(found.value.length), formatNumber(count))}
      </p>
    </div>
  );
}

function Rows<Name extends CollectionName>(props: RecordSectionProps<Name>) {
  const { model, labels } = props;
  const { found, shown, showMore } = model.list;
  const hidden = found.value.length - shown.value.length;
  return (
    <>
      <ul class="records" aria-label={labels.title}>
        {shown.value.map((record) => (
          <RecordRow key={record.id} {...props} record={record} />
        ))}
      </ul>
      {hidden > 0 && (
        <p class="acts">
          <Button
            icon={ChevronDown}
            text={t('showMore', formatNumber(hidden))}
            class="quiet"
            onClick={showMore}
          />
        </p>
      )}
    </>
  );
}

function Freshness<Name extends CollectionName>({ model, labels, page }: RecordSectionProps<Name>) {
  const { records, freshness } = model.list;
  const at = freshness.value?.at ?? null;
  return (
    <div class="freshness note line">
      {records.value !== null && (records.value.length > 0 || at !== null) && (
        <span>
          {freshness.value?.complete === false
            ? t('countSoFar', labels.count(records.value.length))
            : labels.count(records.value.length)}
        </span>
      )}
      <p role="status" class="notice">
        {describeNotice(model.notice.value)}
      </p>
      {freshness.value !== null && (
        <span>{at === null ? t('notSyncedYet') : t('syncedAgo', formatAge(at, page.steppedNow.value))}</span>
      )}
      {at !== null && freshness.value?.complete === false && (
        <span class="warning">
          <Icon of={TriangleAlert} />
          {t('syncIncomplete')}
        </span>
      )}
      <SyncButton {...model.list} />
    </div>
  );
}

interface FormTexts extends Pick<RecordFormProps, 'name' | 'button' | 'cancelName'> {
  readonly heading: string;
}

function formTexts<Name extends CollectionName>(
  { list, config }: RecordSectionModel<Name>,
  { add, edit }: RecordSectionLabels<Name>,
  key: string,
): FormTexts | null {
  if (key === newRecordKey) {
    if (add === undefined) return null;
    return { heading: add.open, name: add.submit, button: add.submit, cancelName: t('cancel') };
  }
  const record = list.records.value?.find(({ id }) => id === key);
  if (record === undefined || edit === undefined) return null;
  const name = shortName(config.nameOf(record));
  return {
    heading: edit.open(isolate(name)),
    name: edit.save(name),
    button: edit.button,
    cancelName: t('cancelEditing', name),
  };
}

interface FormPanelProps<Name extends CollectionName> extends RecordSectionProps<Name> {
  readonly formKey: string | null;
  /** `null` also where the record is gone. */
  readonly texts: FormTexts | null;
}

/** The one form that is open: of a new record, or of one that is edited. Drawn apart from the rows while it is typed into. */
function FormPanel<Name extends CollectionName>(props: FormPanelProps<Name>) {
  const { model, page, labels, formKey: key, texts } = props;
  const giveFocus = useFocusTarget();
  const state = key === null ? null : model.forms.get(key);
  // A form that was closed after it was sent.
  const added = key !== newRecordKey && labels.add && (
    <CommandStatus model={model} page={page} item={newRecordKey} />
  );
  if (key === null || state === null || texts === null) return <>{added}</>;
  const { heading, ...formProps } = texts;
  const isNew = key === newRecordKey;
  const record = isNew ? null : model.findRecord(key);
  return (
    <>
      {added}
      <div key={key} class="side-panel" data-item={key} data-focus-target={`form-${key}`}>
        <h3 class="side-panel-head">{heading}</h3>
        <RecordForm
          {...formProps}
          id={isNew ? key : `edit-${key}`}
          specs={model.fieldsOf(key)}
          state={state}
          onType={(field, value) => model.forms.type(key, field, value)}
          onSubmit={() => model.submit(key)}
          onCancel={() => {
            giveFocus(isNew ? 'add' : `edit-${key}`);
            model.closeForm(key);
          }}
        >
          <CommandStatus model={model} page={page} item={key} />
        </RecordForm>
        {record && labels.formActions && <div class="acts form-actions">{labels.formActions(record)}</div>}
      </div>
    </>
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
