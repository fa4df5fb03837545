/** Field specifications of the forms: one specification serves to render, validate and store a field. */

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** @returns the problem in a sentence that names the remedy; `null` for a valid text */
export type Check = (value: string) => string | null;

export interface TextSpec extends Field {
  readonly kind: 'text';
  /** Addresses and codes are written from left to right in every language. */
  readonly reads: 'words' | 'address' | 'code';
  readonly check?: Check;
  /** Suggestions; any other text is valid as well. */
  readonly offers?: readonly string[];
}

export interface ColorSpec extends Field {
  readonly kind: 'color';
  readonly check: Check;
}

export interface FlagSpec extends Field {
  readonly kind: 'flag';
}

export type FieldSpec = TextSpec | ColorSpec | FlagSpec;

export type FormValues = Readonly<Record<string, string | boolean>>;

/** Trimmed. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
}

export const flagOf = (values: FormValues, name: string): boolean => values[name] === true;

/** @returns the problems by the names of the fields */
export function validateForm(specs: readonly FieldSpec[], values: FormValues): ReadonlyMap<string, string> {
  return new Map(
    specs.flatMap((spec) => {
      const problem = spec.kind === 'flag' ? null : (spec.check?.(textOf(values, spec.name)) ?? null);
      return problem === null ? [] : [[spec.name, problem] as const];
    }),
  );
}

/** The texts that the user has changed: a command sends no others. */
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

/** The same for flags. */
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
