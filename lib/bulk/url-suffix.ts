/** Finds what may be the columns after the URL in the lines of a list: `https://a.example/x,summer`. */
import { parseTable, separators, type Separator, type Table } from './parse-table.ts';

/** A separator and words; longer ones are a part of the URL. */
const suffix = /[,;|][\p{L}\p{N}_,;|-]{1,100}$/u;

/** With the separator that it begins with; empty for none. */
export const urlSuffix = (address: string): string => suffix.exec(address)?.[0] ?? '';

export interface AliasSuffixes {
  readonly separator: Separator;
  /** How many rows have one. */
  readonly count: number;
  /** The first one, without its separator. */
  readonly example: string;
}

/**
 * @param list parsed from the text
 * @returns `null` unless the same text, split at the separator, has the same rows: URLs, some of them with one word
 */
export function aliasSuffixes(list: Table, text: string): AliasSuffixes | null {
  if (list.separator !== 'list') return null;
  const [first] = list.rows.flatMap(([address = '']) => urlSuffix(address) || []);
  const separator = separators.find((one) => one === first?.[0]);
  if (separator === undefined) return null;
  const { rows, names } = parseTable(text, { separator, hasHeader: list.hasHeader }, () => false);
  if (names.length !== 2 || rows.length !== list.rows.length) return null;
  const isSame = rows.every(([address = '', word = ''], at) => {
    const [whole] = list.rows[at] ?? [];
    return word === '' ? whole === address : whole === address + separator + word && urlSuffix(whole) !== '';
  });
  const words = rows.flatMap(([, word = '']) => word || []);
  return isSame ? { separator, count: words.length, example: words[0] ?? '' } : null;
}
