/** A form that adds a record, or edits one. */
import type { ComponentChildren } from 'preact';
import { t } from '../../../lib/i18n/t.ts';
import { FieldProblem } from './field-problem.tsx';
import { flagOf, validateForm, type FieldSpec, type TextSpec } from './form-fields.ts';
import type { FormState } from './form-state.ts';
import { isColor } from './validators.ts';

export interface RecordFormProps {
  /** Unique in the page. */
  readonly id: string;
  /** Accessible name of the form and its button: "Add campaign". */
  readonly name: string;
  /** Visible text of the button, which may be shorter. */
  readonly button: string;
  readonly cancelName: string;
  readonly specs: readonly FieldSpec[];
  readonly state: FormState;
  readonly onType: (name: string, value: string | boolean) => void;
  /** @returns the name of the first invalid field; `null` for none */
  readonly onSubmit: () => string | null;
  readonly onCancel: () => void;
  /** Status of the form's command. */
  readonly children?: ComponentChildren;
}

export function RecordForm(props: RecordFormProps) {
  const { id, name, button, cancelName, specs, state, onType, onSubmit, onCancel, children } = props;
  const isSent = state.asking !== null;
  const problems = state.showErrors ? validateForm(specs, state.values) : new Map<string, string>();
  const submit = (event: Event) => {
    event.preventDefault();
    const invalid = onSubmit();
    if (invalid !== null) document.getElementById(`${id}-${invalid}`)?.focus();
  };
  return (
    <form
      class="record-form"
      aria-label={name}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // Only “Cancel” discards a text that was typed.
        if (event.key !== 'Escape' || isSent || state.touched) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {specs.map((spec) => {
        const field = {
          id: `${id}-${spec.name}`,
          frozen: isSent,
          problem: problems.get(spec.name) ?? null,
        };
        const value = state.values[spec.name];
        const text = typeof value === 'string' ? value : '';
        const type = (next: string | boolean) => onType(spec.name, next);
        switch (spec.kind) {
          case 'text':
            return <TextField key={spec.name} {...field} spec={spec} value={text} onType={type} />;
          case 'color':
            return <ColorField key={spec.name} {...field} spec={spec} value={text} onType={type} />;
          case 'flag':
            return (
              <FlagField
                key={spec.name}
                {...field}
                spec={spec}
                checked={flagOf(state.values, spec.name)}
                onType={type}
              />
            );
        }
      })}
      {children}
      <p class="acts">
        <button type="submit" class="main" aria-label={name} aria-disabled={isSent}>
          {button}
        </button>
        <button type="button" class="quiet" aria-label={cancelName} onClick={onCancel}>
          {isSent ? t('close') : t('cancel')}
        </button>
      </p>
    </form>
  );
}

interface FieldProps<Spec extends FieldSpec> {
  readonly id: string;
  readonly spec: Spec;
  /** The form was sent. */
  readonly frozen: boolean;
  readonly problem: string | null;
}

interface TypedProps<Spec extends FieldSpec> extends FieldProps<Spec> {
  readonly value: string;
  readonly onType: (text: string) => void;
}

function FieldFrame({
  id,
  spec,
  problem,
  children,
}: Pick<FieldProps<FieldSpec>, 'id' | 'spec' | 'problem'> & { readonly children: ComponentChildren }) {
  return (
    <div class="record-field">
      <label for={id}>{spec.label}</label>
      {children}
      {/* A problem takes the place of the hint, so that little moves. */}
      {spec.hint !== undefined && (
        <p id={`${id}-hint`} class={problem === null ? 'note' : 'visually-hidden'}>
          {spec.hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </div>
  );
}

/** Connects a control with its hint and its problem. */
const describedBy = ({ id, spec, problem }: FieldProps<FieldSpec>) => ({
  id,
  'aria-invalid': problem !== null,
  'aria-describedby': `${spec.hint === undefined ? '' : `${id}-hint `}${id}-problem`,
});

/** Length limit of a name or a text (lib/outbox/commands.ts). */
const maxLength = 500;

function TextField(props: TypedProps<TextSpec>) {
  const { id, spec, value, frozen, onType } = props;
  const leftToRight = spec.reads !== 'words';
  return (
    <FieldFrame {...props}>
      <input
        {...describedBy(props)}
        autocomplete="off"
        dir={leftToRight ? 'ltr' : 'auto'}
        spellcheck={!leftToRight}
        inputMode={spec.reads === 'address' ? 'url' : 'text'}
        maxLength={spec.reads === 'address' ? 2_000 : maxLength}
        list={spec.offers && `${id}-offers`}
        readOnly={frozen}
        value={value}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {spec.offers && (
        <datalist id={`${id}-offers`}>
          {spec.offers.map((offer) => (
            <option key={offer}>{offer}</option>
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}

/** The color as text, which can be pasted, and the browser's color picker beside it. */
function ColorField(props: TypedProps<FieldSpec>) {
  const { spec, value, frozen, onType } = props;
  return (
    <FieldFrame {...props}>
      <div class="color">
        <input
          {...describedBy(props)}
          autocomplete="off"
          dir="ltr"
          spellcheck={false}
          maxLength={7}
          placeholder="#RRGGBB"
          readOnly={frozen}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        <input
          type="color"
          aria-label={t('pickColor')}
          aria-disabled={frozen}
          title={spec.label}
          value={isColor(value) ? value.toLowerCase() : '#808080'}
          onClick={(event) => frozen && event.preventDefault()}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </div>
    </FieldFrame>
  );
}

function FlagField({
  id,
  spec,
  frozen,
  checked,
  onType,
}: FieldProps<FieldSpec> & { readonly checked: boolean; readonly onType: (on: boolean) => void }) {
  return (
    <div class="record-field">
      <label class="check">
        <input
          id={id}
          type="checkbox"
          aria-disabled={frozen}
          aria-describedby={spec.hint === undefined ? undefined : `${id}-hint`}
          checked={checked}
          onClick={(event) => frozen && event.preventDefault()}
          onChange={(event) => onType(event.currentTarget.checked)}
        />
        {spec.label}
      </label>
      {spec.hint !== undefined && (
        <p id={`${id}-hint`} class="note">
          {spec.hint}
        </p>
      )}
    </div>
  );
}
