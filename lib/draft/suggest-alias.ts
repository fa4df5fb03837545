/** Aliases that a page's title or the marked text suggests: short, readable, and of characters that every service takes. */
import { normalizeText } from '../text/normalize-text.ts';

/** A longer one is no longer short. */
const maxAliasLength = 30;
const maxWords = 5;
/** More are no help. */
const maxSuggestions = 4;

/** Words that carry nothing in a short address. */
const stopWords = new Set(
  'a an the of in on at to for by with and or is are how der die das ein eine und le la les de du des et el los las y'.split(
    ' ',
  ),
);

function wordsOf(text: string): string[] {
  return (
    normalizeText(text.slice(0, 200))
      // "Don't" is one word.
      .replaceAll(/(?<=[a-z])['’](?=[a-z])/gu, '')
      .match(/[a-z\d]+/gu) ?? []
  );
}

/** As many whole words as fit. */
function joinWithinAliasLength(words: readonly string[], most: number): string {
  let alias = '';
  for (const word of words.slice(0, most)) {
    const longer = alias === '' ? word : `${alias}-${word}`;
    if (longer.length > maxAliasLength) break;
    alias = longer;
  }
  return alias;
}

/** A title is often followed, or led, by its site's name. */
function headline(title: string): string {
  const parts = title.slice(0, 500).split(/\s+[|·•–—-]\s+|\s*[|·•]\s*/u);
  return parts.reduce((longer, part) => (part.length > longer.length ? part : longer), '');
}

/** @returns at most four, the marked text's first; empty where neither has a Latin letter or a digit */
export function suggestAliases(title: string, selected: string): readonly string[] {
  const aliasesOf = (text: string) => {
    const words = wordsOf(text);
    const weighty = words.filter((word) => !stopWords.has(word));
    return [joinWithinAliasLength(words, maxWords), joinWithinAliasLength(weighty, 3)];
  };
  const all = [...aliasesOf(selected), ...aliasesOf(headline(title))];
  return [...new Set(all)].filter((alias) => alias.length > 1).slice(0, maxSuggestions);
}
