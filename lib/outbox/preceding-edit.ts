/** Which of several edits of one record goes first. */
import { isIdempotent, type Command } from './commands.ts';
import { isActive, type Job } from './job.ts';

/** A link may be in several channels, so assigning it to one undoes no other assignment. */
const editsSameRecord = (one: Command, other: Command): boolean =>
  isIdempotent(one) &&
  isIdempotent(other) &&
  one.kind === other.kind &&
  one.kind !== 'assign-channel' &&
  one.item === other.item &&
  (one.kind !== 'change' || other.kind !== 'change' || one.what === other.what);

/** The edit of the same record that goes first: the last one submitted has to win. */
export function precedingEdit({ command, scope }: Job, jobs: Iterable<Job>): Job | undefined {
  for (const other of jobs) {
    if (other.command.id === command.id) break;
    if (other.scope === scope && isActive(other) && editsSameRecord(other.command, command)) return other;
  }
  return undefined;
}
