/** The texts of the catalog by key: a test names what it looks for, and a change of wording needs no change of tests. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { MessageName } from '../../lib/i18n/t.ts';

type PluralName = MessageName extends infer Name
  ? Name extends `${infer Family}_other`
    ? Family
    : never
  : never;

const catalogSchema = z.record(
  z.string(),
  z.strictObject({
    message: z.string(),
    description: z.string(),
    placeholders: z
      .record(z.string(), z.strictObject({ content: z.string(), example: z.string() }))
      .optional(),
  }),
);
export type Catalog = Readonly<Record<string, { readonly message: string }>>;

const translationSchema = z.record(
  z.string(),
  z.object({
    message: z.string(),
    placeholders: z.record(z.string(), z.object({ content: z.string() })).optional(),
  }),
);
/** A catalog file: placeholders have names. */
export type Messages = z.infer<typeof translationSchema>;

const locales = path.resolve(import.meta.dirname, '../../public/_locales');
const readCatalog = (folder: string): unknown =>
  JSON.parse(readFileSync(path.join(locales, folder, 'messages.json'), 'utf8'));

/** The entries as translators see them, with named placeholders. */
export const source = catalogSchema.parse(readCatalog('en'));

/** The complete translations: the catalog of another English has only the messages that differ. */
export const translations = (): { readonly lang: string; readonly messages: Messages }[] =>
  readdirSync(locales)
    .filter((folder) => !folder.startsWith('en'))
    .map((folder) => ({
      lang: folder.replaceAll('_', '-'),
      messages: translationSchema.parse(readCatalog(folder)),
    }));

/** With $1 to $9 for the placeholders, as the code fills them in. */
const withNumbers = (messages: Messages): Catalog =>
  Object.fromEntries(
    Object.entries(messages).map(([name, { message, placeholders = {} }]) => [
      name,
      {
        message: message.replace(
          /\$(\w+)\$/gu,
          (all, key: string) => placeholders[key.toLowerCase()]?.content ?? all,
        ),
      },
    ]),
  );

const british = translationSchema.parse(readCatalog('en_GB'));

/** The British texts are few; empty for all others, which are English. */
export const britishMessage = (name: MessageName): string => british[name]?.message ?? '';

export const catalog = withNumbers(source);
let spoken = catalog;

/** From now on, a test file names the texts of another catalog: that of the extension that it runs. */
export function useMessages(messages: Messages): void {
  spoken = withNumbers(messages);
}

/** Fills in as Chrome does: $1 to $9 in one pass, `$$` is a dollar. */
export function fill(message: string, substitutions: readonly string[]): string {
  return message.replace(/\$(\$+|[1-9])/gu, (_all, what: string) =>
    what.startsWith('$') ? what : (substitutions[Number(what) - 1] ?? ''),
  );
}

function messageOf(name: string): string {
  const entry = spoken[name];
  if (entry === undefined) throw new Error(`The catalog has no message “${name}”.`);
  return entry.message;
}

export function msg(name: MessageName, ...substitutions: string[]): string {
  return fill(messageOf(name), substitutions);
}

/** The form for that number, which is filled in as English writes it. */
export function msgCount(name: PluralName, count: number, ...others: string[]): string {
  const number = count.toLocaleString(messageOf('locale'));
  return fill(messageOf(`${name}_${count === 1 ? 'one' : 'other'}`), [number, ...others]);
}

/** "1 day", as the browser writes it in the language of the texts. */
export function durationText(count: number, unit: 'hour' | 'day' | 'week' | 'month'): string {
  return count.toLocaleString(messageOf('locale'), { style: 'unit', unit, unitDisplay: 'long' });
}

/** A text whose substitutions may be anything, but for those given; the whole of what is matched. */
export function msgPattern(name: MessageName, ...substitutions: (string | RegExp | undefined)[]): RegExp {
  return new RegExp(`^${patternSource(messageOf(name), substitutions)}$`, 'u');
}

/** The same for a text that stands among others. */
export function msgWithin(name: MessageName, ...substitutions: (string | RegExp | undefined)[]): RegExp {
  return new RegExp(patternSource(messageOf(name), substitutions), 'u');
}

/** Either form of a plural, for a number that a test knows only in part. */
export function msgCounts(name: PluralName, count: RegExp): RegExp {
  const sources = ['one', 'other'].map((form) => patternSource(messageOf(`${name}_${form}`), [count]));
  return new RegExp(`(?:${[...new Set(sources)].join('|')})`, 'u');
}

/** Any of these. */
export function anyOf(...texts: (string | RegExp)[]): RegExp {
  return new RegExp(`(?:${texts.map(sourceOf).join('|')})`, 'u');
}

/** Texts that stand one after the other, with anything in between. */
export function inOrder(...texts: (string | RegExp)[]): RegExp {
  return new RegExp(texts.map(sourceOf).join('.*'), 'u');
}

function patternSource(message: string, substitutions: readonly (string | RegExp | undefined)[]): string {
  return message
    .split(/(\$[1-9])/u)
    .map((part) => {
      if (!/^\$[1-9]$/u.test(part)) return escapeRegExp(part);
      const given = substitutions[Number(part[1]) - 1];
      return given === undefined ? '.+' : sourceOf(given);
    })
    .join('');
}

const sourceOf = (text: string | RegExp): string =>
  typeof text === 'string' ? escapeRegExp(text) : text.source;
const escapeRegExp = (plain: string): string => plain.replace(/[$()*+.?[\\\]^{|}]/gu, '\\$&');
