/** Variables of a preset: `{host}`, `{title}`, `{date}` and `{selection}`; what else stands in braces stays. */
import { parseUrl } from '../api/base-url.ts';
import { localDay } from '../draft/local-time.ts';

export type Variable = 'host' | 'title' | 'date' | 'selection';
export type TemplateValues = Readonly<Record<Variable, string>>;

/** Of a title or selection, in characters: a page may have a megabyte of either. */
export const maxValueLength = 500;
/** What services are seen to take as an alias, in characters. None promises it: what is typed may be longer. */
export const maxUsualAliasLength = 50;

/** Whether what is selected in the page has to be known for it: that takes a script there. */
export function usesSelection(fields: object): boolean {
  return JSON.stringify(fields).includes('{selection}');
}

/** In one line, cut, and without halves of characters, which a cut leaves as well. */
function plain(text: string): string {
  const line = text
    .slice(0, maxValueLength * 4)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return line.slice(0, maxValueLength).replaceAll(/\p{Cs}/gu, '');
}

/** `address` as it is sent: what is none has an empty host. */
export function templateValues(
  { address, title }: { readonly address: string; readonly title: string },
  { now, selection }: { readonly now: Date; readonly selection: string },
): TemplateValues {
  const host = parseUrl(address)?.hostname.replace(/^www\./u, '');
  return { host: plain(host ?? ''), title: plain(title), date: localDay(now), selection: plain(selection) };
}

function replace(text: string, value: (name: Variable) => string): string {
  // In one pass: a title that holds `{host}` is text.
  return text.replaceAll(/\{(host|title|date|selection)\}/gu, (_, name: Variable) => value(name));
}

export function hasVariable(text: string): boolean {
  return replace(text, () => '') !== text;
}

export function renderTemplate(text: string, values: TemplateValues): string {
  return replace(text, (name) => values[name]);
}

/** Small letters, digits and single hyphens: what every service takes as an alias. */
export function asciiSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

/** One without variables stays as it was typed. What is typed in another stays, too, and the date: the rest gives way. */
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
  // Where a value is empty, so is the place between the hyphens around it.
  return filled === alias ? alias : filled.replaceAll(/-{2,}/gu, '-').replaceAll(/^-|-$/gu, '');
}
