/** What every part of a sync works with; and what it reports while it runs, as the message `sync-results` has it. */
import type { ApiReader } from '../../messages/api-reader.ts';
import type { RequestOf } from '../../messages/protocol.ts';
import type { Change } from '../mirror-events.ts';
import type { MirrorDatabase } from '../database.ts';

type Message = RequestOf<'sync-results'>;

/** The pickers' options, as far as they were synced. */
export type PickerUpdate = Message['lists'];
/** A link that the service certainly has no more. */
export type GoneLink = Message['gone'][number];

export type SyncResults = Partial<Omit<Message, 'scope'>>;

export type ReportSync = (results: SyncResults) => Promise<void>;

export interface SyncContext {
  readonly database: MirrorDatabase;
  readonly read: ApiReader;
  readonly reportSync: ReportSync;
  readonly now: () => number;
  readonly changed: (what: Change['what']) => void;
}

/** For lists that are read to their end. */
export interface ListContext extends SyncContext {
  /** Records per request; `undefined` until the page size is learned. */
  readonly limit: number | undefined;
}
