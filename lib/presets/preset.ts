/** Presets: named, stored sets of link options (docs/presets.md). The keys are persisted. */
import * as z from 'zod/mini';
import { linkDraftSchema } from '../draft/draft.ts';
import { linkOptionsSchema } from '../draft/link-options.ts';

const { address: _address, title: _title, ...own } = linkDraftSchema.shape;
const { password: _password, ...open } = linkOptionsSchema.shape;

/**
 * A missing field leaves the form's value; an existing one replaces it, even if empty. The alias, the note and the
 * values of parameters may contain variables (template.ts), `expiry` may be relative (lib/draft/expiry.ts). Never a
 * password.
 */
export const presetFieldsSchema = z.extend(z.partial(z.object(own)), {
  extras: z.optional(z.partial(z.object(open))),
});
export type PresetFields = z.infer<typeof presetFieldsSchema>;

const presetSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Site rules (match-site.ts). */
  sites: z.array(z.string()),
  fields: presetFieldsSchema,
});
export type Preset = z.infer<typeof presetSchema>;

export const presetsSchema = z.object({
  list: z.array(presetSchema),
  /** Selected when no site rule matches. */
  defaultId: z.nullable(z.string()),
});
export type Presets = z.infer<typeof presetsSchema>;

/** What a page changes of the stored presets (apply-changes.ts). */
export const presetChangesSchema = z.object({
  /** Each replaces the preset with its id, or is new. */
  put: z.array(presetSchema),
  /** Ids. */
  removed: z.array(z.string()),
  /** Ids in the page's order; those that it does not know go last. */
  order: z.optional(z.array(z.string())),
  defaultId: z.optional(z.nullable(z.string())),
});
export type PresetChanges = z.infer<typeof presetChangesSchema>;
