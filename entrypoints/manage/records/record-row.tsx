/** One record: its fields, its buttons, and the status of its commands. */
import type { ComponentChildren } from 'preact';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { RecordOf } from './record-list-config.ts';
import { RecordForm } from './record-form.tsx';
import type { AffectedCount } from './record-section-config.ts';
import type { RecordSectionModel } from './record-section-model.ts';
import { CommandStatus } from './command-status.tsx';
import type { FocusFn } from './use-focus-target.ts';
import { isolate } from '../../../lib/text/isolate.ts';

/** The parts of a row that differ between sections. `name` is short enough for a button. */
export interface RowLabels<Name extends CollectionName> {
  /** Before the name. */
  readonly mark?: (record: RecordOf<Name>) => ComponentChildren;
  /** After the name, on the same line. */
  readonly tags?: (record: RecordOf<Name>) => ComponentChildren;
  readonly facts: (record: RecordOf<Name>, name: string) => ComponentChildren;
  /** Buttons before "Edit" and "Delete". */
  readonly actions?: (record: RecordOf<Name>, name: string, giveFocus: FocusFn) => ComponentChildren;
  /** Panels that these buttons open. */
  readonly panels?: (record: RecordOf<Name>, name: string, giveFocus: FocusFn) => ComponentChildren;
  /** "Edit campaign Summer", "Save campaign Summer" */
  readonly edit?: (name: string) => { readonly open: string; readonly save: string };
  readonly remove?: {
    /** "Delete campaign Summer" */
    readonly press: (name: string) => string;
    /** "Cancel deleting campaign Summer" */
    readonly keep: (name: string) => string;
    /** The number of links or items that are affected. */
    readonly consequence: (affected: AffectedCount | null) => string;
  };
}

export interface RecordRowProps<Name extends CollectionName> {
  readonly record: RecordOf<Name>;
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly labels: RowLabels<Name>;
  readonly giveFocus: FocusFn;
}

/** Characters of a name in a row and in a button's label. */
const maxNameLength = { row: 80, button: 60 };

export function RecordRow<Name extends CollectionName>(props: RecordRowProps<Name>) {
  const { record, model, labels } = props;
  const fullName = model.config.nameOf(record);
  const name = truncateMiddle(fullName, maxNameLength.button);
  const isDeleting = model.deletion.value?.id === record.id;
  const isEditing = model.forms.get(record.id) !== null;
  return (
    <li tabIndex={-1} data-item={record.id}>
      <div class="record-head">
        <p class="record-name">
          {labels.mark?.(record)}
          <bdi title={fullName}>
            {fullName === '' ? t('unnamed') : <TruncatedText text={fullName} length={maxNameLength.row} />}
          </bdi>
          {labels.tags?.(record)}
        </p>
        <p class="acts">
          {labels.actions?.(record, name, props.giveFocus)}
          {labels.edit && !isEditing && <EditButton {...props} label={labels.edit(name).open} />}
          {labels.remove && !isDeleting && <DeleteButton {...props} label={labels.remove.press(name)} />}
        </p>
      </div>
      {labels.facts(record, name)}
      {isDeleting && labels.remove && <DeleteQuestion {...props} name={name} remove={labels.remove} />}
      {isEditing ? <EditForm {...props} name={name} /> : <RowStatus {...props} name={name} />}
      {labels.panels?.(record, name, props.giveFocus)}
    </li>
  );
}

function EditButton<Name extends CollectionName>({
  record: { id },
  model,
  giveFocus,
  label,
}: RecordRowProps<Name> & { readonly label: string }) {
  return (
    <button
      type="button"
      data-focus-target={`edit-${id}`}
      aria-label={label}
      onClick={() => {
        giveFocus(`form-${id}`);
        model.edit(id);
      }}
    >
      {t('edit')}
    </button>
  );
}

function DeleteButton<Name extends CollectionName>({
  record: { id },
  model,
  giveFocus,
  label,
}: RecordRowProps<Name> & { readonly label: string }) {
  return (
    <button
      type="button"
      data-focus-target={`delete-${id}`}
      aria-label={label}
      onClick={() => {
        if (model.commands.isPending(id)) return;
        giveFocus(`keep-${id}`);
        model.confirmDelete(id);
      }}
    >
      {t('delete')}
    </button>
  );
}

interface Named {
  readonly name: string;
}

function DeleteQuestion<Name extends CollectionName>({
  record: { id },
  model,
  giveFocus,
  name,
  remove,
}: RecordRowProps<Name> & Named & { readonly remove: NonNullable<RowLabels<Name>['remove']> }) {
  const keep = () => {
    giveFocus(`delete-${id}`);
    model.cancelDelete();
  };
  return (
    <div
      role="group"
      class="question"
      aria-labelledby={`question-${id}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        keep();
      }}
    >
      <p id={`question-${id}`}>
        <strong>{t('confirmDelete', isolate(name))}</strong>{' '}
        <span aria-live="polite">{remove.consequence(model.deletion.value?.affected ?? null)}</span>
      </p>
      <p class="acts">
        <button
          type="button"
          class="bad"
          aria-label={remove.press(name)}
          onClick={() => void model.remove(id)}
        >
          {t('delete')}
        </button>
        <button type="button" data-focus-target={`keep-${id}`} aria-label={remove.keep(name)} onClick={keep}>
          {t('cancelDeletion')}
        </button>
      </p>
    </div>
  );
}

function EditForm<Name extends CollectionName>({
  record,
  model,
  page,
  labels,
  giveFocus,
  name,
}: RecordRowProps<Name> & Named) {
  const { id } = record;
  const state = model.forms.get(id);
  const command = model.commands.get(id);
  const { save } = labels.edit?.(name) ?? { save: t('save') };
  if (state === null) return null;
  return (
    <div data-focus-target={`form-${id}`}>
      <RecordForm
        id={`edit-${id}`}
        name={save}
        button={t('save')}
        cancelName={t('cancelEditing', name)}
        specs={model.fieldsOf(id)}
        state={state}
        onType={(field, value) => model.forms.type(id, field, value)}
        onSubmit={() => model.submit(id)}
        onCancel={() => {
          giveFocus(`edit-${id}`);
          model.closeForm(id);
        }}
      >
        {command && <CommandStatus command={command} job={model.jobOf(command)} name={name} page={page} />}
      </RecordForm>
    </div>
  );
}

function RowStatus<Name extends CollectionName>({
  record: { id },
  model,
  page,
  name,
}: RecordRowProps<Name> & Named) {
  const command = model.commands.get(id);
  if (command === null) return null;
  return (
    <CommandStatus
      command={command}
      job={model.jobOf(command)}
      name={name}
      page={page}
      onRetry={command.act === 'delete' ? () => void model.remove(id) : undefined}
      onDismiss={() => model.commands.dismiss(id)}
    />
  );
}
