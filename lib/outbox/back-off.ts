/** Waits between two attempts of a job. */

/** The longest wait of a job without a notice to the user, for the rate limit or before another attempt. */
export const maxSilentWaitMs = 5 * 60_000;
/** The longest back-off between two attempts: two windows of the rate limit. The service may request a longer one. */
export const maxBackOffMs = 2 * 60_000;
/** Maintenance and captive portals end without any event, so they are retried at intervals. */
export const notAnApiRetryMs = 60_000;
const minBackOffMs = 2_000;

/** Doubles with every attempt. @param random from 0 to 1: spreads clients that failed at the same moment */
export function backOffMs(attempts: number, random: number): number {
  return Math.min(maxBackOffMs, minBackOffMs * 2 ** Math.min(attempts, 10) * (0.75 + random / 2));
}
