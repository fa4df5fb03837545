/**
 * Tolerant field readers: each turns the forms in which servers write a value into one clean value, and throws only where
 * a record is useless without it. They are idempotent, so the record schemas also fit stored records.
 */
import * as z from 'zod/mini';
import { toId, type Id } from './ids.ts';
import { hasInvisible } from './invisible-characters.ts';
import { isObject } from './is-object.ts';

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

export function toMap<T>(value: unknown, read: (entry: unknown) => T | null): Record<string, T> {
  const entries: [string, T][] = [];
  // A PHP server writes an empty map as `[]`.
  for (const [name, given] of isRecord(value) ? Object.entries(value) : []) {
    const entry = read(given);
    if (entry !== null) entries.push([name, entry]);
  }
  return Object.fromEntries(entries);
}

/** `Array.isArray` would narrow to entries of any type. */
export function isList(value: unknown): value is readonly unknown[] {
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
