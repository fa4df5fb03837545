/** What is being put together for a bulk, as it is kept for a page that is opened later. Never with passwords. */
import * as z from 'zod/mini';
import { columnFields } from '../../../lib/bulk/columns.ts';
import { separators } from '../../../lib/bulk/parse-table.ts';
import { pickerOptionSchema } from '../../../lib/draft/draft.ts';

export const importDraftSchema = z.object({
  version: z.literal(1),
  text: z.string(),
  /** Of the file that it came from; empty where it was pasted. */
  file: z.string(),
  separator: z.nullable(z.literal(separators)),
  hasHeader: z.nullable(z.boolean()),
  /** `null` as long as they are guessed. */
  columns: z.nullable(z.array(z.nullable(z.literal(columnFields)))),
  /** The preset's id. */
  preset: z.nullable(z.string()),
  /** Each row has the preset of its site or the default in place of it; a draft of an earlier version has not. */
  presetByItself: z._default(z.boolean(), false),
  campaign: z.nullable(pickerOptionSchema),
  channel: z.nullable(pickerOptionSchema),
  pixels: z.array(pickerOptionSchema),
  domain: z.string(),
  cleanUp: z.boolean(),
  twice: z.literal(['skip', 'make']),
  exists: z.literal(['skip', 'make']),
  /** Parameters that a URL has already get the table's value; a draft of an earlier version has no choice. */
  replacesParameters: z._default(z.boolean(), false),
  /** One link for all of them: a new campaign's. */
  together: z.boolean(),
  campaignName: z.string(),
  slug: z.string(),
});
export type ImportDraft = z.infer<typeof importDraftSchema>;

/** In characters: a longer text is not kept, since it lies in a file or wherever it was copied. */
export const maxStoredLength = 2_000_000;
