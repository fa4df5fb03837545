/** Dependencies of the outbox: the journal, the network, the clock, the preferences, and callbacks. */
import type { BlockReason } from './block-reason.ts';
import type { Command, CreateLinkCommand } from './commands.ts';
import type { Job } from './job.ts';
import type { JobResult } from './job-result.ts';
import type { RemoteRecord } from './remote-record.ts';
import type { Outcome } from '../api/call.ts';
import type { Failure } from '../api/failure.ts';

/** One storage key per job; the background alone writes. */
export interface Journal {
  all(): Promise<Job[]>;
  write(job: Job): Promise<void>;
  remove(job: Job): Promise<void>;
}

/** Thrown by `beforeSend` of a job that is not to be sent any more. */
export class SendAborted extends Error {}

/** Thrown inside a run whose job was dropped meanwhile. */
export class JobDropped extends Error {}

/** The facts known right before the bytes leave, for a later lookup. */
export interface SendSnapshotInput {
  /** The newest id of the kind that is made; `null` when none is known. */
  readonly newest: string | null;
  /** There may be newer ones: the list that would show them could not be read. */
  readonly unlisted?: boolean;
  /** The current time by the service's clock, epoch ms; `null` when it is not known. */
  readonly serverAt: number | null;
  /** The expiration as it is sent, for a link whose expiration is relative to the send. */
  readonly expiry?: string;
}

export interface SendHooks {
  /** Awaited right before the bytes leave: from here on the outcome may be unknown. */
  readonly beforeSend: (known: SendSnapshotInput) => Promise<void>;
  /** Called when the request has to wait, with the epoch ms at which it is expected to go. */
  readonly onWait: (goesAt: number) => void;
  /** The service held it back for its limit: surely not made, and sent again automatically. */
  readonly onHeldBack: (until: number) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface OutboxPreferences {
  /** Ms for which a new link is held back, so that it can still be cancelled. */
  readonly creationDelayMs: number;
  readonly tagNote: boolean;
  readonly onAmbiguous: 'ask' | 'use' | 'again';
}

export interface OutboxDeps {
  readonly journal: Journal;
  /** Executes a command for the account it was submitted for. Rejects only with a bug, as `lookUp` does. */
  readonly send: (job: Job, hooks: SendHooks) => Promise<Outcome<JobResult>>;
  /**
   * The records of this kind that are newer than `newest`, or the newest ones when that is `null`.
   *
   * @param isLast lookups have failed so often that a record is accepted without details that can't be read
   */
  readonly lookUp: (
    command: Command,
    newest: string | null,
    isLast: boolean,
  ) => Promise<Outcome<readonly RemoteRecord[]>>;
  /** A failure that every request would meet (a missing permission, for example); `null` when none is known. */
  readonly blockingFailure: () => Promise<Failure | null>;
  /** A failure for an invalid command: checked before it waits for its turn, and again right before it is sent. */
  readonly validate: (command: Command) => Promise<Failure | null>;
  readonly preferences: () => Promise<OutboxPreferences>;
  /** The current account; empty when not connected. */
  readonly scope: () => Promise<string>;
  readonly online: () => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  /** Resolves after `ms`, or when the signal aborts. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called after every change of a job, once it is in the journal. */
  readonly onChange: (job: Job) => void;
  /**
   * Called when a job is dropped, and when a run of it is over: its last `onChange` may be out of date.
   *
   * @param retries the run has failed (its entry could not be written), and `resume` starts the next one
   */
  readonly onRunEnd: (id: string, retries: boolean) => void;
  /** Called before a finished job is dropped; it stays when this rejects. */
  readonly beforeDrop: (job: Job) => Promise<void>;
  /** Called when a press has joined a job, which may have ended meanwhile. */
  readonly onJoined: (job: Job, press: CreateLinkCommand) => void;
  readonly onBlockChange: (reason: BlockReason | null) => void;
  /** A step that could not be carried out (a failing journal): the job stays as it is on disk. */
  readonly report: (error: unknown) => void;
}

/** The reason and the end (epoch ms) of a job's wait. */
export interface WaitReason {
  readonly goesAt: number;
  readonly waits: 'limit' | 'hold' | 'retry' | 'look';
}
