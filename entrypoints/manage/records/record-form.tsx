/** A form that adds a record, or edits one. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { fieldAria, LabeledField, type LabeledFieldProps } from './labeled-field.tsx';
import { validateForm, type FieldSpec, type TextSpec } from './form-fields.ts';
import { isTouched, type FormState } from './form-state.ts';
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
        if (event.key !== 'Escape' || isSent || isTouched(state)) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {specs.map((spec) => {
        const { name, label, hint } = spec;
        const value = state.values[name];
        const field = {
          id: `${id}-${name}`,
          label,
          hint,
          problem: problems.get(name) ?? null,
          frozen: isSent,
          value: typeof value === 'string' ? value : '',
          onType: (next: string | boolean) => onType(name, next),
        };
        switch (spec.kind) {
          case 'text':
            return <TextField key={name} {...field} format={spec.format} suggestions={spec.suggestions} />;
          case 'color':
            return <ColorField key={name} {...field} />;
          case 'flag':
            return <FlagField key={name} {...field} value={value === true} />;
        }
      })}
      {children}
      <p class="acts">
        <Button type="submit" text={button} class="main" aria-label={name} aria-disabled={isSent} />
        <Button
          text={t(isSent ? 'close' : 'cancel')}
          class="quiet"
          aria-label={cancelName}
          onClick={onCancel}
        />
      </p>
    </form>
  );
}

interface FieldProps<Value> extends LabeledFieldProps {
  /** The form was sent. */
  readonly frozen: boolean;
  readonly value: Value;
  readonly onType: (value: Value) => void;
}

function TextField(props: FieldProps<string> & Pick<TextSpec, 'format' | 'suggestions'>) {
  const { id, format, suggestions, value, frozen, onType } = props;
  const leftToRight = format !== 'text';
  return (
    <LabeledField {...props}>
      <input
        {...fieldAria(props)}
        autocomplete="off"
        dir={leftToRight ? 'ltr' : 'auto'}
        spellcheck={!leftToRight}
        inputMode={format === 'url' ? 'url' : 'text'}
        list={suggestions && `${id}-suggestions`}
        readOnly={frozen}
        value={value}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
    </LabeledField>
  );
}

/** The color as text, which can be pasted, and the browser's color picker beside it. */
function ColorField(props: FieldProps<string>) {
  const { label, value, frozen, onType } = props;
  return (
    <LabeledField {...props}>
      <div class="color">
        <input
          {...fieldAria(props)}
          autocomplete="off"
          dir="ltr"
          spellcheck={false}
          placeholder="#RRGGBB"
          readOnly={frozen}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        <input
          type="color"
          aria-label={t('pickColor')}
          aria-disabled={frozen}
          title={label}
          value={isColor(value) ? value.toLowerCase() : '#808080'}
          onClick={(event) => frozen && event.preventDefault()}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </div>
    </LabeledField>
  );
}

function FlagField({ id, label, hint, frozen, value, onType }: FieldProps<boolean>) {
  return (
    <div class="record-field">
      <label class="check">
        <input
          id={id}
          type="checkbox"
          aria-disabled={frozen}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          checked={value}
          onClick={(event) => frozen && event.preventDefault()}
          onChange={(event) => onType(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
