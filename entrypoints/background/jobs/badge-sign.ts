/** What the badge of the toolbar button shows of the jobs. */
import { isActive, type Job } from '../../../lib/outbox/job.ts';
import type { BadgeSign } from '../badge.ts';

/** A refusal counts until it has been seen, a question until it has been answered. */
const needsAttention = ({ state, seen }: Job): boolean =>
  state.name === 'refused' ? !seen : state.name === 'unknown' && state.question !== null;

/** @param isBlocked nothing is sent, for a reason that concerns every request; ignored while no job waits */
export function badgeSign(jobs: readonly Job[], isBlocked: boolean): BadgeSign {
  const waiting = jobs.filter((job) => isActive(job)).length;
  const isStopped = waiting > 0 && isBlocked;
  return { waiting: isStopped ? 0 : waiting, failed: isStopped || jobs.some(needsAttention) };
}
