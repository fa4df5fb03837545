/**
 * Catalogs of invented languages: what a layout must bear before a translator begins. In one, each word is 40 % longer and has
 * accents; in the other, it is also written from right to left, in Arabic letters and digits.
 */
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Messages } from './texts.ts';

type PseudoLocale = 'long' | 'mirrored';

/** How much longer a word becomes. */
const growth = 0.4;

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    'aáeéiíoöuüyýcçnñsšzžAÁEÉIÍOÖUÜYÝCÇNÑSŠZŽ'.matchAll(/(.)(.)/gu),
    ([, plain = '', accented = '']) => [plain, accented],
  ),
);
const arabic = Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنه');

const lengthen = (word: string): string => {
  const letters = Array.from(word);
  const more = Math.ceil(letters.length * growth);
  // Inside the word, which can break nowhere: a longer text of short words would only need another line.
  return letters.map((letter, at) => (at < more ? letter + letter.toLowerCase() : letter)).join('');
};
const accent = (word: string): string => Array.from(word, (letter) => accents[letter] ?? letter).join('');
const mirror = (word: string): string =>
  Array.from(word, (letter) => arabic[letter.toLowerCase().charCodeAt(0) - 97] ?? letter).join('');

/** Placeholders, variables in braces, and what a reader has to type as it stands: URLs, hosts, colors. */
const verbatim = /\$\w+\$|\$\d|\{\w+\}|https?:\/\/\S*|\S+\.(?:com|0\.0\.1)\S*|#\w+/gu;

export function pseudoText(message: string, locale: PseudoLocale): string {
  const change = (text: string): string =>
    text.replaceAll(/\p{L}+/gu, (word) => {
      const long = lengthen(word);
      return locale === 'mirrored' ? mirror(long) : accent(long);
    });
  let [changed, at] = ['', 0];
  for (const { 0: part, index } of message.matchAll(verbatim)) {
    changed += change(message.slice(at, index)) + part;
    at = index + part.length;
  }
  return changed + change(message.slice(at));
}

/** Most Arabic plural forms are missing from it, so that `other` has to do. */
export function pseudoMessages(messages: Messages, locale: PseudoLocale): Messages {
  const fixed: Readonly<Record<string, string>> = {
    locale: locale === 'mirrored' ? 'ar-EG' : 'en',
    // The browser limits it.
    extDescription: 'Curtail',
  };
  return Object.fromEntries(
    Object.entries(messages).map(([name, entry]) => [
      name,
      { ...entry, message: fixed[name] ?? pseudoText(entry.message, locale) },
    ]),
  );
}

/** Copies a built extension, with these messages as its only language. */
export async function copyWithMessages(built: string, folder: string, messages: Messages): Promise<void> {
  await cp(built, folder, { recursive: true });
  const locales = path.join(folder, '_locales');
  for (const { name } of await readdir(locales, { withFileTypes: true }))
    if (name !== 'en') await rm(path.join(locales, name), { recursive: true });
  await writeFile(path.join(locales, 'en', 'messages.json'), JSON.stringify(messages));
}
