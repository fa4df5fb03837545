/** Field specifications of the forms: one specification serves to render, validate and store a field. */
import { formatCount } from '../../../lib/i18n/plural.ts';
import { maxNameLength } from '../../../lib/text/name-length.ts';

/** As the service names them; `domain`, `type` and `tag` are those of new records alone. */
type TextName =
  'name' | 'slug' | 'description' | 'color' | 'redirectroot' | 'redirect404' | 'domain' | 'type' | 'tag';
type FlagName = 'public' | 'starred';

interface Field<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** @returns the problem in a sentence that names the remedy; `null` for a valid text */
export type Check = (value: string) => string | null;

export interface TextSpec extends Field<TextName> {
  readonly kind: 'text';
  /** URLs and codes are written from left to right in every language. */
  readonly format: 'text' | 'url' | 'code';
  readonly check?: Check;
  /** Any other text is valid as well. */
  readonly suggestions?: readonly string[] | undefined;
}

interface ColorSpec extends Field<'color'> {
  readonly kind: 'color';
  readonly check: Check;
}

interface FlagSpec extends Field<FlagName> {
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

/** The fields that the user has changed: a command sends no others. */
export function changedFields(specs: readonly FieldSpec[], first: FormValues, values: FormValues) {
  const changed: Partial<Record<TextName, string> & Record<FlagName, boolean>> = {};
  for (const spec of specs) {
    if (spec.kind === 'flag') {
      const flag = flagOf(values, spec.name);
      if (flag !== flagOf(first, spec.name)) changed[spec.name] = flag;
    } else {
      const text = textOf(values, spec.name);
      if (text !== textOf(first, spec.name)) changed[spec.name] = text;
    }
  }
  return changed;
}
