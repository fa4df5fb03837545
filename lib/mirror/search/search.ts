/**
 * Finds links by words, alike words and filters, fast enough for every key that is pressed: each word is compared only
 * where its pairs of letters are, and what is ranked or compared loosely is limited in number.
 */
import { normalizeText, normalizeWithOffsets } from '../../text/normalize-text.ts';
import { findTypo } from './typo-match.ts';
import type { ListedLink } from './link-columns.ts';
import { type LinkIndex, bigramBit, bloomWords } from './search-index.ts';

export { LinkIndex } from './search-index.ts';

export type Sort = 'best' | 'newest' | 'oldest' | 'clicks';

export interface SearchQuery {
  readonly text: string;
  /** Ids; empty for any. */
  readonly campaign: string;
  readonly channel: string;
  /** A host, as `domainNames` of the index has it; empty for any. */
  readonly domain: string;
  /** `YYYY-MM-DD`, both days included; empty for any. */
  readonly from: string;
  readonly to: string;
  /** `best` without words is the newest first. */
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

export interface Found {
  /** Slots of the index, in the order asked for. */
  readonly slots: ArrayLike<number>;
  /** How many of them, at the end, are only alike. */
  readonly fuzzyCount: number;
  /** What to mark in them. */
  readonly words: readonly string[];
}

/** The most words that are looked for, and of each the most characters. */
const maxWords = 8;
const maxWordLength = 64;
/** Up to so many are ranked; of more, those that are named as typed come first, then the newest. */
const maxRanked = 1_000;
/** With so many found, nobody needs those that are only alike; and the most that are compared loosely. */
const maxCandidates = 100;
const maxTypos = 5_000;

/** In shorter words, one letter makes another word. */
const minTypoLength = 5;
const allowsTypo = (word: string): boolean => word.length >= minTypoLength && /^\p{L}+$/u.test(word);

/** What a person typed or pasted, as words to look for. */
export function wordsOf(text: string): string[] {
  const words = normalizeText(text.slice(0, 4 * maxWords * maxWordLength))
    .split(' ')
    // Links are kept without their scheme, so that a pasted address is found.
    .map((word) => word.replace(/^https?:\/\//u, '').slice(0, maxWordLength))
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, maxWords);
}

/** Two letters that have changed places are in three pairs. */
const maxMissing = 3;

interface Word {
  readonly text: string;
  /** The bits of its pairs of letters. */
  readonly bits: readonly number[];
  /** So many of them may be missing. */
  readonly most: number;
  readonly loose: boolean;
}

function readWord(text: string): Word {
  const bits = new Set<number>();
  for (let n = 1; n < text.length; n++) bits.add(bigramBit(text.charCodeAt(n - 1), text.charCodeAt(n)));
  const loose = allowsTypo(text);
  return { text, bits: [...bits], most: loose ? Math.min(maxMissing, bits.size - 1) : 0, loose };
}

type Passes = (slot: number) => boolean;

/** Whether a link passes the filters. `null` when there are none. */
function filterOf(index: LinkIndex, query: SearchQuery): Passes | null {
  const { campaign, channel } = query;
  const from = Number(query.from.replaceAll('-', ''));
  const to = Number(query.to.replaceAll('-', ''));
  const domain = query.domain === '' ? null : index.domainNames.indexOf(query.domain);
  if (campaign === '' && channel === '' && domain === null && from === 0 && to === 0) return null;
  const { links, domains, days } = index;
  const filedUnder = campaign === '' ? null : links.campaignIds.indexOf(campaign);
  const holding = new Set(
    links.channelLists.flatMap((ids, list) => (ids.split(' ').includes(channel) ? [list] : [])),
  );
  return (slot) => {
    const day = days[slot] ?? 0;
    return (
      (domain === null || domains[slot] === domain) &&
      (from === 0 || day >= from) &&
      (to === 0 || (day !== 0 && day <= to)) &&
      (filedUnder === null || links.campaigns[slot] === filedUnder) &&
      (channel === '' || holding.has(links.channels[slot] ?? -1))
    );
  };
}

type Slots = readonly number[] | Int32Array;

/** The links in which all words are. */
interface Exact {
  readonly slots: Int32Array;
  /** The longest of the words, and where it first stands in each of them. */
  readonly word: string;
  readonly places: Int32Array;
}

/** What was found last: whoever types on looks for the longer word only where the shorter one was. */
interface Last {
  readonly revision: number;
  readonly filters: string;
  readonly words: readonly string[];
  readonly exact: Exact;
}

/** @returns searches the index as it is then */
export function createSearch(index: LinkIndex): (query: SearchQuery) => Found {
  let last: Last | null = null;
  return (query) => {
    const words = wordsOf(query.text);
    const { text: _text, sort: _sort, ...rest } = query;
    const filters = JSON.stringify(rest);
    const { revision } = index;
    const goesOn =
      last?.revision === revision &&
      last.filters === filters &&
      last.words.every((before) => words.some((word) => word.includes(before)));
    const passes = filterOf(index, query);
    if (words.length === 0) {
      last = null;
      const all = passes ? index.order.filter(passes) : index.order;
      return { slots: sorted(index, all, query.sort), fuzzyCount: 0, words };
    }
    const exact = findExact(index, words.map(readWord), passes, goesOn ? last?.exact : undefined);
    last = { revision, filters, words, exact };
    return inOrder(index, query, { words, exact: exact.slots, passes });
  };
}

export const search = (index: LinkIndex, query: SearchQuery): Found => createSearch(index)(query);

function inOrder(
  index: LinkIndex,
  { sort }: SearchQuery,
  {
    words,
    exact,
    passes,
  }: { readonly words: readonly string[]; readonly exact: Int32Array; readonly passes: Passes | null },
): Found {
  const slots =
    sort !== 'best'
      ? sorted(index, exact, sort)
      : exact.length <= maxRanked
        ? ranked(index, exact, words)
        : promoteExactAlias(index, exact, words);
  const read = words.map(readWord);
  if (exact.length >= maxCandidates || !read.some((word) => word.loose))
    return { slots, fuzzyCount: 0, words };
  const alike = sorted(index, findFuzzy(index, read, passes, new Set(exact)), sort);
  return { slots: [...Array.from(slots), ...Array.from(alike)], fuzzyCount: alike.length, words };
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

/** @param before where shorter words were found, with the same filters: looked into instead of all */
function findExact(
  { hay, signatures, order: all }: LinkIndex,
  words: readonly Word[],
  passes: Passes | null,
  before: Exact | undefined,
): Exact {
  const bits = [...new Set(words.flatMap((word) => word.bits))];
  const places = Int32Array.from(bits, (bit) => bit >>> 5);
  const masks = Int32Array.from(bits, (bit) => 1 << (bit & 31));
  // The longest word is in the fewest links.
  const texts = words.map(({ text }) => text).sort((a, b) => b.length - a.length);
  const [longest = '', ...others] = texts;
  // A longer word stands no further to the front than what was found of it stood.
  const shift = before ? longest.indexOf(before.word) : -1;
  const find = hay.finder(longest);
  const findOthers = others.map((word) => hay.finder(word));
  const slots: Slots = before?.slots ?? all;
  const found = new Int32Array(slots.length);
  const foundAt = new Int32Array(slots.length);
  let count = 0;
  next: for (let n = 0; n < slots.length; n++) {
    const slot = slots[n] ?? 0;
    const at = slot * bloomWords;
    for (let bit = 0; bit < places.length; bit++)
      if (((signatures[at + (places[bit] ?? 0)] ?? 0) & (masks[bit] ?? 0)) === 0) continue next;
    // Nothing is left to be sorted out where the last search did it.
    if (passes && !before && !passes(slot)) continue;
    const place = find(slot, before && shift >= 0 ? (before.places[n] ?? 0) - shift : 0);
    if (place < 0) continue;
    for (const findOther of findOthers) if (findOther(slot) < 0) continue next;
    found[count] = slot;
    foundAt[count++] = place;
  }
  // Copies: what was found alone may be kept for long.
  return { slots: found.slice(0, count), places: foundAt.slice(0, count), word: longest };
}

/** Those in which each word is there, at least one of them with a letter that differs; newest first. */
function findFuzzy(
  index: LinkIndex,
  words: readonly Word[],
  passes: Passes | null,
  excluded: ReadonlySet<number>,
): number[] {
  const { hay, signatures, order } = index;
  /** By how many pairs of letters are missing: with few, it is likely. */
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
    if (alike.length < maxTypos && !excluded.has(slot) && (!passes || passes(slot))) alike.push(slot);
  }
  const holds = (text: string, { text: word, loose: isLoose }: Word) =>
    text.includes(word) || (isLoose && findTypo(text, word) !== null);
  const found: number[] = [];
  for (const slot of likely.flat().slice(0, maxTypos)) {
    if (found.length === maxCandidates) break;
    const text = hay.at(slot);
    if (words.every((word) => holds(text, word))) found.push(slot);
  }
  return index.newestFirst(found);
}

const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && letter !== '' && /[\p{L}\p{N}]/u.test(letter);

/**
 * How well the words stand in a link: as whole words rather than within others, in the title or the alias.
 *
 * @param text as `haystack` has it
 */
export function score(text: string, words: readonly string[]): number {
  const lineEnds = [text.indexOf('\n'), text.indexOf('\n', text.indexOf('\n') + 1)];
  let points = 0;
  for (const word of words) {
    let best = 0;
    // The first few times that it occurs tell enough.
    for (let at = text.indexOf(word), tries = 0; at >= 0 && tries < 4; tries++) {
      const [before, after] = [text[at - 1], text[at + word.length]];
      const place = at < (lineEnds[0] ?? 0) ? 3 : at < (lineEnds[1] ?? 0) ? 3 : 0;
      best = Math.max(best, 1 + place + (isLetter(before) ? 0 : 4) + (isLetter(after) ? 0 : 2));
      at = text.indexOf(word, at + 1);
    }
    points += best;
  }
  return points;
}

/** Stable: of equals, the newest stays first. */
function ranked({ hay }: Pick<LinkIndex, 'hay'>, slots: Int32Array, words: readonly string[]): Int32Array {
  const points = new Map(Array.from(slots, (slot) => [slot, score(hay.at(slot), words)]));
  return slots.toSorted((a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0));
}

/** Of too many to be ranked: first those that have the words as they were typed, whole, in the title or the short link. */
function promoteExactAlias(index: LinkIndex, slots: Int32Array, words: readonly string[]): Int32Array {
  const { hay } = index;
  const phrase = words.join(' ');
  const isNamed = words.length === 1 ? namedBy(index, phrase) : titled(index, phrase);
  const named = new Set<number>();
  for (const slot of slots) if (isNamed(slot)) named.add(slot);
  if (named.size === 0) return slots;
  // Of these, too, only so many are ranked.
  const front =
    named.size <= maxRanked ? ranked({ hay }, Int32Array.from(named), words) : Int32Array.from(named);
  const all = new Int32Array(slots.length);
  all.set(front);
  let count = front.length;
  for (const slot of slots) if (!named.has(slot)) all[count++] = slot;
  return all;
}

/** The link whose alias or short link this is. */
function namedBy({ hay, shortEnds }: LinkIndex, name: string): (slot: number) => boolean {
  const end = name.charCodeAt(name.length - 1);
  return (slot) => {
    if (shortEnds[slot] !== end) return false;
    const text = hay.at(slot);
    const lineStart = text.indexOf('\n');
    const at = text.indexOf('\n', lineStart + 1) - name.length;
    return at > lineStart && text.startsWith(name, at) && !isLetter(text[at - 1]);
  };
}

/** Links in whose title the words follow each other as they were typed, and no letter follows the last. */
function titled({ hay }: LinkIndex, phrase: string): (slot: number) => boolean {
  const find = hay.finder(phrase);
  return (slot) => {
    const at = find(slot);
    if (at < 0) return false;
    const text = hay.at(slot);
    const isInTitle = at + phrase.length <= text.indexOf('\n');
    return isInTitle && !isLetter(text[at - 1]) && !isLetter(text[at + phrase.length]);
  };
}

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The most places that are marked of one word. */
const maxRanges = 20;

/**
 * Where the words stand in a text that is shown: apart from each other, in their order.
 *
 * @param alike whether a word that is not there as it is may be there with a letter that differs
 */
export function highlightRanges(text: string, words: readonly string[], alike: boolean): TextRange[] {
  if (words.length === 0 || text === '') return [];
  const folded = normalizeWithOffsets(text);
  const found: TextRange[] = [];
  for (const word of words) {
    const before = found.length;
    for (let at = folded.text.indexOf(word); at >= 0 && found.length < before + maxRanges;) {
      found.push({ from: at, to: at + word.length });
      at = folded.text.indexOf(word, at + word.length);
    }
    const near = found.length === before && alike && allowsTypo(word) ? findTypo(folded.text, word) : null;
    if (near) found.push(near);
  }
  const { from: places } = folded;
  return merged(
    places ? found.map(({ from, to }) => ({ from: places[from] ?? 0, to: endOf(places, to) })) : found,
  );
}

/** A letter that was folded into two is marked whole. */
function endOf(places: readonly number[], to: number): number {
  let next = to;
  while (next < places.length - 1 && places[next] === places[to - 1]) next++;
  return places[next] ?? 0;
}

function merged(marks: readonly TextRange[]): TextRange[] {
  const whole: TextRange[] = [];
  for (const mark of marks.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && mark.from <= last.to) whole[whole.length - 1] = { ...last, to: Math.max(last.to, mark.to) };
    else whole.push(mark);
  }
  return whole;
}

/** For a file: links whole. */
export function linksOf(index: LinkIndex, slots: ArrayLike<number>): ListedLink[] {
  return Array.from(slots).flatMap((slot) => index.at(slot) ?? []);
}
