/**
 * Learns how many records a page may hold: a service may honor a large `limit`, reduce it, answer with its own number, or
 * refuse it. Pure; the state is stored between requests.
 */
import * as z from 'zod/mini';

export const pageSizeSchema = z.object({
  /** The `limit` of requests; 0 leaves it to the service. */
  limit: z.number(),
  /** Records on a full page; only an expectation until `settled`. */
  size: z.number(),
  /** The most that was returned, and the least that was not. */
  low: z.number(),
  high: z.nullable(z.number()),
  settled: z.boolean(),
});
export type PageSizeState = z.infer<typeof pageSizeSchema>;

/** Page sizes that services of this kind use, ascending. */
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
 * @param recordCount records of a page, unreadable ones included
 * @param more there is a page after it: otherwise a page that is not full shows nothing
 */
export function learnFromPage(sizing: PageSizeState, recordCount: number, more: boolean): PageSizeState {
  const { limit } = sizing;
  if (sizing.settled) {
    const grown = recordCount > sizing.size || (limit === 0 && more && sizing.low === 0);
    return grown ? { ...sizing, ...asking(recordCount), low: recordCount } : sizing;
  }
  const isHonored = recordCount >= limit;
  if (!isHonored && (!more || recordCount === 0)) return sizing;
  const low = Math.max(sizing.low, recordCount);
  const high = isHonored ? sizing.high : limit;
  const between = candidates.filter((rung) => rung > low && rung < (high ?? 0));
  // Most services that return less than requested return their maximum: the next step up shows if this one does.
  const probe = isHonored || recordCount < low ? between[between.length >> 1] : between[0];
  const found = { low, high, settled: probe === undefined };
  return { ...found, ...asking(probe ?? low) };
}

/**
 * After a refusal, or a response that was too large; `null` when there is nothing smaller.
 *
 * @param divisor of a step down from a size that has never worked
 */
export function shrink(sizing: PageSizeState, divisor: number): PageSizeState | null {
  const { limit, low, settled } = sizing;
  if (limit === 0) return null;
  if (!settled && low > 0 && low < limit) return { ...sizing, ...asking(low), high: limit, settled: true };
  const next = candidates.findLast((rung) => rung <= limit / divisor) ?? 0;
  return { ...asking(next), low: 0, high: limit, settled: next === 0 };
}
