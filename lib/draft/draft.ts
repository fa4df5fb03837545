/** The content of the link form, as it is typed, stored and submitted. The keys are persisted. */
import * as z from 'zod/mini';
import { toId } from '../api/ids.ts';
import { linkOptionsSchema } from './link-options.ts';

/** A record of the account in a picker. Ids are digit strings (lib/api/ids.ts). */
export const pickerOptionSchema = z.object({
  id: z.string().check(z.refine((id) => toId(id) !== null)),
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
  /** The registered value, scheme included; empty for the service's default. */
  domain: z.string(),
  /** Omitted while they equal the defaults. */
  extras: z.optional(linkOptionsSchema),
});
export type LinkDraft = z.infer<typeof linkDraftSchema>;
