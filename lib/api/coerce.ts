/**
 * Tolerant field readers: each turns the forms in which servers write a value into one clean value, and throws only where
 * a record is useless without it. They are idempotent, so the record schemas also fit stored records.
 */
import * as z from 'zod/mini';
import { hasInvisible } from './invisible-characters.ts';
import { isObject } from './is-object.ts';

/**
 * An id: a decimal number above 0 without leading zeros, stored as text because servers may issue digit
 * strings beyond 2^53. A plain `string` is not assignable: it goes through `toId` first.
 */
export type Id = `${bigint}`;

const idPattern = /^[1-9]\d{0,19}$/;

function isId(text: string): text is Id {
  return idPattern.test(text);
}

/** The id a value stands for; `null` for 0, "007", "../x", fractions and numbers that have lost digits. */
export function toId(value: unknown): Id | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && isId(text) ? text : null;
}

/** The order in which a service issued two ids, digit strings of any length: oldest first. */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one === other ? 0 : one > other ? 1 : -1;
}

export function isNewerId(id: string, than: string): boolean {
  return compareIds(id, than) > 0;
}

/** @param newest where none is known, any id counts as newer */
export const isAfter = (id: string, newest: string | null | undefined): boolean =>
  newest == null || isNewerId(id, newest);

/** @param known the newest one so far; `null` for none */
export const newestId = (records: readonly { readonly id: string }[], known: string | null = null) =>
  records.reduce((newest, { id }) => (isAfter(id, newest) ? id : newest), known);

/** An id as a path segment. Throws on what is no id: ".." would be folded away by the URL parser, encoded or not. */
export function idInPath(id: Id): string {
  const known = toId(id);
  if (known === null) throw new TypeError('Not an id');
  return encodeURIComponent(known);
}

/** An id in a request body: the integer of the contract, or the digit string where an integer would lose digits. */
export function idInBody(id: Id): number | Id {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : id;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

/** A whole number from 0, given as a number or as digits. */
export function toCount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Text to show. A number becomes its digits; a nested object or a list never becomes text. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** An absolute http(s) address exactly as given, safe to open and to copy; `null` for everything else. */
export function toWebAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // Spaces, control and invisible characters would let an address read differently from where it leads.
  if (/[\s\p{Cc}]/u.test(value) || hasInvisible(value)) return null;
  if (!/^https?:\/\/[^/\\?#@]+(?:[/?#]|$)/i.test(value)) return null;
  return URL.canParse(value) ? value : null;
}

/** A destination as a list shows it: many services decode it, so what can't stand in a URL is encoded again. */
function toListedAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // The URL parser would remove line breaks and tabs.
  const encoded = value.trim().replaceAll(/\p{Cc}/gu, encodeURIComponent);
  return toWebAddress(value) ?? (URL.canParse(encoded) ? toWebAddress(new URL(encoded).href) : null);
}

/** A timestamp has no zone, so it stays the text it came as. */
function toTimestamp(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || /^(?:0000-00-00|0$|false$|null$)/.test(text) ? null : text;
}

function toMap<T>(value: unknown, read: (entry: unknown) => T | null): Record<string, T> {
  const entries: [string, T][] = [];
  // A PHP server writes an empty map as `[]`.
  for (const [name, given] of isRecord(value) ? Object.entries(value) : []) {
    const entry = read(given);
    if (entry !== null) entries.push([name, entry]);
  }
  return Object.fromEntries(entries);
}

/** `Array.isArray` would narrow to entries of any type. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The entries of a list; `null` when it is no list. A PHP server writes a list with gaps as a map with digit keys. */
export function toList(value: unknown): readonly unknown[] | null {
  if (isList(value)) return value;
  if (value === null || value === undefined) return [];
  if (!isRecord(value)) return null;
  return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : null;
}

export const id = z.transform((value: unknown, context): Id => {
  const known = toId(value);
  if (known !== null) return known;
  context.issues.push({ code: 'custom', message: 'not an id', input: value });
  return z.NEVER;
});

export const count = z.transform(toCount);
export const text = z.transform(toText);
export const timestamp = z.transform(toTimestamp);
export const webAddress = z.transform(toWebAddress);
export const listedAddress = z.transform(toListedAddress);
export const flag = z.transform(
  (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true',
);
/** Name → web address, as in geo and device targets. Entries without a usable address are skipped. */
export const addressMap = z.transform((value: unknown) => toMap(value, toWebAddress));
/** Name → counter. */
export const countMap = z.transform((value: unknown) => toMap(value, toCount));

/** Text a record is useless without. */
export const requiredText = z.transform((value: unknown, context): string => {
  const known = toText(value).trim();
  if (known !== '') return known;
  context.issues.push({ code: 'custom', message: 'no text', input: value });
  return z.NEVER;
});

/** Counts by name, most often a ranking; `total` when the service gave a bare number instead. */
export interface Statistic {
  readonly entries: readonly { readonly name: string; readonly count: number }[];
  readonly total: number | null;
}

function toEntry(value: unknown): { name: string; count: number } | null {
  const parts = isRecord(value) ? Object.values(value) : isList(value) ? value : [];
  const name = parts.find((part) => typeof part === 'string' && part !== '' && toCount(part) === null);
  const found = parts.map(toCount).find((part) => part !== null);
  return typeof name === 'string' && found !== undefined ? { name, count: found } : null;
}

/** Documented as an integer, elsewhere a list or a map, often missing: the contract leaves its type open (API §2). */
export const statistic = z.transform((value: unknown): Statistic => {
  const total = toCount(value);
  if (total !== null) return { entries: [], total };
  if (isRecord(value) && Array.isArray(value['entries'])) {
    const known = value['entries'].map(toEntry).filter((entry) => entry !== null);
    return { entries: known, total: toCount(value['total']) };
  }
  const list = Array.isArray(value) ? value.map(toEntry).filter((entry) => entry !== null) : [];
  const map = Object.entries(toMap(value, toCount)).map(([name, found]) => ({ name, count: found }));
  return { entries: [...list, ...map], total: null };
});

type Sent<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> };

/** Drops the empty optionals of a request body: the contract requires them to be omitted. */
export function withoutEmpty<T extends object>(fields: T): Partial<Sent<T>>;
export function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
