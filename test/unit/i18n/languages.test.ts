/** The catalogs beside the English one: what they have is a translation of it, and what they lack the browser takes from it. */
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

const readCatalog = (folder: string): Translation =>
  translationSchema.parse(JSON.parse(readFileSync(path.join(locales, folder, 'messages.json'), 'utf8')));

/** The English message that a text translates: a plural form that English lacks is one of `other`. */
function originalOf(name: string, language: string) {
  const [, family = '', form = ''] = pluralName.exec(name) ?? [];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const isForm = pluralCategories.some((category) => category === form);
  return source[name] ?? (isForm ? source[`${family}_other`] : undefined);
}

const pluralName = /^(.+)_(zero|one|two|few|many|other)$/u;

/**
 * The plural forms that a catalog of this language needs: `other`, and those of counts below a thousand. `many` of French and
 * Spanish begins at a million, where `other` is used without it.
 */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(['other', ...Array.from({ length: 1000 }, (_, count) => rules.select(count))])];
}

/** The names that a catalog of this language has when it is complete: those of English, with its own plural forms. */
function namesIn(language: string): string[] {
  const forms = formsOf(language);
  const names = Object.keys(source).flatMap((name) => {
    const [, family = ''] = pluralName.exec(name) ?? [];
    return source[`${family}_other`] === undefined ? [name] : forms.map((form) => `${family}_${form}`);
  });
  return [...new Set(names)];
}

/** What a browser would show in English, or in the wrong form. Only behind a regional English, English is what is meant. */
function missingIn(folder: string, translation: Translation): string[] {
  if (folder.startsWith('en_')) return [];
  return namesIn(folder.replaceAll('_', '-')).filter((name) => translation[name] === undefined);
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
  const translation = readCatalog(folder);

  it('names its own language', () => {
    expect(translation['locale']?.message).toBe(language);
  });

  it('has a description that Chrome’s store accepts', () => {
    expect(translation['extDescription']?.message.length ?? 0).toBeLessThanOrEqual(132);
  });

  it('translates texts that English has, with their placeholders', () => {
    for (const [name, { message, placeholders }] of Object.entries(translation)) {
      const original = originalOf(name, language);
      expect(original, name).toBeDefined();
      expect([name, contentsOf(placeholders)]).toEqual([name, contentsOf(original?.placeholders)]);
      expect([name, usedIn(message)]).toEqual([name, usedIn(original?.message ?? '')]);
    }
  });

  it('is complete, unless it only spells English in another way', () => {
    expect(missingIn(folder, translation)).toEqual([]);
  });

  it('has every plural form of its language in the families that it translates', () => {
    const names = Object.keys(translation);
    const families = names.flatMap((name) => /^(.+)_other$/u.exec(name)?.[1] ?? []);
    expect(families).not.toEqual([]);
    for (const family of families)
      expect(names).toEqual(expect.arrayContaining(formsOf(language).map((form) => `${family}_${form}`)));
  });
});

describe('an invented catalog', () => {
  /** Complete but for these names. */
  const catalogOf = (language: string, ...without: string[]): Translation =>
    Object.fromEntries(
      namesIn(language)
        .filter((name) => !without.includes(name))
        .map((name) => [name, { message: name }]),
    );

  it.each(['de', 'pl', 'ja', 'pt-BR'])('is accepted when it is complete: %s', (language) => {
    expect(missingIn(language.replace('-', '_'), catalogOf(language))).toEqual([]);
  });

  it.each([
    ['de', 'copy'],
    ['de', 'clicks_one'],
    ['pl', 'clicks_few'],
    ['ja', 'clicks_other'],
    // Firefox looks neither in `pt` nor in `de`.
    ['pt_BR', 'copy'],
    ['de_AT', 'copy'],
  ])('%s is rejected without %s', (folder, name) => {
    expect(missingIn(folder, catalogOf(folder.replace('_', '-'), name))).toEqual([name]);
  });

  it.each([
    ['lacks', 'ja', 'clicks_one'],
    ['uses from a million on', 'fr', 'clicks_many'],
  ])('needs no form that its language %s', (_, language, name) => {
    expect(Object.keys(catalogOf(language))).not.toContain(name);
  });

  it('may have few messages where English is the next language to look in', () => {
    const few = { locale: { message: 'en-AU' } };
    expect(missingIn('en_AU', few)).toEqual([]);
    expect(missingIn('de', { locale: { message: 'de' } }).length).toBe(namesIn('de').length - 1);
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
  const overlay = Object.entries(readCatalog('en_GB')).map(([name, { message }]) => [name, message]);
  expect(Object.fromEntries(overlay)).toEqual(Object.fromEntries(other));
});
