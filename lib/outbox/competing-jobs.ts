/** Compares a job with the other ones: which records belong to them, and which edit goes first. */
import { compareUrls } from '../url/compare-urls.ts';
import { isIdempotent, type Command } from './commands.ts';
import type { Job } from './job.ts';
import { shortUrlKey, type CompetingJobs, type LostJob } from './match-lost-job.ts';

/** Records that other jobs have, and jobs that look for theirs, among those that could take the same ones. */
export function competitorsOf(job: Job, jobs: Iterable<Job>): CompetingJobs {
  const claimed = new Set<string>();
  const claimedUrls = new Set<string>();
  const rivals: LostJob[] = [];
  for (const { ask, state, mark, scope } of jobs) {
    // Every account counts its own ids.
    if (scope !== job.scope || ask.id === job.ask.id || ask.kind !== job.ask.kind) continue;
    if (state.name === 'done') {
      const { id, shortUrl } = state.made;
      if (id !== null) claimed.add(id);
      if (shortUrl !== null) claimedUrls.add(shortUrlKey(shortUrl));
    }
    if (state.name === 'unknown') rivals.push({ ask, sending: state.sending, mark });
    if (state.name === 'queued' && state.sending !== null) rivals.push({ ask, sending: state.sending, mark });
  }
  return { claimed, claimedUrls, rivals };
}

/** Another job with the same target still waits for its answer: a record that was found may be its own. */
export function isAnswerPending(job: Job, jobs: Iterable<Job>, isRunning: (id: string) => boolean): boolean {
  for (const { ask, state, scope } of jobs) {
    if (ask.id === job.ask.id || scope !== job.scope) continue;
    if (state.name === 'sent' && isRunning(ask.id) && hasSameTarget(ask, job.ask)) return true;
  }
  return false;
}

/** The edit of the same record that goes first: the last one submitted has to win. */
export function precedingEdit<Run>(
  { ask: command, scope }: Job,
  jobs: Iterable<Job>,
  runOf: (id: string) => Run | undefined,
): Run | undefined {
  for (const other of jobs) {
    if (other.ask.id === command.id) break;
    const run =
      other.scope === scope && editsSameRecord(other.ask, command) ? runOf(other.ask.id) : undefined;
    if (run !== undefined) return run;
  }
  return undefined;
}

function hasSameTarget(one: Command, other: Command): boolean {
  if (one.kind === 'shorten')
    return other.kind === 'shorten' && compareUrls(one.link.address, other.link.address) !== 'other';
  return other.kind === one.kind && other.name === one.name;
}

/** A link may be in several channels, so assigning it to one undoes no other assignment. */
const editsSameRecord = (one: Command, other: Command): boolean =>
  isIdempotent(one) &&
  isIdempotent(other) &&
  one.kind === other.kind &&
  one.kind !== 'assign-channel' &&
  one.item === other.item &&
  (one.kind !== 'change' || other.kind !== 'change' || one.what === other.what);
