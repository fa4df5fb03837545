/** What a sync reports to the background while it runs, as the message `sync-results` has it. */
import type { RequestOf } from '../../messages/protocol.ts';

type Message = RequestOf<'sync-results'>;

/** The pickers' options, as far as they were synced. */
export type PickerUpdate = Message['lists'];
/** A link that the service certainly has no more. */
export type GoneLink = Message['gone'][number];
type ClickUpdate = Message['clicks'][number];

export interface SyncResults {
  readonly lists?: PickerUpdate;
  readonly clicks?: readonly ClickUpdate[];
  readonly gone?: readonly GoneLink[];
}

export type ReportSync = (results: SyncResults) => Promise<void>;
