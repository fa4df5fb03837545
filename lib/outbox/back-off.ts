/** Waits between two attempts of a job. */

/** Nothing waits longer than this without a notice to the user. */
export const maxSilentWaitMs = 5 * 60_000;
/** Two windows of the rate limit: nothing waits longer, unless the service requests it. */
export const maxBackOffMs = 2 * 60_000;
/** Maintenance and captive portals end without any event, so they are retried at intervals. */
export const notAnApiRetryMs = 60_000;
const minBackOffMs = 2_000;

/** Doubles with every attempt. @param random from 0 to 1: spreads clients that failed at the same moment */
export function backOffMs(attempts: number, random: number): number {
  return Math.min(maxBackOffMs, minBackOffMs * 2 ** Math.min(attempts, 10) * (0.75 + random / 2));
}
