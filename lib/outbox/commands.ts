/** A command is a page's request to the background. Its id, made by the page, is the idempotency key. */
import * as z from 'zod/mini';
import { pickerOptionSchema, linkDraftSchema } from '../draft/draft.ts';
import { isUuid } from '../text/is-uuid.ts';
import { isNameTooLong } from '../text/name-length.ts';

/** The library's own schema for these is many times as long. */
export const idSchema = z.string().check(z.refine(isUuid));

const commandBase = {
  id: idSchema,
  /** Epoch ms of the user's action: automatic copying is allowed for 10 s after it. */
  at: z.number(),
  /** From an incognito window: stored in session memory only, never on disk. */
  private: z.boolean(),
};

/** A record that was still being created when a command that needs it was submitted: that is sent with its id. */
const awaitedRecordSchema = z.object({
  field: z.literal(['campaign', 'channel', 'pixels']),
  /** The id of the command that creates it. */
  id: idSchema,
  name: z.string(),
});
export type AwaitedRecord = z.infer<typeof awaitedRecordSchema>;

export const createLinkCommandSchema = z.object({
  ...commandBase,
  kind: z.literal('shorten'),
  /**
   * `menu`: any trigger without a page (`isFromTrigger`). `places`, `bulk`: one of several that were submitted together;
   * none of them is copied automatically.
   */
  from: z.literal(['popup', 'menu', 'places', 'bulk']),
  link: linkDraftSchema,
  /** Submitted although the URL has a link: never joins a job that is active (join-job.ts). */
  another: z.optional(z.boolean()),
  awaits: z.optional(z.array(awaitedRecordSchema)),
  /** The id of a failed job whose link was edited into this one: its failure needs nothing more. */
  replaces: z.optional(idSchema),
});
export type CreateLinkCommand = z.infer<typeof createLinkCommandSchema>;

/** Longer than any address or description that a user types. */
const maxFieldLength = 4_096;

const addName = z.string().check(z.refine((name) => name !== '' && !isNameTooLong(name)));
const field = z.optional(z.string().check(z.refine((text) => text.length <= maxFieldLength)));
const flag = z.optional(z.boolean());
/** The fields of a record, under the contract's own names (API §4); those that its kind lacks are not sent. */
const fields = z.optional(
  z.object({
    name: field,
    /** Campaigns only. */
    slug: field,
    public: flag,
    /** Channels only. */
    description: field,
    color: field,
    starred: flag,
    /** Domains only. */
    redirectroot: field,
    redirect404: field,
  }),
);

const createRecordCommandSchema = z.union([
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

/**
 * Assigns an existing item: a link, or in a channel also a bio page or a QR code. Idempotent, so a lost one is
 * simply repeated.
 */
const assignCommandSchema = z.object({
  ...commandBase,
  kind: z.literal(['assign-campaign', 'assign-channel']),
  /** The short URL of a link, or the title of anything else. */
  name: addName,
  /** The item's id. */
  item: pickerOptionSchema.shape.id,
  /** Without an id as long as it is being created (`awaits`). */
  to: z.union([pickerOptionSchema, z.object({ id: z.literal(''), name: z.string() })]),
  awaits: z.optional(z.array(awaitedRecordSchema)),
  /** The kind of channel item; a link by default. */
  type: z.optional(z.literal(['links', 'bio', 'qr'])),
  /** One of several that were submitted together. */
  many: flag,
  /** A row of a bulk whose URL has a link already. */
  from: z.optional(z.literal('bulk')),
});
export type AssignCommand = z.infer<typeof assignCommandSchema>;

/** May need records that are still being created. */
export type AwaitingCommand = CreateLinkCommand | AssignCommand;

/** Changes or deletes a record by its id. Idempotent, too. */
const editCommandSchema = z.object({
  ...commandBase,
  kind: z.literal('change'),
  what: z.literal(['campaign', 'channel', 'domain']),
  act: z.literal(['update', 'delete']),
  /** The record's id. */
  item: pickerOptionSchema.shape.id,
  /** The name under which the user knows it. */
  name: addName,
  /** The new values of an update. */
  fields,
});
export type EditCommand = z.infer<typeof editCommandSchema>;

/** A bulk row creates a link or adds an existing one to its campaign. */
export const rowCommandSchema = z.union([createLinkCommandSchema, assignCommandSchema]);
export type RowCommand = z.infer<typeof rowCommandSchema>;

export const commandSchema = z.union([
  createLinkCommandSchema,
  ...createRecordCommandSchema.def.options,
  assignCommandSchema,
  editCommandSchema,
]);
export type Command = z.infer<typeof commandSchema>;

/** Pressed in the context menu, by the shortcut or in the address bar: no page shows the result. `menu` is persisted. */
export const isFromTrigger = ({ from }: { readonly from: string }): boolean => from === 'menu';

/** One of up to 10,000 rows: the user is not waiting for this one. */
export const isBulkRow = (command: Command): boolean => 'from' in command && command.from === 'bulk';

/** Rows of a bulk, placements, and items that are assigned together: none is copied, and none goes before a single command. */
export const isSubmittedWithOthers = (command: Command): boolean =>
  isBulkRow(command) ||
  (command.kind === 'shorten' ? command.from === 'places' : 'many' in command && command.many === true);

export const isAssign = (command: Command): command is AssignCommand =>
  command.kind === 'assign-campaign' || command.kind === 'assign-channel';

/** Its outcome need not be looked up: it can be repeated. */
export const isIdempotent = (command: Command): command is AssignCommand | EditCommand =>
  isAssign(command) || command.kind === 'change';

/** The service's lists of the records that commands add or edit. */
const lists = {
  'add-campaign': 'campaigns',
  'add-channel': 'channels',
  'add-pixel': 'pixels',
  'add-domain': 'domains',
} as const;

export const isAdd = (kind: Command['kind']): kind is CreateRecordCommand['kind'] =>
  Object.hasOwn(lists, kind);

export const listNameOf = (
  command: Pick<CreateRecordCommand, 'kind'> | Pick<EditCommand, 'kind' | 'what'>,
) => (command.kind === 'change' ? listOfRecord(command.what) : lists[command.kind]);

export const listOfRecord = (what: EditCommand['what']) => lists[`add-${what}`];

/** `user`: the user waits for the job. `bulk`: it is one of many. */
export type JobPriority = 'user' | 'bulk';

/** Between the requests of commands that were submitted together a single one gets its turn. */
export const priorityOf = (command: Command): JobPriority =>
  isSubmittedWithOthers(command) ? 'bulk' : 'user';
