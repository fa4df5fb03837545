/**
 * A job is a command that the background carries out: plain data, one storage key each, so that a killed worker leaves
 * nothing half-known. Property names and state names are persisted.
 */
import * as z from 'zod/mini';
import { failureSchema, integer } from '../api/schema-helpers.ts';
import { commandSchema, idSchema, isBulkRow } from './commands.ts';
import { jobResultSchema, type JobResult } from './job-result.ts';
import { isActiveState, isFinishedState } from './job-state.ts';
import { redactPassword } from '../draft/redact-password.ts';

/** What was known when the request was sent: all that a later lookup can use. */
const sendSnapshotSchema = z.object({
  /** Epoch ms by this device's clock, and by the service's own where an earlier response had its time. */
  at: z.number(),
  serverAt: z.nullable(z.number()),
  /** The newest id of its kind before the send; `null` when none was known. */
  newest: z.nullable(z.string()),
  /** The list of links could not be read, so there may have been newer ones: a record that fits is a question. */
  unlisted: z.optional(z.boolean()),
  /** For a relative expiration: the time in each send, since a lookup may find any of them. */
  expiries: z.optional(z.array(z.string())),
  /**
   * The service's clock at the first send, where it was known by then (`serverAt` may come from a later lookup): a
   * record from before is not the job's own.
   */
  serverSentAt: z.optional(z.number()),
  /** The same at the last send: a record created long after it is not the job's own, either. */
  lastServerSentAt: z.optional(z.number()),
});
export type SendSnapshot = z.infer<typeof sendSnapshotSchema>;

/** The send that may have created the link of a job which is refused, cancelled or unknown: all that a lookup needs. */
export const lostSendSchema = z.object({
  /** Sends so far of a cancelled row, which count on. A press begins a new count. */
  tries: z.optional(integer(0)),
  sending: sendSnapshotSchema,
  failure: failureSchema,
  noteTag: z.nullable(z.string()),
});
export type LostSend = z.infer<typeof lostSendSchema>;

const unconfirmedFieldSchema = z.literal(['password', 'expiration', 'type', 'targets', 'note', 'tag']);
export type UnconfirmedField = z.infer<typeof unconfirmedFieldSchema>;

/**
 * A question for the user. With an id: a record that may be the one the job has created (use it, or send again). Without:
 * the job was sent as often as it may be and no lookup has found it (retry, or dismiss).
 */
const questionSchema = z.object({
  id: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
  address: z.string(),
  /** Requested fields that the record does not show. */
  notShown: z.optional(z.array(unconfirmedFieldSchema)),
});

/** The answers to it: take the record that was found, send again, end the job. */
export const decisions = ['use', 'again', 'dismiss'] as const;
export type Decision = (typeof decisions)[number];

/** Sends without a clear outcome since the user's last request; a refusal for the limit does not count. */
const tries = integer(0);

const stateSchema = z.union([
  z.object({
    name: z.literal('queued'),
    tries,
    /** Epoch ms before which it is not sent. */
    notBefore: z.nullable(z.number()),
    /** Why: the delay before creating (`hold`), or a retry after a failure. */
    waits: z.nullable(z.literal(['hold', 'retry'])),
    /** The first send without a clear outcome: a record created since may be its own. */
    sending: z.nullable(sendSnapshotSchema),
  }),
  /** The request may have reached the service. */
  z.object({ name: z.literal('sent'), tries, sending: sendSnapshotSchema }),
  /** May or may not have been made: looked for, never repeated without that. */
  z.object({
    name: z.literal('unknown'),
    tries,
    sending: sendSnapshotSchema,
    failure: failureSchema,
    /** The service did answer, in a way that could not be read: no commit is still to come. */
    answered: z.boolean(),
    /** Set when only the user can decide. */
    question: z.nullable(questionSchema),
    /** The weighted sum of failed lookups (failed-lookups.ts). */
    failedLookups: z.optional(integer(0)),
  }),
  z.object({ name: z.literal('done'), at: z.number(), result: jobResultSchema }),
  /** Rejected by the service or before it was sent; or sent and not found, or left undecided (then `sending` is set). */
  z.object({
    name: z.literal('refused'),
    at: z.number(),
    failure: failureSchema,
    sending: z.nullable(sendSnapshotSchema),
    /** Dismissed by the user while it was unknown whether it was made. */
    unconfirmed: z.optional(z.boolean()),
    /** The user has dismissed the failure of a bulk row, whose `acknowledged` means something else. */
    dismissed: z.optional(z.boolean()),
  }),
  z.object({
    name: z.literal('cancelled'),
    at: z.number(),
    /** An earlier send that no lookup has found. */
    sending: z.optional(z.nullable(sendSnapshotSchema)),
    tries: z.optional(tries),
  }),
]);

export const jobVersion = 4;

/** A later press for the same link, by the id of its command. */
const joinedSchema = z.object({ id: idSchema, at: z.number(), from: z.literal(['popup', 'menu']) });
export type Joined = z.infer<typeof joinedSchema>;

export const jobSchema = z.object({
  version: z.literal(jobVersion),
  command: commandSchema,
  /** The account it was submitted for; a job never runs under another key. */
  scope: z.string(),
  state: stateSchema,
  /**
   * The user has been shown its outcome, or has dismissed it; of a row of a bulk: the bulk has stored how it ended. Stored
   * as `seen` (migrate-job.ts).
   */
  acknowledged: z.boolean(),
  /** A tag in the link's note, where the user has chosen that links are recognized by it. */
  noteTag: z.nullable(z.string()),
  /** It had a password, which is stored only while the job is active: it can't be retried as it is. */
  passwordDropped: z.optional(z.boolean()),
  joined: z.optional(z.array(joinedSchema)),
  /** What dropped jobs of the same target had claimed, by id or short URL: those records are not its own. */
  claimed: z.optional(z.array(z.string())),
  /** The created link is stored and dispatched to the mirror. Until then the next worker instance completes that. */
  settled: z.optional(z.boolean()),
  /** Its bulk was stopped after a send of it: it is cancelled where it would be sent again. */
  stopped: z.optional(z.boolean()),
});
export type Job = z.infer<typeof jobSchema>;
export type JobState = Job['state'];
export type StateOf<Name extends JobState['name']> = Extract<JobState, { name: Name }>;

export const initialState: StateOf<'queued'> = {
  name: 'queued',
  tries: 0,
  notBefore: null,
  waits: null,
  sending: null,
};

export const isFinished = ({ state }: Job): boolean => isFinishedState(state.name);

export const isActive = ({ state }: Job): boolean =>
  isActiveState(state.name, state.name === 'unknown' ? state.question : null);

/** A job as it is stored once it has ended. */
export function redactJob(job: Job): Job {
  const { command } = job;
  if (command.kind !== 'shorten') return job;
  const link = redactPassword(command.link);
  return link === command.link ? job : { ...job, command: { ...command, link }, passwordDropped: true };
}

export function doneJob(job: Job, result: JobResult, at: number): Job {
  const next: Job = { ...job, state: { name: 'done', at, result } };
  return job.command.kind === 'shorten' ? { ...next, settled: false } : next;
}

/** The user does not want to know whether it was created. */
export function dismissedJob(job: Job, { failure, sending }: StateOf<'unknown'>, at: number): Job {
  // A row of a bulk is acknowledged by the bulk, when it has been written down there.
  const acknowledged = !isBulkRow(job.command);
  return { ...job, acknowledged, state: { name: 'refused', at, failure, sending, unconfirmed: true } };
}

/** It expires or has a password, so it must not be reused for the same URL. */
export function isLimited({ command, passwordDropped }: Job): boolean {
  if (command.kind !== 'shorten') return false;
  const { password = '', expiry = '' } = command.link.extras ?? {};
  return passwordDropped === true || password !== '' || expiry !== '';
}
