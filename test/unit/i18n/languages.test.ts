/** The catalogues beside the English one: what they have is a translation of it, and what they lack the browser takes from it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { source } from '../../support/texts.ts';

const locales = path.resolve(import.meta.dirname, '../../../public/_locales');

const translationSchema = z.record(
  z.string(),
  z.strictObject({
    message: z.string().min(1),
    description: z.string().optional(),
    placeholders: z
      .record(z.string(), z.strictObject({ content: z.string(), example: z.string().optional() }))
      .optional(),
  }),
);
type Translation = z.infer<typeof translationSchema>;

const readCatalogue = (folder: string): Translation =>
  translationSchema.parse(JSON.parse(readFileSync(path.join(locales, folder, 'messages.json'), 'utf8')));

/** The English message that a text translates: a plural form that English lacks is one of `other`. */
function originalOf(name: string, language: string) {
  const [, family = '', form = ''] = /^(.+)_(zero|one|two|few|many|other)$/u.exec(name) ?? [];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const isForm = pluralCategories.some((category) => category === form);
  return source[name] ?? (isForm ? source[`${family}_other`] : undefined);
}

const contentsOf = (placeholders: Translation[string]['placeholders'] = {}) =>
  Object.fromEntries(Object.entries(placeholders).map(([name, { content }]) => [name, content]));

/** The placeholders that a text uses. */
const usedIn = (message: string) =>
  new Set(message.match(/\$\w+\$|\$\d/gu)?.map((name) => name.toLowerCase()));

const folders = globSync('*', { cwd: locales }).filter((folder) => folder !== 'en');

it('there are others', () => expect(folders).toContain('en_GB'));

describe.each(folders)('%s', (folder) => {
  const language = folder.replaceAll('_', '-');
  const translation = readCatalogue(folder);

  it('names its own language', () => {
    expect(translation['locale']?.message).toBe(language);
  });

  it('translates texts that English has, with their placeholders', () => {
    for (const [name, { message, placeholders }] of Object.entries(translation)) {
      const original = originalOf(name, language);
      expect(original, name).toBeDefined();
      expect([name, contentsOf(placeholders)]).toEqual([name, contentsOf(original?.placeholders)]);
      expect([name, usedIn(message)]).toEqual([name, usedIn(original?.message ?? '')]);
    }
  });

  it('has every plural form of its language in the families that it translates', () => {
    const names = Object.keys(translation);
    const families = names.flatMap((name) => /^(.+)_other$/u.exec(name)?.[1] ?? []);
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    expect(families).not.toEqual([]);
    for (const family of families)
      expect(names).toEqual(expect.arrayContaining(pluralCategories.map((form) => `${family}_${form}`)));
  });
});

/** American and British spelling of a word; its first letter may be a capital. */
const spellings = [
  ['analyz', 'analys'],
  ['behavior', 'behaviour'],
  ['canceled', 'cancelled'],
  ['canceling', 'cancelling'],
  ['catalog', 'catalogue'],
  ['center', 'centre'],
  ['color', 'colour'],
  ['customiz', 'customis'],
  ['favorite', 'favourite'],
  ['gray', 'grey'],
  ['labeled', 'labelled'],
  ['neighbor', 'neighbour'],
  ['organiz', 'organis'],
  ['recogniz', 'recognis'],
  ['synchroniz', 'synchronis'],
] as const;

function inBritish(text: string): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  // A placeholder's name is no word.
  return text
    .split(/(\$\w+\$)/u)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : spellings.reduce(
            (words, [us, gb]) => words.replaceAll(us, gb).replaceAll(capital(us), capital(gb)),
            part,
          ),
    )
    .join('');
}

it('British English has the texts that are spelled otherwise, and no others', () => {
  const other = Object.entries(source)
    .map(([name, { message }]) => [name, name === 'locale' ? 'en-GB' : inBritish(message), message] as const)
    .filter(([, british, american]) => british !== american)
    .map(([name, british]) => [name, british]);
  const overlay = Object.entries(readCatalogue('en_GB')).map(([name, { message }]) => [name, message]);
  expect(Object.fromEntries(overlay)).toEqual(Object.fromEntries(other));
});
