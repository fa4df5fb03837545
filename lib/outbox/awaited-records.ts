/** Records that were still being created when a command that needs them was submitted. */
import { withRecord } from '../draft/with-record.ts';
import type { AwaitedRecord, AwaitingCommand } from './commands.ts';
import type { LinkDraft } from '../draft/draft.ts';
import type { Job } from './job.ts';
import { isFinishedState } from './job-state.ts';

interface CreatedRecord extends Pick<AwaitedRecord, 'field' | 'name'> {
  /** The id that the service has given it. */
  readonly id: string;
}

interface AwaitedProgress {
  readonly created: readonly CreatedRecord[];
  /** Those to come, and those that have failed. */
  readonly left: readonly AwaitedRecord[];
  /** The record that the command can't be sent without: one that has failed, or the first of those to come. */
  readonly next: AwaitedRecord | null;
  readonly hasFailed: boolean;
}

/** @param jobOf the job by its id; `undefined` where there is none (yet) */
export function awaitedProgress(
  awaits: readonly AwaitedRecord[],
  jobOf: (id: string) => Job | undefined,
): AwaitedProgress {
  const created: CreatedRecord[] = [];
  const left: AwaitedRecord[] = [];
  let failed: AwaitedRecord | undefined;
  for (const record of awaits) {
    const state = jobOf(record.id)?.state;
    const id = state?.name === 'done' ? state.result.id : null;
    if (id === null) left.push(record);
    else created.push({ ...record, id });
    if (id === null && state !== undefined && isFinishedState(state.name)) failed ??= record;
  }
  return { created, left, next: failed ?? left[0] ?? null, hasFailed: failed !== undefined };
}

export const withCreatedRecords = (link: LinkDraft, created: readonly CreatedRecord[]): LinkDraft =>
  created.reduce((filled, record) => withRecord(filled, record.field, record), link);

/** The command with the ids of the records that have been created. */
export function withCreated(
  command: AwaitingCommand,
  { created, left }: Pick<AwaitedProgress, 'created' | 'left'>,
): AwaitingCommand {
  const { awaits: _, ...rest } = command;
  const awaits = left.length > 0 && { awaits: [...left] };
  if (rest.kind === 'shorten') return { ...rest, link: withCreatedRecords(rest.link, created), ...awaits };
  const [{ id, name } = rest.to] = created;
  return { ...rest, to: { id, name }, ...awaits };
}
