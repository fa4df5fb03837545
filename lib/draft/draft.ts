/** What a person has asked for so far: the content of the link form, as it is typed, stored and handed over. */
import * as z from 'zod/mini';
import { linkOptionsSchema } from './link-options.ts';

/** Something of the account that can be chosen in a picker. Ids are digit strings (lib/api/coerce.ts). */
export const pickerOptionSchema = z.object({
  id: z.string().check(z.refine((id) => /^[1-9]\d*$/.test(id))),
  name: z.string(),
});
export type PickerOption = z.infer<typeof pickerOptionSchema>;

export const linkDraftSchema = z.object({
  address: z.string(),
  title: z.string(),
  campaign: z.nullable(pickerOptionSchema),
  channel: z.nullable(pickerOptionSchema),
  pixels: z.array(pickerOptionSchema),
  alias: z.string(),
  /** The registered value, scheme included; empty for the service's own choice. */
  domain: z.string(),
  /** Left out as long as none was touched. */
  extras: z.optional(linkOptionsSchema),
});
export type LinkDraft = z.infer<typeof linkDraftSchema>;
