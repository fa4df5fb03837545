/** Field specifications of the forms: one specification serves to render, validate and store a field. */
import { formatCount } from '../../../lib/i18n/plural.ts';
import { maxNameLength } from '../../../lib/text/name-length.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** @returns the problem in a sentence that names the remedy; `null` for a valid text */
export type Check = (value: string) => string | null;

export interface TextSpec extends Field {
  readonly kind: 'text';
  /** URLs and codes are written from left to right in every language. */
  readonly format: 'text' | 'url' | 'code';
  readonly check?: Check;
  /** Any other text is valid as well. */
  readonly suggestions?: readonly string[] | undefined;
}

interface ColorSpec extends Field {
  readonly kind: 'color';
  readonly check: Check;
}

interface FlagSpec extends Field {
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

/** In characters. A field takes a longer text, so that nothing of it is lost unnoticed. */
const maxLengths = { text: maxNameLength, code: maxNameLength, url: 2_000 } as const;

export const lengthProblem = (text: string, most: number): string | null =>
  Array.from(text).length > most ? formatCount('problemLongText', most) : null;

function problemOf(spec: Exclude<FieldSpec, FlagSpec>, text: string): string | null {
  const problem = spec.check?.(text) ?? null;
  return problem === null && spec.kind === 'text' ? lengthProblem(text, maxLengths[spec.format]) : problem;
}

/** @returns the problems by the names of the fields */
export function validateForm(specs: readonly FieldSpec[], values: FormValues): ReadonlyMap<string, string> {
  return new Map(
    specs.flatMap((spec) => {
      const problem = spec.kind === 'flag' ? null : problemOf(spec, textOf(values, spec.name));
      return problem === null ? [] : [[spec.name, problem] as const];
    }),
  );
}

/**
 * The fields that the user has changed: a command sends no others.
 *
 * @param read `textOf` or `flagOf`
 */
export function changedFields<Name extends string, Value>(
  read: (values: FormValues, name: Name) => Value,
  names: readonly Name[],
  first: FormValues,
  values: FormValues,
): Partial<Record<Name, Value>> {
  const changed: Partial<Record<Name, Value>> = {};
  for (const name of names) if (read(values, name) !== read(first, name)) changed[name] = read(values, name);
  return changed;
}

export const isEmpty = (changed: object): boolean => Object.keys(changed).length === 0;
