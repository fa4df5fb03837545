/**
 * A job is a command on its way through the background. It is plain data, one storage key each, so that a killed worker
 * leaves nothing half-known. Property names and state names are persisted (`ask` is the command).
 */
import * as z from 'zod/mini';
import { failureSchema, integer } from '../api/schema-helpers.ts';
import { commandSchema, idSchema } from './commands.ts';
import { jobResultSchema } from './job-result.ts';
import { redactPassword } from '../draft/redact-password.ts';

/** What was known when the bytes left: all that a later look-up can go by. */
const sendSnapshotSchema = z.object({
  /** Epoch ms by this device's clock, and by the service's own where an answer had told the difference. */
  at: z.number(),
  serverAt: z.nullable(z.number()),
  /** The newest id of its kind before the send; `null` when none was known. */
  newest: z.nullable(z.string()),
  /** Of a relative expiration: what each send has named, since a look-up may find any of them. */
  expiries: z.optional(z.array(z.string())),
  /**
   * The service's clock at the first send, where an answer had told it by then (`serverAt` may be of a later look): a
   * record from before is not the job's own.
   */
  serverSentAt: z.optional(z.number()),
  /** The same at the last send: what came into being long after it is not the job's own, either. */
  lastServerSentAt: z.optional(z.number()),
});
export type SendSnapshot = z.infer<typeof sendSnapshotSchema>;

const unconfirmedFieldSchema = z.literal(['password', 'expiration', 'type', 'targets', 'note', 'tag']);
export type UnconfirmedField = z.infer<typeof unconfirmedFieldSchema>;

/**
 * What a person decides. With an id: a record that may be the one the job asked for (use it, or send again). Without:
 * the job was sent as often as it may be and no lookup has found it (retry, or dismiss).
 */
const questionSchema = z.object({
  id: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
  address: z.string(),
  /** What was asked for and can't be seen on the record. */
  notShown: z.optional(z.array(unconfirmedFieldSchema)),
});

/** The answers to it: take the record that was found, send once more, end the job. */
export const decisions = ['use', 'again', 'dismiss'] as const;
export type Decision = (typeof decisions)[number];

/** Sends without a clear end since the person last asked for it; what the service refused for its limit is none. */
const tries = integer(0);

const stateSchema = z.union([
  z.object({
    name: z.literal('queued'),
    tries,
    /** Epoch ms before which it is not sent, and why. */
    notBefore: z.nullable(z.number()),
    waits: z.nullable(z.literal(['hold', 'retry'])),
    /** Of its first send without a clear end: what came into being since may be its own. */
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
    /** For the person to decide, since nobody else can. */
    question: z.nullable(questionSchema),
    /** What the looks that could not be carried out have come to (job-lookup.ts). */
    failedLooks: z.optional(integer(0)),
  }),
  z.object({ name: z.literal('done'), at: z.number(), made: jobResultSchema }),
  /** Surely not made, or looked for in vain (`sending` tells that it was). */
  z.object({
    name: z.literal('refused'),
    at: z.number(),
    failure: failureSchema,
    sending: z.nullable(sendSnapshotSchema),
    /** Dismissed by the person while nobody could tell whether it was made. */
    unconfirmed: z.optional(z.boolean()),
  }),
  z.object({ name: z.literal('cancelled'), at: z.number() }),
]);

export const jobVersion = 2;

/** A later press for the same link, by its ask's id. */
const joinedSchema = z.object({ id: idSchema, at: z.number(), from: z.literal(['popup', 'menu']) });
export type Joined = z.infer<typeof joinedSchema>;

export const jobSchema = z.object({
  version: z.literal(jobVersion),
  ask: commandSchema,
  /** The account it was asked for; a job never runs under another key. */
  scope: z.string(),
  state: stateSchema,
  /** The person has been shown how it ended. */
  seen: z.boolean(),
  /** Stands in the link's note, where the person wants links to be recognised by it. */
  mark: z.nullable(z.string()),
  /** It had a password, which is kept no longer than the job is under way: it can't be tried again as it is. */
  passwordDropped: z.optional(z.boolean()),
  joined: z.optional(z.array(joinedSchema)),
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

/** Nothing more comes of it by itself. */
export function isFinished({ state }: Job): boolean {
  return state.name === 'done' || state.name === 'refused' || state.name === 'cancelled';
}

/** A job as it is stored once it has ended. */
export function redactJob(job: Job): Job {
  const { ask } = job;
  if (ask.kind !== 'shorten') return job;
  const link = redactPassword(ask.link);
  return link === ask.link ? job : { ...job, ask: { ...ask, link }, passwordDropped: true };
}

/** It expires or asks for a password: no answer for whoever wants a link to the same address. */
export function isLimited({ ask, passwordDropped }: Job): boolean {
  if (ask.kind !== 'shorten') return false;
  const { password = '', expiry = '' } = ask.link.extras ?? {};
  return passwordDropped === true || password !== '' || expiry !== '';
}

/** Waits for nobody but the background. */
export function isActive({ state }: Job): boolean {
  return (
    state.name === 'queued' || state.name === 'sent' || (state.name === 'unknown' && state.question === null)
  );
}
