/**
 * An ask is what a person wanted, with an id its page made; a job is an ask on its way through the background.
 * Both are plain data, one storage key each, so that a killed worker leaves nothing half-known.
 */
import * as z from 'zod/mini';
import { jobResultSchema } from './job-result.ts';
import { pickerOptionSchema, linkDraftSchema } from '../draft/draft.ts';
import { failureSchema } from '../api/failure-schema.ts';
import { integer } from '../api/integer.ts';

/** As `crypto.randomUUID` makes them; the library's own schema for these is many times as long. */
export const idSchema = z
  .string()
  .check(z.refine((id) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)));

const commandBase = {
  id: idSchema,
  /** Epoch ms of the person's act: automatic copying is allowed for 10 s after it. */
  at: z.number(),
  /** From a private window: kept in session memory only, never on disk. */
  private: z.boolean(),
};

export const createLinkCommandSchema = z.object({
  ...commandBase,
  kind: z.literal('shorten'),
  /** `places`, `bulk`: one of several that were asked for at once; none of them is copied by itself. */
  from: z.literal(['popup', 'menu', 'places', 'bulk']),
  link: linkDraftSchema,
  /** Asked for knowing that the address has a link: never joins one that is under way (join.ts). */
  another: z.optional(z.boolean()),
});
export type CreateLinkCommand = z.infer<typeof createLinkCommandSchema>;

/** Longer than any address or description a person types. */
const maxFieldLength = 4_096;

const addName = z.string().check(z.refine((name) => name !== '' && Array.from(name).length <= 500));
const field = z.optional(z.string().check(z.refine((text) => text.length <= maxFieldLength)));
const flag = z.optional(z.boolean());
/** What a record holds besides its name, by the contract's own names (API §4); what its kind has none of is not sent. */
const fields = z.optional(
  z.object({
    name: field,
    /** Of campaigns. */
    slug: field,
    public: flag,
    /** Of channels. */
    description: field,
    color: field,
    starred: flag,
    /** Of domains. */
    redirectroot: field,
    redirect404: field,
  }),
);

export const createRecordCommandSchema = z.union([
  /** The name of a domain is its address, with http or https. */
  z.object({
    ...commandBase,
    kind: z.literal(['add-campaign', 'add-channel', 'add-domain']),
    name: addName,
    fields,
  }),
  z.object({ ...commandBase, kind: z.literal('add-pixel'), name: addName, type: addName, tag: addName }),
]);
export type CreateRecordCommand = z.infer<typeof createRecordCommandSchema>;

/** Files a link that is there. A second time changes nothing more, so what was lost is simply done again. */
const assignCommandSchema = z.object({
  ...commandBase,
  kind: z.literal(['assign-campaign', 'assign-channel']),
  /** The short address, as people know the link; of anything else its title. */
  name: addName,
  /** The link's id. */
  item: pickerOptionSchema.shape.id,
  to: pickerOptionSchema,
  /** What of a channel it becomes: a link where it is left out. */
  type: z.optional(z.literal(['links', 'bio', 'qr'])),
  /** One of several that were asked for at once. */
  many: flag,
});
export type AssignCommand = z.infer<typeof assignCommandSchema>;

/** Changes a record by its id, or takes it away. A second time changes nothing more, either. */
const editCommandSchema = z.object({
  ...commandBase,
  kind: z.literal('change'),
  what: z.literal(['campaign', 'channel', 'domain']),
  act: z.literal(['update', 'delete']),
  /** The record's id. */
  item: pickerOptionSchema.shape.id,
  /** What people call it. */
  name: addName,
  /** Of an update: what it is to hold from then on. */
  fields,
});
export type EditCommand = z.infer<typeof editCommandSchema>;

export const commandSchema = z.union([
  createLinkCommandSchema,
  ...createRecordCommandSchema.def.options,
  assignCommandSchema,
  editCommandSchema,
]);
export type Command = z.infer<typeof commandSchema>;

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
    /** What the looks that could not be carried out have come to (life.ts). */
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

/** What several hundred others go with is nothing that the person has just had in hand. */
export const isBulkRow = (ask: Command): boolean => ask.kind === 'shorten' && ask.from === 'bulk';

/** Asked for with others at once. */
export const isBatch = (ask: Command): boolean =>
  isBulkRow(ask) || (ask.kind === 'shorten' ? ask.from === 'places' : 'many' in ask && ask.many === true);

export const isAssign = (ask: Command): ask is AssignCommand => 'to' in ask;

/** Done again without harm, and without a look whose answer would tell. */
export const isIdempotent = (ask: Command): ask is AssignCommand | EditCommand => 'item' in ask;

/** As it is kept once it has ended. */
export function redactPassword(job: Job): Job {
  const { ask } = job;
  if (ask.kind !== 'shorten' || !ask.link.extras?.password) return job;
  const link = { ...ask.link, extras: { ...ask.link.extras, password: '' } };
  return { ...job, ask: { ...ask, link }, passwordDropped: true };
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

/** What version 1 of the journal kept of a state: the time of the send, and nothing to look up by. */
const firstVersion = z.object({
  state: z.custom<{ readonly name: string; readonly at?: number; readonly made?: unknown }>(
    (state) =>
      typeof state === 'object' && state !== null && 'name' in state && typeof state.name === 'string',
  ),
});

function migrateFirstVersion(raw: object): unknown {
  const old = firstVersion.safeParse(raw);
  if (!old.success) return raw;
  const { state } = old.data;
  const sending: SendSnapshot = { at: state.at ?? 0, serverAt: null, newest: null };
  const { made } = state;
  const states: Record<string, object> = {
    queued: initialState,
    sent: { name: 'sent', tries: 1, sending },
    // It was final then, and the person was told: still theirs to try again, with a look first.
    unknown: { ...state, name: 'refused', sending },
    refused: { ...state, sending: null },
    done: { ...state, made: typeof made === 'object' ? { ...made, existing: false } : made },
  };
  return {
    ...raw,
    version: jobVersion,
    mark: null,
    state: Object.hasOwn(states, state.name) ? states[state.name] : state,
  };
}

/** A stored job of this version or an older one; `null` for anything else. */
export function readJob(raw: unknown): Job | null {
  const known =
    typeof raw === 'object' && raw !== null && !('version' in raw) ? migrateFirstVersion(raw) : raw;
  const job = jobSchema.safeParse(known);
  return job.success ? job.data : null;
}
