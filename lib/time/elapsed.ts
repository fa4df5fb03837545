/** Whether a time has passed, by a clock that may be set back: where it is not known, it has. */

/** @param longestMs how much was left at first: no more can be left unless the clock was set back */
export const isOver = (leftMs: number, longestMs: number): boolean => leftMs <= 0 || leftMs > longestMs;

/** @param at epoch ms; `null` for never. One in the future comes from a clock that was set back, and counts as old */
export function isOlderThan(at: number | null, ms: number, now: number): boolean {
  const age = at === null ? Infinity : now - at;
  return age < 0 || age >= ms;
}
