/** A labeled field with its hint and its problem. */
import { CircleAlert } from 'lucide';
import type { ComponentChildren, ComponentProps } from 'preact';
import type { Problem } from '../../lib/forms/validate-link.ts';
import type { Labeled } from '../../lib/i18n/countries-and-languages.ts';
import { describeProblem } from '../../lib/i18n/describe-problem.ts';
import { Icon } from '../icon.tsx';
import { outsideForm } from '../outside-form.ts';
import { Select } from '../select.tsx';

export interface FieldProps {
  /** The control's id, unique in the page. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: Problem | undefined;
}

/** Attributes that connect a control with its label, hint and problem. */
export function fieldAria({ id, hint, problem }: FieldProps) {
  const describedBy = [hint !== undefined && `${id}-hint`, problem && `${id}-problem`]
    .filter(Boolean)
    .join(' ');
  return {
    id,
    // A hint makes no field invalid.
    'aria-invalid': problem?.blocks === true,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  };
}

export function Field({ id, label, hint, problem, children }: FieldProps & { children: ComponentChildren }) {
  return (
    <div class="option">
      <label for={id}>{label}</label>
      <div class="control">
        {children}
        {hint !== undefined && (
          <p id={`${id}-hint`} class="hint">
            {hint}
          </p>
        )}
        {/* Rendered even when empty: a live region that appears with its text is often not read out. */}
        <p id={`${id}-problem`} class="wrong" aria-live="polite">
          {problem && <Icon of={CircleAlert} size={14} />}
          {problem ? describeProblem(problem.message) : ''}
        </p>
      </div>
    </div>
  );
}

type Input = Pick<
  ComponentProps<'input'>,
  'autocomplete' | 'dir' | 'inputMode' | 'onBlur' | 'onFocus' | 'placeholder' | 'spellcheck'
>;

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onType: (value: string) => void;
  /** Called when the field is left or a suggestion is chosen. */
  readonly onSettle?: ((value: string) => void) | undefined;
  /** The id of a `datalist` of suggestions. */
  readonly list?: string | undefined;
  readonly secret?: boolean | undefined;
  readonly input?: Input | undefined;
}

export function TextField({ value, onType, onSettle, list, secret, input, ...field }: TextFieldProps) {
  const attributes = {
    autocomplete: 'off',
    ...input,
    ...fieldAria(field),
    value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onType(currentTarget.value),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onSettle?.(currentTarget.value),
  };
  return (
    <Field {...field}>
      {secret ? (
        <input {...attributes} {...outsideForm} type="password" />
      ) : (
        <input {...attributes} list={list} />
      )}
    </Field>
  );
}

/** Suggestions for a text field with this id as its `list`. */
export function Datalist({ id, options }: { readonly id: string; readonly options: readonly Labeled[] }) {
  return (
    <datalist id={id}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  );
}

/** URLs and codes run from left to right in every language. */
export const leftToRight: Input = { dir: 'ltr', spellcheck: false };
export const addressInput: Input = { ...leftToRight, inputMode: 'url' };

type Choice<T extends string> = readonly [value: T, text: string];

/** Choices under a heading of their own. */
interface ChoiceGroup<T extends string> {
  readonly name: string;
  readonly choices: readonly Choice<T>[];
}

interface ChoiceFieldProps<T extends string> extends FieldProps {
  readonly value: T;
  readonly choices: readonly (Choice<T> | ChoiceGroup<T>)[];
  readonly onChoose: (value: T) => void;
  readonly children?: ComponentChildren;
}

export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { value, choices, onChoose, children, ...field } = props;
  return (
    <Field {...field}>
      <Select
        {...fieldAria(field)}
        value={value}
        onChange={({ currentTarget }) => {
          const all = choices.flatMap((one) => ('name' in one ? one.choices : [one]));
          const chosen = all.find(([choice]) => choice === currentTarget.value);
          if (chosen) onChoose(chosen[0]);
        }}
      >
        {choices.map((one) =>
          'name' in one ? (
            <optgroup key={one.name} label={one.name}>
              {one.choices.map(asOption)}
            </optgroup>
          ) : (
            asOption(one)
          ),
        )}
      </Select>
      {children}
    </Field>
  );
}

function asOption([choice, text]: Choice<string>) {
  return (
    <option key={choice} value={choice}>
      {text}
    </option>
  );
}
