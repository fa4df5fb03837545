/**
 * How many records a page may hold: asked for, never assumed. A service may honour a large `limit`, cut it, answer with
 * its own number, or refuse it; what it has given tells. A pure sum, kept from one request to the next.
 */
import * as z from 'zod/mini';

export const pageSizeSchema = z.object({
  /** Asked for; 0 leaves it to the service. */
  limit: z.number(),
  /** What a full page holds; only an expectation until `settled`. */
  size: z.number(),
  /** The most that was given, and the least that was not. */
  low: z.number(),
  high: z.nullable(z.number()),
  settled: z.boolean(),
});
export type PageSizeState = z.infer<typeof pageSizeSchema>;

/** What services of this kind use, smallest first. */
const candidates = [15, 20, 25, 30, 50, 100, 200, 250, 500, 1_000];
const maxPageSize = 1_000;
const defaultPageSize = 15;

export const initialPageSize: PageSizeState = {
  limit: maxPageSize,
  size: maxPageSize,
  low: 0,
  high: null,
  settled: false,
};

const asking = (limit: number): Pick<PageSizeState, 'limit' | 'size'> => ({
  limit,
  size: limit || defaultPageSize,
});

/**
 * @param given records of a page, unreadable ones too
 * @param more whether others come after it: else a page that is not full says nothing
 */
export function learnFromPage(sizing: PageSizeState, given: number, more: boolean): PageSizeState {
  const { limit } = sizing;
  if (sizing.settled) {
    const grown = given > sizing.size || (limit === 0 && more && sizing.low === 0);
    return grown ? { ...sizing, ...asking(given), low: given } : sizing;
  }
  const honoured = given >= limit;
  if (!honoured && (!more || given === 0)) return sizing;
  const low = Math.max(sizing.low, given);
  const high = honoured ? sizing.high : limit;
  const between = candidates.filter((rung) => rung > low && rung < (high ?? 0));
  // Most services that give less than was asked for give their most: the next step up shows whether this one does.
  const probe = honoured || given < low ? between[between.length >> 1] : between[0];
  const found = { low, high, settled: probe === undefined };
  return { ...found, ...asking(probe ?? low) };
}

/** After a refusal, or an answer that was too large to come or to be read; `null` when there is nothing smaller. */
export function shrink(sizing: PageSizeState): PageSizeState | null {
  const { limit, low, settled } = sizing;
  if (limit === 0) return null;
  if (!settled && low > 0 && low < limit) return { ...sizing, ...asking(low), high: limit, settled: true };
  const next = candidates.findLast((rung) => rung <= limit / 2) ?? 0;
  return { ...asking(next), low: 0, high: limit, settled: next === 0 };
}
