/** Dependencies and result of the bulk runner. */
import type { ReplyOf } from '../messages/protocol.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { RowCommand } from '../outbox/commands.ts';
import type { LostSend } from '../outbox/job.ts';

/**
 * The work left after a run: `unread` when the database can't be opened; `waits` when rows are with the outbox and
 * sending is blocked; `parked` when the lost responses of rows can't be looked up now. The caller runs it again later, or
 * once requests are sent again, or the outcome of such a row is known.
 */
export type BulksLeft = 'nothing' | 'unread' | 'waits' | 'parked';

export type JobStatus = ReplyOf<'submit-row'>;

export interface BulkRunnerDeps {
  /** The account's database; `null` when there is none. */
  readonly open: () => Promise<MirrorDatabase | null>;
  /**
   * Creates the job of the command, once; resolves when it has ended, or after a while.
   *
   * @param lost a send that may have created the link already: looked up first
   * @throws when the background did not answer, or could not store it; the call may be repeated
   */
  readonly submit: (command: RowCommand, lost?: LostSend) => Promise<JobStatus>;
  /** Never creates a job; `null` when there is none. */
  readonly statusOf: (id: string) => Promise<JobStatus | null>;
  /** Cancels a job that has not been sent. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Retries a refused job, after a lookup of the link that a lost response may have left. */
  readonly retry: (id: string) => Promise<unknown>;
  /** Its end is stored here: the outbox may delete the job. */
  readonly acknowledge: (id: string) => Promise<unknown>;
  readonly newId: () => string;
  readonly delay: (ms: number) => Promise<unknown>;
  /** Called with an error that is no failure of the database or of a message: a bug. The step is repeated nevertheless. */
  readonly report: (error: unknown) => void;
  /** A bulk has changed on disk. */
  readonly changed: () => void;
  /** Protects the stored bulks from browser bugs and eviction; once per instance that has a bulk to run. */
  readonly protectDatabase?: ((database: MirrorDatabase) => Promise<unknown>) | undefined;
}
