/**
 * Suggests aliases from a page's title or the selected text: short, readable, in characters that every service
 * accepts.
 */
import { normalizeText } from '../text/normalize-text.ts';

const maxAliasLength = 30;
const maxWords = 5;
const maxSuggestions = 4;

/** Words without meaning in an alias. */
const stopWords = new Set(
  'a an the of in on at to for by with and or is are how der die das ein eine und le la les de du des et el los las y'.split(
    ' ',
  ),
);

function aliasWords(text: string): string[] {
  return (
    normalizeText(text.slice(0, 200))
      // "Don't" is one word.
      .replaceAll(/(?<=[a-z])['’](?=[a-z])/gu, '')
      .match(/[a-z\d]+/gu) ?? []
  );
}

/** Joins as many whole words with hyphens as fit into an alias. */
function joinWithinAliasLength(words: readonly string[], most: number): string {
  let alias = '';
  for (const word of words.slice(0, most)) {
    const longer = alias === '' ? word : `${alias}-${word}`;
    if (longer.length > maxAliasLength) break;
    alias = longer;
  }
  return alias;
}

/** The part of a title without the site's name: the first one, unless another is more than twice as long. */
function headline(title: string): string {
  const parts = title.slice(0, 500).split(/\s+[|·•–—-]\s+|\s*[|·•]\s*/u);
  return parts.reduce((best, part) => (part.length > 2 * best.length ? part : best), '');
}

/** The alias with the next number at its end: "winter-2" of "winter". */
export const numberedAlias = (alias: string): string =>
  alias.replace(/(?:-(\d{1,4}))?$/u, (_, number = '1') => `-${Number(number) + 1}`);

/** The alias with each of the next numbers. */
export function numberedAliases(alias: string, count: number): readonly string[] {
  const aliases = [numberedAlias(alias)];
  while (aliases.length < count) aliases.push(numberedAlias(aliases.at(-1) ?? alias));
  return aliases;
}

/** @returns those of the selected text first; empty without a Latin letter or a digit */
export function suggestAliases(title: string, selected: string): readonly string[] {
  const aliasesOf = (text: string) => {
    const words = aliasWords(text);
    const weighty = words.filter((word) => !stopWords.has(word));
    return [joinWithinAliasLength(words, maxWords), joinWithinAliasLength(weighty, 3)];
  };
  const all = [...aliasesOf(selected), ...aliasesOf(headline(title))];
  return [...new Set(all)].filter((alias) => alias.length > 1).slice(0, maxSuggestions);
}
