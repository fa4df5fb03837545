/** How long a job waits before it tries again. */

/** Nothing waits longer than this by itself without telling the user. */
export const maxSilentWaitMs = 5 * 60_000;
/** Two windows of the rate limit: without being asked to by the service, nothing waits longer. */
export const maxBackOffMs = 2 * 60_000;
/** Maintenance and captive portals pass without anything to be told of: they are tried again by themselves. */
export const notAnApiRetryMs = 60_000;
const minBackOffMs = 2_000;

/** Doubles with every attempt. @param random from 0 to 1: spreads clients that failed at the same moment */
export function backOffMs(attempts: number, random: number): number {
  return Math.min(maxBackOffMs, minBackOffMs * 2 ** Math.min(attempts, 10) * (0.75 + random / 2));
}
