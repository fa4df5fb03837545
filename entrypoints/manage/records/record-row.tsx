/** One record: what is known of it, what can be done with it, and what is under way or has failed. */
import type { ComponentChildren } from 'preact';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import type { RecordOf } from './record-list.ts';
import { RecordForm } from './record-form.tsx';
import type { AffectedCount } from './record-section-config.ts';
import type { RecordSectionModel } from './record-section-model.ts';
import { CommandStatus } from './command-status.tsx';
import type { FocusFn } from './use-focus-target.ts';
import { isolate } from '../../../lib/text/isolate.ts';

/** The parts of a row that differ from room to room. `name` is short enough for a button's. */
export interface RowLabels<Name extends CollectionName> {
  /** Before the name. */
  readonly mark?: (record: RecordOf<Name>) => ComponentChildren;
  /** Behind it, on the same line. */
  readonly tags?: (record: RecordOf<Name>) => ComponentChildren;
  readonly facts: (record: RecordOf<Name>, name: string) => ComponentChildren;
  /** Buttons before "Edit" and "Delete". */
  readonly acts?: (record: RecordOf<Name>, name: string, giveFocus: FocusFn) => ComponentChildren;
  /** What one of these has opened. */
  readonly opened?: (record: RecordOf<Name>, name: string, giveFocus: FocusFn) => ComponentChildren;
  /** "Edit campaign Summer", "Save campaign Summer" */
  readonly edit?: (name: string) => { readonly open: string; readonly save: string };
  readonly remove?: {
    /** "Delete campaign Summer" */
    readonly press: (name: string) => string;
    /** "Keep campaign Summer" */
    readonly keep: (name: string) => string;
    /** What goes with it. */
    readonly consequence: (consequence: AffectedCount | null) => string;
  };
}

export interface RecordRowProps<Name extends CollectionName> {
  readonly record: RecordOf<Name>;
  readonly model: RecordSectionModel<Name>;
  readonly page: ManageModel;
  readonly view: RowLabels<Name>;
  readonly giveFocus: FocusFn;
}

/** The most characters of a name that a row and a button's name show. */
const nameLength = { row: 80, button: 60 };

export function RecordRow<Name extends CollectionName>(props: RecordRowProps<Name>) {
  const { record, model, view } = props;
  const whole = model.config.nameOf(record);
  const name = truncateMiddle(whole, nameLength.button);
  const asks = model.deletion.value?.id === record.id;
  const edits = model.forms.get(record.id) !== null;
  return (
    <li tabIndex={-1} data-item={record.id}>
      <div class="record-head">
        <p class="record-name">
          {view.mark?.(record)}
          <bdi title={whole}>
            {whole === '' ? t('nameless') : <TruncatedText text={whole} length={nameLength.row} />}
          </bdi>
          {view.tags?.(record)}
        </p>
        <p class="acts">
          {view.acts?.(record, name, props.giveFocus)}
          {view.edit && !edits && <EditButton {...props} label={view.edit(name).open} />}
          {view.remove && !asks && <DeleteButton {...props} label={view.remove.press(name)} />}
        </p>
      </div>
      {view.facts(record, name)}
      {asks && view.remove && <DeleteQuestion {...props} name={name} remove={view.remove} />}
      {edits ? <EditForm {...props} name={name} /> : <RowStanding {...props} name={name} />}
      {view.opened?.(record, name, props.giveFocus)}
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
        <strong>{t('deleteReally', isolate(name))}</strong>{' '}
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
          {t('keep')}
        </button>
      </p>
    </div>
  );
}

function EditForm<Name extends CollectionName>({
  record,
  model,
  page,
  view,
  giveFocus,
  name,
}: RecordRowProps<Name> & Named) {
  const { id } = record;
  const state = model.forms.get(id);
  const attempt = model.commands.get(id);
  const { save } = view.edit?.(name) ?? { save: t('save') };
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
        {attempt && <CommandStatus attempt={attempt} job={model.jobOf(attempt)} name={name} page={page} />}
      </RecordForm>
    </div>
  );
}

function RowStanding<Name extends CollectionName>({
  record: { id },
  model,
  page,
  name,
}: RecordRowProps<Name> & Named) {
  const attempt = model.commands.get(id);
  if (attempt === null) return null;
  return (
    <CommandStatus
      attempt={attempt}
      job={model.jobOf(attempt)}
      name={name}
      page={page}
      onRetry={attempt.act === 'delete' ? () => void model.remove(id) : undefined}
      onDismiss={() => model.commands.dismiss(id)}
    />
  );
}
