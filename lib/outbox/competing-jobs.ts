/** Compares a job with the other ones: which records are theirs, or may be. */
import { compareUrls } from '../url/compare-urls.ts';
import type { Command } from './commands.ts';
import { isActive, type Job } from './job.ts';
import { claimsOf, type CompetingJobs } from './lost-job-match.ts';
import type { LostJob } from './remote-record.ts';

/** Records that other jobs have, and jobs that look for theirs, among those that could take the same ones. */
export function competitorsOf(job: Job, jobs: Iterable<Job>): CompetingJobs {
  const claimed: string[] = [];
  const rivals: LostJob[] = [];
  for (const { command, state, noteTag, scope, claimed: inherited = [] } of jobs) {
    // Every account counts its own ids.
    if (scope !== job.scope || command.kind !== job.command.kind) continue;
    if (command.id === job.command.id) claimed.push(...inherited);
    else if (state.name === 'done') claimed.push(...claimsOf(state.result));
    else if ((state.name === 'unknown' || state.name === 'queued') && state.sending !== null)
      rivals.push({ command, sending: state.sending, noteTag });
  }
  return { claimed: new Set(claimed), rivals };
}

/** A lookup reads the 1,000 newest links; each has up to two claims. */
const maxClaims = 2_000;

/** All claims that `job` takes over, with those of one that is dropped; `null` when it needs none of that one. */
export function mergeClaims(dropped: Job, job: Job): string[] | null {
  const { command, state, scope, claimed = [] } = job;
  // Checked first: comparing URLs is slow, and a refused job that was never sent needs no claims.
  const looksUp = isActive(job) || ('sending' in state && state.sending !== null);
  if (dropped.state.name !== 'done' || !looksUp) return null;
  if (scope !== dropped.scope || !hasSameTarget(dropped.command, command)) return null;
  // A short URL of a private window is stored in the session's memory only.
  const isHidden = dropped.command.private && !command.private;
  const claims = claimsOf(dropped.state.result).filter((claim) => !isHidden || !claim.includes('/'));
  return [...new Set([...claimed, ...claims])].slice(-maxClaims);
}

/** Another job with the same target still waits for its response: a record that was found may be its own. */
export function isResponsePending(
  job: Job,
  jobs: Iterable<Job>,
  isRunning: (id: string) => boolean,
): boolean {
  for (const { command, state, scope } of jobs) {
    if (command.id === job.command.id || scope !== job.scope) continue;
    if (state.name === 'sent' && isRunning(command.id) && hasSameTarget(command, job.command)) return true;
  }
  return false;
}

function hasSameTarget(one: Command, other: Command): boolean {
  if (one.kind === 'shorten')
    return other.kind === 'shorten' && compareUrls(one.link.address, other.link.address) !== 'other';
  return other.kind === one.kind && other.name === one.name;
}
