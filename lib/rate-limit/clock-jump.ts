/**
 * How long the worker was gone, by the service's own clock.
 *
 * Across a death only the wall clock tells, and somebody may have set it forward: then the past looks older than it
 * is, and a whole window would go again at once. So the last Date of the service is kept beside the past. The first
 * call of a life goes alone (request-queue.ts); what the wall clock claims beyond the difference of both Dates is taken back.
 *
 * - Never more is taken back than was claimed, so a service whose clocks disagree costs one window at most.
 * - Within what two Dates can't tell apart the wall clock is believed, unless it was set back before: two jumps could
 *   cancel each other out to the second.
 * - An answer without Date proves nothing. If it says what is left, that binds (server-quota.ts); if not, all is taken back.
 * - The call that asks has gone already: one more than the limit, if the window was full. After a true night nobody
 *   could tell it from this one, and a person would wait a minute for nothing.
 */
import type { LimiterState } from './sliding-window.ts';

/** Dates are whole seconds, so a difference of two is wrong by up to one; as much again for the way. */
const DATE_ROUNDING_MS = 2_000;
const SECOND_MS = 1_000;

export interface AnswerTiming {
  /** The service's Date, epoch ms. */
  readonly date: number | null;
  readonly remaining: number | null;
  readonly sentAt: number;
  readonly now: number;
}

export function correctForClockJump(
  state: LimiterState,
  { date, remaining, sentAt, now }: AnswerTiming,
): LimiterState {
  const { lastServerDate, unverifiedMs, clockSetBack } = state;
  let excess = remaining === null ? Infinity : 0;
  if (date !== null && lastServerDate !== null) {
    const over = now - lastServerDate.at - (date - lastServerDate.date);
    excess = over > DATE_ROUNDING_MS || clockSetBack ? Math.max(over, DATE_ROUNDING_MS) + SECOND_MS : 0;
  }
  const by = Math.min(excess, unverifiedMs);
  return {
    ...state,
    completedAt: state.completedAt.map((end) =>
      end > state.began ? end : Math.max(end, Math.min(now, end + by)),
    ),
    // Written at the earliest when the call was sent: an error makes the past younger, never older.
    lastServerDate: date === null ? lastServerDate : { date, at: sentAt },
    unverifiedMs: 0,
    clockSetBack: false,
  };
}
