/**
 * Finds links by words, misspelled words and filters, fast enough for every keystroke: each word is compared only where
 * the bloom filter has its letter pairs, and the numbers of ranked and fuzzy candidates are limited.
 */
import { parseUrl } from '../../api/parse-url.ts';
import {
  normalizeText,
  normalizeWithOffsets,
  originalRange,
  type TextRange,
} from '../../text/normalize-text.ts';
import { findTypo } from './typo-match.ts';
import { type LinkIndex, bigramBit, bloomWords } from './search-index.ts';

export type Sort = 'best' | 'newest' | 'oldest' | 'clicks';

export interface SearchQuery {
  readonly text: string;
  /** Ids; empty for any. */
  readonly campaign: string;
  readonly channel: string;
  /** A host, as `domainNames` of the index has it; empty for any. */
  readonly domain: string;
  /** `YYYY-MM-DD`, inclusive; empty for any. */
  readonly from: string;
  readonly to: string;
  /** Without words `best` means newest first. */
  readonly sort: Sort;
}

export const emptyQuery: SearchQuery = {
  text: '',
  campaign: '',
  channel: '',
  domain: '',
  from: '',
  to: '',
  sort: 'best',
};

interface SearchResult {
  /** Slots of the index, in the requested order. */
  readonly slots: ArrayLike<number>;
  /** The last so many of them are fuzzy matches. */
  readonly fuzzyCount: number;
  /** Words to highlight. */
  readonly words: readonly string[];
}

/** Limits of a query: words, and characters of a word. */
const maxWords = 8;
const maxWordLength = 64;
/** With more results than this, only exact aliases and titles are moved to the front. */
const maxRanked = 1_000;
/** The fuzzy results that are shown at most; with as many exact ones there is no fuzzy search. */
const maxFuzzyResults = 100;
/** The links that a fuzzy search compares letter by letter, those with the fewest missing letter pairs first. */
const maxFuzzyCandidates = 5_000;

/** In shorter words one letter makes another word. */
const minTypoLength = 5;
const allowsTypo = (word: string): boolean => word.length >= minTypoLength && /^\p{L}+$/u.test(word);

/** Destinations are stored as `URL` writes them, with an international host in ASCII; so it is searched. */
function withAsciiHost(word: string): string {
  const [, host = '', rest = ''] =
    /^(?:https?:\/\/)?([^/?#]*[^ -~][^./?#]*\.[^/?#]*)(.*)$/iu.exec(word) ?? [];
  const ascii = parseUrl(`https://${host}`)?.host;
  return ascii ? ascii + rest : word;
}

/** The words of a typed or pasted query. */
export function queryWords(text: string): string[] {
  const typed = text.slice(0, 4 * maxWords * maxWordLength).split(/\s+/u);
  const words = normalizeText(typed.map(withAsciiHost).join(' '))
    .split(' ')
    // The search texts have no scheme, so a pasted URL is searched without it.
    .map((word) => word.replace(/^https?:\/\//u, '').slice(0, maxWordLength))
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, maxWords);
}

/** A transposition changes three letter pairs. */
const maxMissing = 3;

interface Word {
  readonly text: string;
  /** The bloom filter bits of its letter pairs. */
  readonly bits: readonly number[];
  /** Bits that may be missing. */
  readonly most: number;
  readonly loose: boolean;
}

function parseWord(text: string): Word {
  const bits = new Set<number>();
  for (let n = 1; n < text.length; n++) bits.add(bigramBit(text.charCodeAt(n - 1), text.charCodeAt(n)));
  const loose = allowsTypo(text);
  return { text, bits: [...bits], most: loose ? Math.min(maxMissing, bits.size - 1) : 0, loose };
}

type Passes = (slot: number) => boolean;

/** @returns `null` when the query has no filters */
function filterOf(index: LinkIndex, query: SearchQuery): Passes | null {
  const { campaign, channel } = query;
  const from = Number(query.from.replaceAll('-', ''));
  const to = Number(query.to.replaceAll('-', ''));
  const domain = query.domain === '' ? null : index.domainNames.indexOf(query.domain);
  if (campaign === '' && channel === '' && domain === null && from === 0 && to === 0) return null;
  const { links, domains, days } = index;
  const campaignPlace = campaign === '' ? null : links.campaignIds.indexOf(campaign);
  const holding = new Set(
    links.channelLists.flatMap((ids, list) => (ids.split(' ').includes(channel) ? [list] : [])),
  );
  return (slot) => {
    const day = days[slot] ?? 0;
    return (
      (domain === null || domains[slot] === domain) &&
      (from === 0 || day >= from) &&
      (to === 0 || (day !== 0 && day <= to)) &&
      (campaignPlace === null || links.campaigns[slot] === campaignPlace) &&
      (channel === '' || holding.has(links.channels[slot] ?? -1))
    );
  };
}

type Slots = readonly number[] | Int32Array;

/** The links that contain all words. */
interface Exact {
  readonly slots: Int32Array;
  /** The longest of the words, and its offset in each link. */
  readonly word: string;
  readonly offsets: Int32Array;
}

/** The last result: a longer word is searched only where the shorter one was found. */
interface Last {
  readonly revision: number;
  readonly filters: string;
  readonly words: readonly string[];
  readonly exact: Exact;
}

/** @returns a search that reuses its last result while the user is typing */
export function createSearch(index: LinkIndex): (query: SearchQuery) => SearchResult {
  let last: Last | null = null;
  return (query) => {
    const words = queryWords(query.text);
    const { text: _text, sort: _sort, ...rest } = query;
    const filters = JSON.stringify(rest);
    const { revision } = index;
    const isContinued =
      last?.revision === revision &&
      last.filters === filters &&
      last.words.every((before) => words.some((word) => word.includes(before)));
    const passes = filterOf(index, query);
    if (words.length === 0) {
      last = null;
      const all = passes ? index.order.filter(passes) : index.order;
      return { slots: sorted(index, all, query.sort), fuzzyCount: 0, words };
    }
    const parsed = words.map(parseWord);
    const exact = findExact(index, parsed, passes, isContinued ? last?.exact : undefined);
    last = { revision, filters, words, exact };
    const slots = inOrder(index, exact.slots, words, query.sort);
    if (slots.length >= maxFuzzyResults || !parsed.some((word) => word.loose))
      return { slots, fuzzyCount: 0, words };
    const fuzzy = findFuzzy(index, parsed, passes, new Set(exact.slots));
    const alike = Array.from(sorted(index, fuzzy, query.sort));
    return { slots: [...Array.from(slots), ...alike], fuzzyCount: alike.length, words };
  };
}

function inOrder(
  index: LinkIndex,
  exact: Int32Array,
  words: readonly string[],
  sort: Sort,
): ArrayLike<number> {
  if (sort !== 'best') return sorted(index, exact, sort);
  return exact.length <= maxRanked ? ranked(index, exact, words) : promoteNamedLinks(index, exact, words);
}

/** @param slots newest first */
function sorted(index: LinkIndex, slots: Slots, sort: Sort): ArrayLike<number> {
  if (sort === 'oldest') return slots.toReversed();
  if (sort !== 'clicks') return slots;
  const all = index.byClicks();
  if (slots.length === all.length) return all;
  const wanted = new Uint8Array(index.links.size);
  for (const slot of slots) wanted[slot] = 1;
  return all.filter((slot) => wanted[slot] === 1);
}

/** @param before the result for shorter words with the same filters: searched instead of all links */
function findExact(
  { texts, signatures, order: all }: LinkIndex,
  words: readonly Word[],
  passes: Passes | null,
  before: Exact | undefined,
): Exact {
  const bits = [...new Set(words.flatMap((word) => word.bits))];
  const words32 = Int32Array.from(bits, (bit) => bit >>> 5);
  const masks = Int32Array.from(bits, (bit) => 1 << (bit & 31));
  // The longest word occurs in the fewest links.
  const [longest = '', ...others] = words.map(({ text }) => text).sort((a, b) => b.length - a.length);
  // A longer word starts no earlier than the part of it that was found before.
  const shift = before ? longest.indexOf(before.word) : -1;
  const find = texts.finder(longest);
  const findOthers = others.map((word) => texts.finder(word));
  const slots: Slots = before?.slots ?? all;
  const found = new Int32Array(slots.length);
  const foundAt = new Int32Array(slots.length);
  let count = 0;
  next: for (let n = 0; n < slots.length; n++) {
    const slot = slots[n] ?? 0;
    const at = slot * bloomWords;
    for (let bit = 0; bit < words32.length; bit++)
      if (((signatures[at + (words32[bit] ?? 0)] ?? 0) & (masks[bit] ?? 0)) === 0) continue next;
    // The last search has already applied the same filters.
    if (passes && !before && !passes(slot)) continue;
    const offset = find(slot, before && shift >= 0 ? Math.max(0, (before.offsets[n] ?? 0) - shift) : 0);
    if (offset < 0) continue;
    for (const findOther of findOthers) if (findOther(slot) < 0) continue next;
    found[count] = slot;
    foundAt[count++] = offset;
  }
  // Copies, because the result may be retained for long.
  return { slots: found.slice(0, count), offsets: foundAt.slice(0, count), word: longest };
}

/** Links that contain every word, at least one of them with a typo; newest first. */
function findFuzzy(
  index: LinkIndex,
  words: readonly Word[],
  passes: Passes | null,
  excluded: ReadonlySet<number>,
): number[] {
  const { texts, signatures, order } = index;
  /** By the number of missing letter pairs: the fewer, the likelier. */
  const likely: number[][] = [];
  next: for (const slot of order) {
    const at = slot * bloomWords;
    let missing = 0;
    for (const { bits, most } of words) {
      let here = 0;
      for (const bit of bits)
        if (((signatures[at + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) === 0 && ++here > most) continue next;
      missing += here;
    }
    const alike = (likely[missing] ??= []);
    if (alike.length < maxFuzzyCandidates && !excluded.has(slot) && (!passes || passes(slot)))
      alike.push(slot);
  }
  const holds = (text: string, { text: word, loose: isLoose }: Word) =>
    text.includes(word) || (isLoose && findTypo(text, word) !== null);
  const found: number[] = [];
  for (const slot of likely.flat().slice(0, maxFuzzyCandidates)) {
    if (found.length === maxFuzzyResults) break;
    const text = texts.at(slot);
    if (words.every((word) => holds(text, word))) found.push(slot);
  }
  return index.newestFirst(found);
}

const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && letter !== '' && /[\p{L}\p{N}]/u.test(letter);

/**
 * Ranks a match: whole words over parts of words, title and short URL over the rest.
 *
 * @param text as `searchText` has it
 */
export function score(text: string, words: readonly string[]): number {
  // Title and short URL are the first two lines.
  const titleEnd = text.indexOf('\n');
  const shortUrlEnd = Math.max(titleEnd, text.indexOf('\n', titleEnd + 1));
  let points = 0;
  for (const word of words) {
    let best = 0;
    // The first few occurrences suffice.
    for (let at = text.indexOf(word), tries = 0; at >= 0 && tries < 4; tries++) {
      const [before, after] = [text[at - 1], text[at + word.length]];
      const lineBonus = at < shortUrlEnd ? 3 : 0;
      best = Math.max(best, 1 + lineBonus + (isLetter(before) ? 0 : 4) + (isLetter(after) ? 0 : 2));
      at = text.indexOf(word, at + 1);
    }
    points += best;
  }
  return points;
}

/** Stable: among equals the newest stays first. */
function ranked(
  { texts }: Pick<LinkIndex, 'texts'>,
  slots: Int32Array,
  words: readonly string[],
): Int32Array {
  const points = new Map(Array.from(slots, (slot) => [slot, score(texts.at(slot), words)]));
  return slots.toSorted((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0));
}

/** For too many results to rank: those with the exact phrase in the title or the short URL come first. */
function promoteNamedLinks(index: LinkIndex, slots: Int32Array, words: readonly string[]): Int32Array {
  const { texts } = index;
  const phrase = words.join(' ');
  const isNamed = words.length === 1 ? namedBy(index, phrase) : titled(index, phrase);
  const named = new Set<number>();
  for (const slot of slots) if (isNamed(slot)) named.add(slot);
  if (named.size === 0) return slots;
  // These are ranked only up to the same limit.
  const front =
    named.size <= maxRanked ? ranked({ texts }, Int32Array.from(named), words) : Int32Array.from(named);
  const all = new Int32Array(slots.length);
  all.set(front);
  let count = front.length;
  for (const slot of slots) if (!named.has(slot)) all[count++] = slot;
  return all;
}

/** Matches the link whose alias or short URL this is. */
function namedBy({ texts, lastLetters }: LinkIndex, name: string): (slot: number) => boolean {
  const end = name.charCodeAt(name.length - 1);
  return (slot) => {
    if (lastLetters[slot] !== end) return false;
    const text = texts.at(slot);
    const lineStart = text.indexOf('\n');
    const at = text.indexOf('\n', lineStart + 1) - name.length;
    return at > lineStart && text.startsWith(name, at) && !isLetter(text[at - 1]);
  };
}

/** Matches titles that contain the phrase as whole words. */
function titled({ texts }: LinkIndex, phrase: string): (slot: number) => boolean {
  const find = texts.finder(phrase);
  return (slot) => {
    const at = find(slot);
    if (at < 0) return false;
    const text = texts.at(slot);
    const isInTitle = at + phrase.length <= text.indexOf('\n');
    return isInTitle && !isLetter(text[at - 1]) && !isLetter(text[at + phrase.length]);
  };
}

/** Highlighted occurrences of one word. */
const maxRanges = 20;

/**
 * The ranges of the words in a displayed text, disjoint and in order.
 *
 * @param alike also finds a word with a typo if the exact word is missing
 */
export function highlightRanges(text: string, words: readonly string[], alike: boolean): TextRange[] {
  if (words.length === 0 || text === '') return [];
  const normalized = normalizeWithOffsets(text);
  const found: TextRange[] = [];
  for (const word of words) {
    const before = found.length;
    for (let at = normalized.text.indexOf(word); at >= 0 && found.length < before + maxRanges;) {
      found.push({ from: at, to: at + word.length });
      at = normalized.text.indexOf(word, at + word.length);
    }
    const near =
      found.length === before && alike && allowsTypo(word) ? findTypo(normalized.text, word) : null;
    if (near) found.push(near);
  }
  return merged(found.map((range) => originalRange(normalized, range)));
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const whole: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && range.from <= last.to) whole[whole.length - 1] = { ...last, to: Math.max(last.to, range.to) };
    else whole.push(range);
  }
  return whole;
}
