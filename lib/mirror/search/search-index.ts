/**
 * The search index of the account's links, filled in slices. It is on the page's own thread, because the content security
 * policy allows no worker.
 */
import { toId } from '../../api/ids.ts';
import { normalizeText } from '../../text/normalize-text.ts';
import { compactId, doubleBuffer, StringInterner, type CompactId } from './compact-storage.ts';
import { type MirrorLink, LinkColumns } from './link-columns.ts';
import { linkKey, type LinkRow } from '../link-row.ts';
import { ChunkedStrings } from './chunked-strings.ts';

/** Searched characters of a title, a URL and a note. */
const maxTextLength = { title: 512, address: 1_024, note: 1_024 } as const;

/**
 * 32-bit words of a link's bloom filter over the letter pairs (bigrams) of its texts. CPU time of a search in 100,000 links
 * with short texts (2026-11-28): "sho.rt/a99" 1.5 ms, without the filter 5; "spring cat" 8.5 ms, without it 12. Half as many
 * words do as well there, but notes of a few hundred characters would fill them; twice as many gain 8 ms only for words
 * that no link has.
 */
export const bloomWords = 16;
const bloomBits = bloomWords * 32;

export function bigramBit(one: number, other: number): number {
  return (Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)) >>> (32 - Math.log2(bloomBits));
}

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//iu, '');

function readable(address: string): string {
  if (!address.includes('%')) return '';
  try {
    return decodeURI(address);
  } catch {
    // Not UTF-8: it is found as it is written.
    return '';
  }
}

/** The texts of a link, a line each: title, short URL, destination, note. */
function searchText({ title, shortUrl, alias, longUrl, description }: LinkRow): string {
  const short = withoutScheme(shortUrl ?? '');
  const address = withoutScheme(longUrl ?? '').slice(0, maxTextLength.address);
  return [
    title.slice(0, maxTextLength.title),
    // The short URL usually ends with the alias.
    short.endsWith(`/${alias}`) ? short : `${short} ${alias}`,
    `${address} ${readable(address)}`.trimEnd(),
    description.slice(0, maxTextLength.note),
  ]
    .map(normalizeText)
    .join('\n');
}

/** The host of a short URL, for the domain filter; empty for none. */
function domainOf(shortUrl: string | null): string {
  return /^https?:\/\/([^/?#]+)/iu.exec(shortUrl ?? '')?.[1]?.toLowerCase() ?? '';
}

/** `YYYYMMDD` as a number; 0 for any other date. */
function dayOf(date: string | null): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/u.exec(date ?? '') ?? [];
  return Number(`${year ?? ''}${month ?? ''}${day ?? ''}`);
}

export class LinkIndex {
  /** By slot: the slot of a link never changes. */
  readonly links = new LinkColumns();
  /** The search texts by slot. */
  readonly texts = new ChunkedStrings();
  /** Interned numbers of domains. */
  readonly domains: number[] = [];
  readonly days: number[] = [];
  /**
   * Character code of the last letter of each short URL: comparing it first rules out most candidates for an exact
   * alias.
   */
  readonly lastLetters: number[] = [];
  signatures = new Uint32Array(1_024 * bloomWords);
  readonly #domains = new StringInterner();
  readonly domainNames: readonly string[] = this.#domains.names;
  readonly #slots = new Map<CompactId, number>();
  /** Slots, newest first. */
  #order: number[] = [];
  /** Key of the last link in `#order`. */
  #lastKey = '';
  /** Slots that the current pass has found, in its order; `null` outside a pass. */
  #pass: number[] | null = null;
  #addedDuringPass: number[] = [];
  #byClicks: Int32Array | null = null;

  /** Incremented with every change that may affect results. */
  revision = 0;

  get size(): number {
    return this.#order.length;
  }

  /** Slots, newest first. */
  get order(): readonly number[] {
    return this.#order;
  }

  at(slot: number): MirrorLink | undefined {
    return this.links.at(slot);
  }

  /** The links of slots, in their order. */
  linksAt(slots: ArrayLike<number>): MirrorLink[] {
    return Array.from(slots).flatMap((slot) => this.at(slot) ?? []);
  }

  slotOf(id: string): number | undefined {
    const known = toId(id);
    return known === null ? undefined : this.#slots.get(compactId(known));
  }

  /** Starts a pass over all stored links; those that it does not find are removed at its end. */
  begin(): void {
    this.#pass = [];
    this.#addedDuringPass = [];
  }

  /** The next slice of the pass, newest first. */
  add(slice: readonly LinkRow[]): void {
    for (const row of slice) {
      const known = this.#slots.has(compactId(row.id));
      const slot = this.#put(row);
      this.#pass?.push(slot);
      // The first pass can be searched while it is in progress.
      if (known || row.key <= this.#lastKey) continue;
      this.#order.push(slot);
      this.#lastKey = row.key;
    }
  }

  end(): void {
    const seen = this.#pass;
    this.#pass = null;
    if (seen === null) return;
    // The pass may have read their place before they were stored.
    const listed = new Set([...seen, ...this.#addedDuringPass]);
    const order = listed.size === seen.length ? seen : this.newestFirst([...listed]);
    if (isSameOrder(order, this.#order)) return;
    this.#reorder(order);
    if (order.length < this.#slots.size) {
      // Its texts stay: only slots in the order are searched.
      for (const [id, slot] of this.#slots) if (!listed.has(slot)) this.#slots.delete(id);
    }
    this.#changed();
  }

  /** Adds the newest links outside a pass: unknown ones come first. */
  top(links: readonly LinkRow[]): void {
    const fresh: number[] = [];
    for (const row of links) {
      const known = this.#slots.has(compactId(row.id));
      const slot = this.#put(row);
      if (!known) fresh.push(slot);
    }
    if (fresh.length === 0) return;
    if (this.#pass !== null) this.#addedDuringPass.push(...fresh);
    const newest = this.keyOf(this.#order[0] ?? -1);
    const all = [...fresh, ...this.#order];
    const areAbove = newest === '' || fresh.every((slot) => this.keyOf(slot) < newest);
    this.#reorder(areAbove ? all : this.newestFirst(all));
    this.#changed();
  }

  /** Slots, most clicks first, among equals the newest. */
  byClicks(): Int32Array {
    if (this.#byClicks) return this.#byClicks;
    // Clicks and index packed into one number, because numbers in a typed array sort without a comparator: 100,000 in 21 ms
    // instead of 40 (2026-11-28).
    const count = this.#order.length;
    const stride = 2 ** Math.ceil(Math.log2(count + 1));
    const most = Math.floor(Number.MAX_SAFE_INTEGER / stride) - 1;
    const packed = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const clicks = this.links.clicks[this.#order[index] ?? 0] ?? 0;
      packed[index] = (most - Math.min(clicks, most)) * stride + index;
    }
    packed.sort();
    const sorted = new Int32Array(count);
    for (let index = 0; index < count; index++)
      sorted[index] = this.#order[(packed[index] ?? 0) % stride] ?? 0;
    this.#byClicks = sorted;
    return sorted;
  }

  /** The `linkKey` of a slot; empty for none. */
  keyOf(slot: number): string {
    const id = this.links.idAt(slot);
    return id === null ? '' : linkKey(id);
  }

  newestFirst(slots: readonly number[]): number[] {
    const keys = new Map(slots.map((slot) => [slot, this.keyOf(slot)]));
    return slots.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
  }

  #reorder(order: number[]): void {
    this.#order = order;
    this.#lastKey = this.keyOf(order.at(-1) ?? -1);
  }

  #put(row: LinkRow): number {
    const known = this.#slots.get(compactId(row.id));
    const slot = known ?? this.links.size;
    if (!this.links.put(slot, row)) return slot;
    this.#slots.set(compactId(row.id), slot);
    this.days[slot] = dayOf(row.date);
    this.domains[slot] = this.#domains.intern(domainOf(row.shortUrl));
    const text = searchText(row);
    if (known === undefined || this.texts.at(slot) !== text) {
      this.texts.set(slot, text);
      this.lastLetters[slot] = text.charCodeAt(text.indexOf('\n', text.indexOf('\n') + 1) - 1);
      this.#sign(slot, text);
    }
    this.#changed();
    return slot;
  }

  #sign(slot: number, text: string): void {
    const at = slot * bloomWords;
    if (at + bloomWords > this.signatures.length) this.signatures = doubleBuffer(this.signatures);
    const { signatures } = this;
    signatures.fill(0, at, at + bloomWords);
    let one = text.charCodeAt(0);
    for (let n = 1; n < text.length; n++) {
      const other = text.charCodeAt(n);
      const bit = bigramBit(one, other);
      const word = at + (bit >>> 5);
      signatures[word] = (signatures[word] ?? 0) | (1 << (bit & 31));
      one = other;
    }
  }

  #changed(): void {
    this.#byClicks = null;
    this.revision++;
  }
}

function isSameOrder(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((slot, n) => slot === other[n]);
}
