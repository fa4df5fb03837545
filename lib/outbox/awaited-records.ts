/** Records that were still being created when their link was submitted. */
import { withRecord } from '../draft/with-record.ts';
import type { AwaitedRecord, CreateLinkCommand } from './commands.ts';
import type { Job } from './job.ts';
import { isFinishedState } from './job-state.ts';

interface AwaitedProgress {
  /** With the ids of all records that have been created. */
  readonly command: CreateLinkCommand;
  /** The record that the link can't be sent without: one that has failed, or the first of those to come. */
  readonly next: AwaitedRecord | null;
  readonly hasFailed: boolean;
}

/** @param jobOf the job by its id; `undefined` where there is none (yet) */
export function resolveAwaited(
  command: CreateLinkCommand,
  jobOf: (id: string) => Job | undefined,
): AwaitedProgress {
  const { awaits, ...rest } = command;
  if (awaits === undefined) return { command, next: null, hasFailed: false };
  let { link } = command;
  const left: AwaitedRecord[] = [];
  let failed: AwaitedRecord | undefined;
  for (const record of awaits) {
    const state = jobOf(record.id)?.state;
    const id = state?.name === 'done' ? state.result.id : null;
    if (id === null) left.push(record);
    else link = withRecord(link, record.field, { ...record, id });
    if (id === null && state !== undefined && isFinishedState(state.name)) failed ??= record;
  }
  return {
    command: left.length > 0 ? { ...rest, link, awaits: left } : { ...rest, link },
    next: failed ?? left[0] ?? null,
    hasFailed: failed !== undefined,
  };
}
