/** What the outbox works with and is told: the journal, the network's side, time, choices. */
import type { BlockReason } from './circuit-breaker.ts';
import type { Command, CreateLinkCommand } from './commands.ts';
import type { Job } from './job.ts';
import type { JobResult } from './job-result.ts';
import type { RemoteRecord } from './reconcile.ts';
import type { Outcome } from '../api/call.ts';
import type { Failure } from '../api/failure.ts';

/** One storage key per job; the background alone writes. */
export interface Journal {
  all(): Promise<Job[]>;
  write(job: Job): Promise<void>;
  remove(job: Job): Promise<void>;
}

/** Thrown by `beforeSend` of a job that is not to be sent any more. */
export class SendBlocked extends Error {}

/** Thrown inside a run whose job was dropped meanwhile. */
export class JobDropped extends Error {}

/** What is known right before the bytes leave, for a later look-up. */
export interface SendSnapshotInput {
  /** The newest id of the kind that is made; `null` when none is known. */
  readonly newest: string | null;
  /** The time of now by the service's clock, epoch ms; `null` when it is not known. */
  readonly serverAt: number | null;
  /** Of a link whose expiration is counted from the send: as it goes out. */
  readonly expiry?: string;
}

export interface SendHooks {
  /** Awaited right before the bytes leave: from here on the outcome may be unknown. */
  readonly beforeSend: (known: SendSnapshotInput) => Promise<void>;
  /** Told when the request has to wait: epoch ms at which it is expected to go. */
  readonly onWait: (goesAt: number) => void;
  /** The service held it back for its limit: surely not made, and to be sent again by itself. */
  readonly onHeldBack: (until: number) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface OutboxPreferences {
  /** Ms for which a new link is held back, so that it can still be cancelled. */
  readonly holdMs: number;
  readonly tagNote: boolean;
  readonly onAmbiguous: 'ask' | 'use' | 'again';
}

export interface OutboxDeps {
  readonly journal: Journal;
  /** Carries out an ask for the account it was made for. Never throws. */
  readonly send: (job: Job, hooks: SendHooks) => Promise<Outcome<JobResult>>;
  /**
   * The records of this kind that are newer than `newest`, or the newest ones when that is `null`. Never throws.
   *
   * @param isLast looks have failed so often that a record is taken without the details that can't be had
   */
  readonly lookUp: (
    ask: Command,
    newest: string | null,
    isLast: boolean,
  ) => Promise<Outcome<readonly RemoteRecord[]>>;
  /** What stands in the way of every request (a permission, say); `null` when nothing is known to. */
  readonly blockingFailure: () => Promise<Failure | null>;
  /** What keeps an ask from being sent, whatever way it came: checked before it waits for its turn, and when that has come. */
  readonly validate?: (ask: Command) => Promise<Failure | null>;
  /** What the person chose for all jobs. */
  readonly preferences: () => Promise<OutboxPreferences>;
  /** The account of now; empty when not connected. */
  readonly scope: () => Promise<string>;
  readonly online: () => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  /** Resolves after `ms`, or when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Told after every change of a job, once it is in the journal. */
  readonly onChange: (job: Job) => void;
  /**
   * Told when a job is dropped, and when a run of it is over: its last `onChange` may be out of date.
   *
   * @param retries the run has failed (its entry could not be written), and `resume` starts the next one
   */
  readonly onRunEnd?: (id: string, retries: boolean) => void;
  /** Told when a press has joined a job, which may have ended meanwhile. */
  readonly onJoined?: (job: Job, press: CreateLinkCommand) => void;
  /** Told when sending stops or goes on. */
  readonly onBlockChange: (closed: BlockReason | null) => void;
  /** A step that could not be carried out (a failing journal): the job stays as it is on disk. */
  readonly report: (error: unknown) => void;
}

/** What a job waits for, and until when: epoch ms. */
export interface WaitReason {
  readonly goesAt: number;
  readonly waits: 'limit' | 'hold' | 'retry' | 'look';
}
