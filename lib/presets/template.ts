/** Variables of a preset: `{host}`, `{title}`, `{date}` and `{selection}`; other text in braces stays. */
import { parseUrl } from '../api/parse-url.ts';
import { maxUsualAliasLength } from '../draft/alias-length.ts';
import { localDay } from '../draft/local-time.ts';
import { toPlainLetters } from '../text/plain-letters.ts';

type Variable = 'host' | 'title' | 'date' | 'selection';
type TemplateValues = Readonly<Record<Variable, string>>;

/** Characters of a title or selection: a page may have a megabyte of either. */
export const maxValueLength = 500;

/** Reading the selection takes a script in the page, so it is read only for these. */
export function usesSelection(fields: object): boolean {
  return JSON.stringify(fields).includes('{selection}');
}

/** On one line, cut, without lone surrogates, which the cut may leave. */
function plain(text: string): string {
  const line = text
    .slice(0, maxValueLength * 4)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return line.slice(0, maxValueLength).replaceAll(/\p{Cs}/gu, '');
}

/** An invalid `address` yields an empty host. */
export function templateValues(
  { address, title }: { readonly address: string; readonly title: string },
  { now, selection }: { readonly now: Date; readonly selection: string },
): TemplateValues {
  const host = parseUrl(address)?.hostname.replace(/^www\./u, '');
  return { host: plain(host ?? ''), title: plain(title), date: localDay(now), selection: plain(selection) };
}

function replace(text: string, value: (name: Variable) => string): string {
  // In one pass: a title that contains `{host}` is text.
  return text.replaceAll(/\{(host|title|date|selection)\}/gu, (_, name: Variable) => value(name));
}

export function hasVariable(text: string): boolean {
  return replace(text, () => '') !== text;
}

export function renderTemplate(text: string, values: TemplateValues): string {
  return replace(text, (name) => values[name]);
}

/** Lower-case ASCII letters, digits and single hyphens, which every service accepts as an alias. */
export function asciiSlug(text: string): string {
  return toPlainLetters(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .replaceAll(/[^a-z\d]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

/** An alias without variables stays as typed. Otherwise the values except the date are cut to the usual length. */
export function renderAlias(alias: string, values: TemplateValues): string {
  let cut = 0;
  const whole = replace(alias, (name) => {
    if (name === 'date') return values.date;
    cut += 1;
    return '';
  });
  const available = Math.max(0, maxUsualAliasLength - whole.length) / cut;
  const filled = replace(alias, (name) =>
    name === 'date' ? values.date : asciiSlug(values[name]).slice(0, available),
  );
  // An empty value leaves adjacent hyphens.
  return filled === alias ? alias : filled.replaceAll(/-{2,}/gu, '-').replaceAll(/^-|-$/gu, '');
}
