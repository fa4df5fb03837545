/** The counts of a link by country, browser and the like. */
import * as z from 'zod/mini';
import { isList, isRecord, toCount, toMap } from './coerce.ts';

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
