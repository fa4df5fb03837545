/** One record: its name and facts, its buttons, and the status of its commands. */
import { Pencil, Trash2, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { RecordOf, AffectedCount } from './record-section-config.ts';
import type { RecordSectionModel } from './record-section-model.ts';
import { CommandStatus } from './command-status.tsx';
import { RowButton } from './row-button.tsx';
import type { FocusFn } from './use-focus-target.ts';
import { isolate } from '../../../lib/text/isolate.ts';

/** The parts of a row that differ between sections. `name` is short enough for a button. */
export interface RowLabels<Name extends CollectionName> {
  readonly icon: IconNode;
  /** Beside the icon. */
  readonly mark?: (record: RecordOf<Name>) => ComponentChildren;
  /** After the name, on the same line. */
  readonly tags?: (record: RecordOf<Name>) => ComponentChildren;
  readonly facts: (record: RecordOf<Name>, name: string) => ComponentChildren;
  /** Buttons before "Edit" and "Delete". */
  readonly actions?: (record: RecordOf<Name>, name: string, giveFocus: FocusFn) => ComponentChildren;
  /** Panels that these buttons open. */
  readonly panels?: (record: RecordOf<Name>, name: string, giveFocus: FocusFn) => ComponentChildren;
  readonly edit?: {
    /** "Edit campaign Summer" */
    readonly open: (name: string) => string;
    /** "Save campaign Summer" */
    readonly save: (name: string) => string;
    /** "Save campaign" */
    readonly button: string;
  };
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

/** A record's name, short enough for a button. */
export const shortName = (name: string): string => truncateMiddle(name, maxNameLength.button);

export function RecordRow<Name extends CollectionName>(props: RecordRowProps<Name>) {
  const { record, model, labels } = props;
  const fullName = model.config.nameOf(record);
  const name = shortName(fullName);
  const isDeleting = model.deletion.value?.id === record.id;
  const isEditing = model.forms.shown.value === record.id;
  return (
    <li tabIndex={-1} data-item={record.id} class={isEditing ? 'selected' : undefined}>
      <div class="record">
        <span class="monogram">
          <Icon of={labels.icon} />
          {labels.mark?.(record)}
        </span>
        <div>
          <p class="record-name">
            <bdi title={fullName}>
              {fullName === '' ? t('unnamed') : <TruncatedText text={fullName} length={maxNameLength.row} />}
            </bdi>
            {labels.tags?.(record)}
            {!isEditing && model.forms.get(record.id)?.asking === null && (
              <span class="pill">{t('unsavedChanges')}</span>
            )}
          </p>
          {labels.facts(record, name)}
        </div>
        <p class="acts">
          {labels.actions?.(record, name, props.giveFocus)}
          {labels.edit && (isEditing ? gap : <EditButton {...props} label={labels.edit.open(name)} />)}
          {labels.remove &&
            (isDeleting ? gap : <DeleteButton {...props} label={labels.remove.press(name)} />)}
        </p>
      </div>
      {isDeleting && labels.remove && <DeleteQuestion {...props} name={name} remove={labels.remove} />}
      {!isEditing && <RowStatus {...props} name={name} />}
      {labels.panels?.(record, name, props.giveFocus)}
    </li>
  );
}

/** In the place of a button that was pressed: no other one moves under the pointer. */
const gap = <span class="gap" />;

interface ButtonProps {
  readonly label: string;
}

function EditButton<Name extends CollectionName>({
  record: { id },
  model,
  giveFocus,
  label,
}: RecordRowProps<Name> & ButtonProps) {
  return (
    <RowButton
      icon={Pencil}
      word={t('edit')}
      label={label}
      focusTarget={`edit-${id}`}
      onClick={() => {
        giveFocus(`form-${id}`);
        model.edit(id);
      }}
    />
  );
}

function DeleteButton<Name extends CollectionName>({
  record: { id },
  model,
  giveFocus,
  label,
}: RecordRowProps<Name> & ButtonProps) {
  return (
    <RowButton
      icon={Trash2}
      word={t('delete')}
      label={label}
      focusTarget={`delete-${id}`}
      onClick={() => {
        if (model.commands.isPending(id)) return;
        giveFocus(`keep-${id}`);
        model.confirmDelete(id);
      }}
    />
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
      class="failure question"
      aria-labelledby={`question-${id}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        keep();
      }}
    >
      <Icon of={Trash2} />
      <p id={`question-${id}`}>
        <strong>{t('confirmDelete', isolate(name))}</strong>{' '}
        <span aria-live="polite">{remove.consequence(model.deletion.value?.affected ?? null)}</span>
      </p>
      <p class="acts">
        <button
          type="button"
          class="danger"
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
