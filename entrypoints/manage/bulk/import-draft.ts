/** The stored draft of an import, for a page that is opened later. It never holds passwords. */
import * as z from 'zod/mini';
import { columnFields } from '../../../lib/bulk/columns.ts';
import { separators } from '../../../lib/bulk/parse-table.ts';
import { pickerOptionSchema } from '../../../lib/draft/draft.ts';

export const noUnmatchedNames = { campaign: '', channel: '', pixels: '' };

const assignment = {
  campaign: z.nullable(pickerOptionSchema),
  channel: z.nullable(pickerOptionSchema),
  pixels: z.array(pickerOptionSchema),
};

export const importDraftSchema = z.object({
  version: z.literal(1),
  text: z.string(),
  /** Name of the file; empty for pasted text. */
  file: z.string(),
  /** The text was made from the open tabs. Missing in drafts of an earlier version. */
  isTabs: z._default(z.boolean(), false),
  separator: z.nullable(z.literal(separators)),
  hasHeader: z.nullable(z.boolean()),
  /** `null` while they are guessed. */
  columns: z.nullable(z.array(z.nullable(z.literal(columnFields)))),
  /** The preset's id. */
  preset: z.nullable(z.string()),
  /** Each row gets the preset of its site, else the default. Missing in drafts of an earlier version. */
  presetByItself: z._default(z.boolean(), false),
  ...assignment,
  domain: z.string(),
  /** Missing in drafts of an earlier version. */
  expiry: z.optional(z.string()),
  /** What the options began with. Missing in drafts of an earlier version; the domain was always the service's default. */
  defaults: z.optional(z.object({ ...assignment, domain: z._default(z.string(), ''), expiry: z.string() })),
  /** Names typed into the pickers that the account lacks; empty for none. Missing in drafts of an earlier version. */
  unmatched: z._default(
    z.object({ campaign: z.string(), channel: z.string(), pixels: z.string() }),
    noUnmatchedNames,
  ),
  /** Of these names, those that are created with the links. Missing in drafts of an earlier version. */
  toCreate: z._default(z.array(z.literal(['campaign', 'channel'])), []),
  cleanUp: z.boolean(),
  twice: z.literal(['skip', 'make']),
  exists: z.literal(['skip', 'make']),
  /** The table's value replaces a parameter that a URL already has. Missing in drafts of an earlier version. */
  replacesParameters: z._default(z.boolean(), false),
  /** All links go into one new campaign, which has a URL of its own. */
  together: z.boolean(),
  campaignName: z.string(),
  slug: z.string(),
});
export type ImportDraft = z.infer<typeof importDraftSchema>;

/** In characters: a longer text is not stored; it comes from a file, which can be loaded again. */
export const maxStoredLength = 2_000_000;
