/** The state of records that are created from a picker (create-record.ts, which loads with the first one). */
import type { Assignment } from '../../../components/lazy-assignment-fields.tsx';
import type { Failure } from '../../../lib/api/failure.ts';
import type { AwaitedRecord, CreateRecordCommand } from '../../../lib/outbox/commands.ts';

/** The pickers by the names of their fields. */
export type PickerField = keyof Assignment;

/** `failure`: it could not even be submitted, so no job shows the reason. */
export type RecordToAdd = CreateRecordCommand & { readonly failure?: Failure | 'long-name' };

/** A record that could not be submitted. */
export type FailedRecord = RecordToAdd & Required<Pick<RecordToAdd, 'failure'>>;

/** By job id. */
export type RecordsToAdd = ReadonlyMap<string, RecordToAdd>;

/** What the pickers show while records are being created. */
export interface RecordPickers {
  readonly shownAssignment: () => Assignment;
  readonly changeAssignment: (fields: Partial<Assignment>) => void;
  /** What a link that is submitted now has to wait for. */
  readonly awaited: () => AwaitedRecord[];
  readonly isCreating: (field: PickerField) => boolean;
}
