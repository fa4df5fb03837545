/** A command is what a page asks the background to do. Its id, made by the page, is the idempotency key. */
import * as z from 'zod/mini';
import { pickerOptionSchema, linkDraftSchema } from '../draft/draft.ts';

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

/** What several hundred others go with is nothing that the person has just had in hand. */
export const isBulkRow = (ask: Command): boolean => ask.kind === 'shorten' && ask.from === 'bulk';

/** Asked for with others at once. */
export const isBatch = (ask: Command): boolean =>
  isBulkRow(ask) || (ask.kind === 'shorten' ? ask.from === 'places' : 'many' in ask && ask.many === true);

export const isAssign = (ask: Command): ask is AssignCommand => 'to' in ask;

/** Done again without harm, and without a look whose answer would tell. */
export const isIdempotent = (ask: Command): ask is AssignCommand | EditCommand => 'item' in ask;
