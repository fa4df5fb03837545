/** A form of a room: adds a record, or changes one in its place. */
import type { ComponentChildren } from 'preact';
import { t } from '../../../lib/i18n/t.ts';
import { isColor } from './color.ts';
import { flagOf, validateForm, type FieldSpec, type TextSpec } from './form-fields.ts';
import type { FormState } from './form-state.ts';

export interface RecordFormProps {
  /** Unique in the page. */
  readonly id: string;
  /** The form's, and of its button: "Add campaign". */
  readonly name: string;
  /** What the button shows, where its name says more. */
  readonly button: string;
  readonly cancelName: string;
  readonly specs: readonly FieldSpec[];
  readonly state: FormState;
  readonly onType: (name: string, value: string | boolean) => void;
  /** @returns the name of the field to be mended first; `null` for none */
  readonly onSubmit: () => string | null;
  readonly onCancel: () => void;
  /** How it stands. */
  readonly children?: ComponentChildren;
}

export function RecordForm(props: RecordFormProps) {
  const { id, name, button, cancelName, specs, state, onType, onSubmit, onCancel, children } = props;
  const going = state.asking !== null;
  const problems = state.showErrors ? validateForm(specs, state.values) : new Map<string, string>();
  const submit = (event: Event) => {
    event.preventDefault();
    const wrong = onSubmit();
    if (wrong !== null) document.getElementById(`${id}-${wrong}`)?.focus();
  };
  return (
    <form
      class="record-form"
      aria-label={name}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // What was typed goes by “Cancel” alone.
        if (event.key !== 'Escape' || going || state.touched) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {specs.map((spec) => {
        const field = {
          id: `${id}-${spec.name}`,
          frozen: going,
          problem: problems.get(spec.name) ?? null,
        };
        const value = state.values[spec.name];
        const typed = typeof value === 'string' ? value : '';
        const type = (text: string | boolean) => onType(spec.name, text);
        switch (spec.kind) {
          case 'text':
            return <TextField key={spec.name} {...field} spec={spec} value={typed} onType={type} />;
          case 'colour':
            return <ColourField key={spec.name} {...field} spec={spec} value={typed} onType={type} />;
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
        <button type="submit" class="main" aria-label={name} aria-disabled={going}>
          {button}
        </button>
        <button type="button" aria-label={cancelName} onClick={onCancel}>
          {going ? t('close') : t('cancel')}
        </button>
      </p>
    </form>
  );
}

interface FieldProps<Spec extends FieldSpec> {
  readonly id: string;
  readonly spec: Spec;
  /** It has been sent as it is. */
  readonly frozen: boolean;
  readonly problem: string | null;
}

interface TypedProps<Spec extends FieldSpec> extends FieldProps<Spec> {
  readonly value: string;
  readonly onType: (text: string) => void;
}

function Around({
  id,
  spec,
  problem,
  children,
}: Pick<FieldProps<FieldSpec>, 'id' | 'spec' | 'problem'> & { readonly children: ComponentChildren }) {
  return (
    <div class="record-field">
      <label for={id}>{spec.label}</label>
      <div>
        {children}
        {/* One place for both, so that little moves when something is wrong. */}
        <div class="record-said">
          {spec.hint !== undefined && (
            <p id={`${id}-hint`} class={problem === null ? 'note' : 'unseen'}>
              {spec.hint}
            </p>
          )}
          {/* Always there, since a region that comes with its text is often not read out. */}
          <p id={`${id}-problem`} class="problem" aria-live="polite">
            {problem}
          </p>
        </div>
      </div>
    </div>
  );
}

/** What ties a control to its hint and its problem. */
const tied = ({ id, spec, problem }: FieldProps<FieldSpec>) => ({
  id,
  'aria-invalid': problem !== null,
  'aria-describedby': `${spec.hint === undefined ? '' : `${id}-hint `}${id}-problem`,
});

/** The most characters of a name or a text (lib/outbox/job.ts). */
const maxLength = 500;

function TextField(props: TypedProps<TextSpec>) {
  const { id, spec, value, frozen, onType } = props;
  const leftToRight = spec.reads !== 'words';
  return (
    <Around {...props}>
      <input
        {...tied(props)}
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
    </Around>
  );
}

/** The colour as text, since any may be typed or pasted, and the browser's own picker beside it. */
function ColourField(props: TypedProps<FieldSpec>) {
  const { spec, value, frozen, onType } = props;
  return (
    <Around {...props}>
      <div class="colour">
        <input
          {...tied(props)}
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
          aria-label={t('pickColour')}
          aria-disabled={frozen}
          title={spec.label}
          value={isColor(value) ? value.toLowerCase() : '#808080'}
          onClick={(event) => frozen && event.preventDefault()}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </div>
    </Around>
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
      <span />
      <div>
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
    </div>
  );
}
