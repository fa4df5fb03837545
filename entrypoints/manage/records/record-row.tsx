/** One record: its name and facts, its buttons, and the status of its commands. */
import { Pencil, Trash2, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Confirmation } from '../../../components/confirmation.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageProps } from '../model.ts';
import type { RecordOf, AffectedCount } from './record-section-config.ts';
import type { RecordSectionModel } from './record-section-model.ts';
import { CommandStatus } from './command-status.tsx';
import { patchKey } from './pending-commands.ts';
import { RowButton } from './row-button.tsx';
import { useFocusTarget } from './use-focus-target.ts';
import { isolate } from '../../../lib/text/isolate.ts';

/** The parts of a row that differ between sections. `name` is short enough for a button. */
export interface RowLabels<Name extends CollectionName> {
  readonly icon: IconNode;
  /** Beside the icon. */
  readonly mark?: (record: RecordOf<Name>) => ComponentChildren;
  /** The name leads to it. */
  readonly href?: (record: RecordOf<Name>) => string;
  /** After the name, on the same line. */
  readonly tags?: (record: RecordOf<Name>) => ComponentChildren;
  readonly facts: (record: RecordOf<Name>, name: string) => ComponentChildren;
  /** Buttons before "Edit" and "Delete". */
  readonly actions?: (record: RecordOf<Name>, name: string) => ComponentChildren;
  /** Panels that these buttons open. */
  readonly panels?: (record: RecordOf<Name>, name: string) => ComponentChildren;
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
    readonly label: (name: string) => string;
    /** "Cancel deleting campaign Summer" */
    readonly cancelLabel: (name: string) => string;
    readonly consequence: (affected: AffectedCount | null) => string;
  };
}

interface RecordRowProps<Name extends CollectionName> extends ManageProps {
  readonly record: RecordOf<Name>;
  readonly model: RecordSectionModel<Name>;
  readonly labels: RowLabels<Name>;
}

/** Characters of a name in a row, where the style sheet cuts it after two lines, and in a button's label. */
const maxNameLength = { row: 300, button: 60 };

/** A record's name, short enough for a button. */
export const shortName = (name: string): string => truncateMiddle(name, maxNameLength.button);

export function RecordRow<Name extends CollectionName>(props: RecordRowProps<Name>) {
  const { record, model, labels } = props;
  const fullName = model.config.nameOf(record);
  const name = shortName(fullName);
  const isEditing = model.forms.shown.value === record.id;
  return (
    <li tabIndex={-1} data-item={record.id} class={isEditing ? 'selected' : undefined}>
      <div class="record">
        <span class="monogram">
          <Icon of={labels.icon} />
          {labels.mark?.(record)}
        </span>
        <div>
          <p class="record-name line">
            <RecordName name={fullName} href={labels.href?.(record)} />
            {labels.tags?.(record)}
            {!isEditing && model.forms.get(record.id)?.asking === null && (
              <span class="pill">{t('unsavedChanges')}</span>
            )}
          </p>
          {labels.facts(record, name)}
        </div>
        <p class="acts">
          {labels.actions?.(record, name)}
          <EditAndDelete {...props} name={name} />
        </p>
      </div>
      <DeleteConfirmation {...props} name={name} />
      {!isEditing && <RowStatus {...props} name={name} item={record.id} />}
      <RowStatus {...props} name={name} item={patchKey(record.id)} />
      {labels.panels?.(record, name)}
    </li>
  );
}

function RecordName({ name, href }: { readonly name: string; readonly href: string | undefined }) {
  const shown = (
    <bdi title={name}>
      {name === '' ? t('unnamed') : <TruncatedText text={name} length={maxNameLength.row} />}
    </bdi>
  );
  return href === undefined ? shown : <a href={href}>{shown}</a>;
}

interface RowPartProps<Name extends CollectionName> extends RecordRowProps<Name> {
  readonly name: string;
}

/** In the place of a button that was pressed: no other one moves under the pointer. */
const placeholder = <span class="placeholder" />;

function EditAndDelete<Name extends CollectionName>({
  record: { id },
  model,
  labels: { edit, remove },
  name,
}: RowPartProps<Name>) {
  const giveFocus = useFocusTarget();
  const isEditing = model.forms.shown.value === id;
  const isDeleting = model.deletion.value?.id === id;
  const command = model.commands.get(id);
  const isPending = command?.state === 'pending';
  return (
    <>
      {isEditing && edit && placeholder}
      {!isEditing && edit && (
        <RowButton
          icon={Pencil}
          word={t('edit')}
          label={edit.open(name)}
          focusTarget={`edit-${id}`}
          disabled={isPending && command.act === 'delete'}
          onClick={() => {
            giveFocus(`form-${id}`);
            model.edit(id);
          }}
        />
      )}
      {isDeleting && remove && placeholder}
      {!isDeleting && remove && (
        <RowButton
          icon={Trash2}
          word={t('delete')}
          label={remove.label(name)}
          focusTarget={`delete-${id}`}
          disabled={isPending}
          onClick={() => {
            if (model.commands.isPending(id)) return;
            model.confirmDelete(id);
          }}
        />
      )}
    </>
  );
}

function DeleteConfirmation<Name extends CollectionName>({
  record: { id },
  model,
  labels: { remove },
  name,
}: RowPartProps<Name>) {
  const giveFocus = useFocusTarget();
  const deletion = model.deletion.value;
  if (deletion?.id !== id || remove === undefined) return null;
  const question = t('confirmDelete', isolate(name));
  const consequence = `${remove.consequence(deletion.affected)} ${t('deleteIsFinal')}`;
  return (
    <Confirmation
      label={`${question} ${consequence}`}
      icon={Trash2}
      heading={question}
      confirm={t('delete')}
      confirmLabel={remove.label(name)}
      keep={t('cancel')}
      keepLabel={remove.cancelLabel(name)}
      onConfirm={() => void model.remove(id)}
      onKeep={() => {
        giveFocus(`delete-${id}`);
        model.cancelDelete();
      }}
    >
      <p aria-live="polite">{consequence}</p>
    </Confirmation>
  );
}

interface RowStatusProps<Name extends CollectionName> extends RowPartProps<Name> {
  /** The key of a command. */
  readonly item: string;
}

function RowStatus<Name extends CollectionName>({
  record: { id },
  model,
  page,
  name,
  item,
}: RowStatusProps<Name>) {
  return (
    <CommandStatus model={model} page={page} item={item}>
      {model.commands.get(item)?.act === 'delete' && (
        <Button
          text={t('tryAgain')}
          aria-label={t('tryAgainNamed', name)}
          onClick={() => void model.remove(id)}
        />
      )}
      <button type="button" aria-label={t('dismissNamed', name)} onClick={() => model.commands.dismiss(item)}>
        {t('dismiss')}
      </button>
    </CommandStatus>
  );
}
