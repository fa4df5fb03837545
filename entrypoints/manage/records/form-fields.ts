/** What a form asks for: one description serves to draw it, to check it, and to keep what is typed. */

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** What is wrong with it, in a sentence that says what to do; `null` for nothing. */
export type Check = (value: string) => string | null;

export interface TextSpec extends Field {
  readonly kind: 'text';
  /** Addresses and codes run from left to right in every language. */
  readonly reads: 'words' | 'address' | 'code';
  readonly check?: Check;
  /** Proposed while it is typed; anything else may be typed as well. */
  readonly offers?: readonly string[];
}

export interface ColorSpec extends Field {
  readonly kind: 'colour';
  readonly check: Check;
}

export interface FlagSpec extends Field {
  readonly kind: 'flag';
}

export type FieldSpec = TextSpec | ColorSpec | FlagSpec;

export type FormValues = Readonly<Record<string, string | boolean>>;

/** Without the blanks around it. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
}

export const flagOf = (values: FormValues, name: string): boolean => values[name] === true;

/** By the names of the fields. */
export function validateForm(specs: readonly FieldSpec[], values: FormValues): ReadonlyMap<string, string> {
  return new Map(
    specs.flatMap((spec) => {
      const problem = spec.kind === 'flag' ? null : (spec.check?.(textOf(values, spec.name)) ?? null);
      return problem === null ? [] : [[spec.name, problem] as const];
    }),
  );
}

/** The texts that are others than at first: all that is sent of a change. */
export function changedTexts<Name extends string>(
  names: readonly Name[],
  first: FormValues,
  values: FormValues,
): Partial<Record<Name, string>> {
  const changed: Partial<Record<Name, string>> = {};
  for (const name of names)
    if (textOf(values, name) !== textOf(first, name)) changed[name] = textOf(values, name);
  return changed;
}

/** The same for what is on or off. */
export function changedFlags<Name extends string>(
  names: readonly Name[],
  first: FormValues,
  values: FormValues,
): Partial<Record<Name, boolean>> {
  const changed: Partial<Record<Name, boolean>> = {};
  for (const name of names)
    if (flagOf(values, name) !== flagOf(first, name)) changed[name] = flagOf(values, name);
  return changed;
}

export const isEmpty = (changed: object): boolean => Object.keys(changed).length === 0;
