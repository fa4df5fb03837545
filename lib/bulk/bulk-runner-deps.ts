/** What the bulk runner is given, and what it tells. */
import type { Failure } from '../api/failure.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { CreateLinkCommand } from '../outbox/commands.ts';
import type { JobResult } from '../outbox/job-result.ts';
import type { JobState } from '../outbox/job.ts';

/** How a job stands, as the outbox tells. */
export interface JobStatus {
  readonly state: JobState['name'];
  readonly made: JobResult | null;
  readonly failure: Failure | null;
  /** It waits for the person's answer. */
  readonly asks?: boolean | undefined;
  /** Nothing is sent, for a reason that concerns every request: nothing comes of it before that has gone. */
  readonly standstill?: boolean | undefined;
}

/**
 * What a run has left: `unread` when nothing could be looked at, because the database can't be opened; `waits` when rows
 * are with the outbox and nothing is sent. To be called again later, or once something is sent again.
 */
export type BulksLeft = 'nothing' | 'unread' | 'waits';

export interface BulkRunnerDeps {
  /** The account's database; `null` when nothing is kept of it, so that there are no bulks either. */
  readonly open: () => Promise<MirrorDatabase | null>;
  /**
   * Makes a job of the ask, once; resolves when it has ended, or after a while.
   *
   * @throws when nobody answered, or when it could not be taken on; then it may be asked again
   */
  readonly submit: (ask: CreateLinkCommand) => Promise<JobStatus>;
  /** How a job stands, without making one; `null` when there is none. */
  readonly statusOf: (id: string) => Promise<JobStatus | null>;
  /** Gives up a job that has not been sent. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Tries a refused job once more, looking first for what a lost answer may have left. */
  readonly retry: (id: string) => Promise<unknown>;
  /** How it ended is written down here: the outbox may forget it. */
  readonly acknowledge: (id: string) => Promise<unknown>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly pause: (ms: number) => Promise<unknown>;
  /** A bulk has changed on disk. */
  readonly changed: () => void;
  /** Makes safe what stands in the database, where the browser needs that; once in a life that has a bulk to see to. */
  readonly protectDatabase?: ((database: MirrorDatabase) => Promise<unknown>) | undefined;
}
