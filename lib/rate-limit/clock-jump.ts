/**
 * Corrects the age of past calls after a restart of the worker, by the service's own clock.
 *
 * Between two worker instances only the wall clock measures time. If it was set forward, past calls look older than
 * they are, and a whole window would be sent again immediately. So the last Date of the service is stored with them. The
 * first call of an instance goes alone (request-queue.ts), and the elapsed time is cut to the difference of both Dates.
 *
 * - Never more is cut than the wall clock added, so a service whose clocks disagree costs one window at most.
 * - A difference within the rounding of two Dates is accepted, unless the clock was set back before: two jumps could
 *   cancel each other out to the second.
 * - A reply without Date proves nothing. If it has a remaining count, that binds (server-quota.ts); if not, all is cut.
 * - The first call itself has gone already: one more than the limit, if the window was full. It looks just like
 *   the first call after a real night, when the user would wait a minute for nothing.
 */
import type { LimiterState } from './limiter-state.ts';

/** Dates are whole seconds, so a difference of two is wrong by up to one; as much again for the transfer. */
const dateRoundingMs = 2_000;
const secondMs = 1_000;

interface ResponseTiming {
  /** The service's Date, epoch ms. */
  readonly date: number | null;
  readonly remaining: number | null;
  readonly sentAt: number;
  readonly now: number;
}

export function correctForClockJump(
  state: LimiterState,
  { date, remaining, sentAt, now }: ResponseTiming,
): LimiterState {
  const { lastServerDate, unverifiedMs, clockSetBack } = state;
  let excess = remaining === null ? Infinity : 0;
  if (date !== null && lastServerDate !== null) {
    const over = now - lastServerDate.at - (date - lastServerDate.date);
    excess = over > dateRoundingMs || clockSetBack ? Math.max(over, dateRoundingMs) + secondMs : 0;
  }
  const by = Math.min(excess, unverifiedMs);
  return {
    ...state,
    completedAt: state.completedAt.map((end) =>
      end > state.began ? end : Math.max(end, Math.min(now, end + by)),
    ),
    // The earliest time it can belong to: an error makes past calls younger, never older.
    lastServerDate: date === null ? lastServerDate : { date, at: sentAt },
    unverifiedMs: 0,
    clockSetBack: false,
  };
}

/** The monotonic clock stood still while the service's continued: intervals across that seem too short. */
export function hasStoodStill(
  { lastServerDate }: LimiterState,
  { date, now }: Pick<ResponseTiming, 'date' | 'now'>,
): boolean {
  if (date === null || lastServerDate === null) return false;
  return date - lastServerDate.date - (now - lastServerDate.at) > dateRoundingMs;
}
