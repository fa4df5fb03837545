/** Counts the lookups of a job that failed, until the user is asked. */
import type { Failure } from '../api/failure.ts';
import { maxBackOffMs } from './back-off.ts';
import type { StateOf } from './job.ts';
import { lookupDelayMs } from './lost-job-certainty.ts';

/**
 * The sum of failed lookups at which the user is asked. An outage counts least: it is waited for, for a day at the
 * longest back-off. A refusal will hardly change: it is waited for some minutes, as the back-off grows.
 */
const maxFailedLookups = 86_400_000 / maxBackOffMs;
const refusedLookup = maxFailedLookups / 8;

function weightOf({ kind }: Failure): number {
  if (kind === 'refused' || kind === 'unreadable' || kind === 'blocked') return refusedLookup;
  return kind === 'unreachable' || kind === 'timed-out' ? 1 : 0;
}

/** @returns the same state for a failure that does not count */
export function countFailure(state: StateOf<'unknown'>, failure: Failure): StateOf<'unknown'> {
  const weight = weightOf(failure);
  return weight > 0 ? { ...state, failedLookups: (state.failedLookups ?? 0) + weight } : state;
}

/** Nothing can come of the send any more, and too many lookups have failed. */
export const isExhausted = (
  { answered, sending, failedLookups = 0 }: StateOf<'unknown'>,
  now: number,
): boolean => (answered || now - sending.at >= lookupDelayMs) && failedLookups >= maxFailedLookups;

/** The user is asked after one more refused lookup. */
export const isLastLookup = ({ failedLookups = 0 }: StateOf<'unknown'>): boolean =>
  failedLookups + refusedLookup >= maxFailedLookups;
