/** Presets: named, stored sets of link options (docs/presets.md). The keys are persisted. */
import * as z from 'zod/mini';
import { linkDraftSchema } from '../draft/draft.ts';
import { linkOptionsSchema } from '../draft/link-options.ts';

type Shape = z.core.$ZodShape;
type Optional<S extends Shape> = { [K in keyof S]: z.ZodMiniOptional<S[K]> };

/** `z.partial` alone is 400 bytes of a background script that is parsed at every start. */
function optional<S extends Shape>(shape: S): Optional<S> {
  const all = Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entry by entry what the type says
  return Object.fromEntries(all) as Optional<S>;
}

const { address: _address, title: _title, ...own } = linkDraftSchema.shape;
const { password: _password, ...open } = linkOptionsSchema.shape;

/**
 * A missing field leaves the form's value; an existing one replaces it, even if empty. The alias, the note and the
 * values of parameters may contain variables (template.ts), `expiry` may be relative (lib/draft/expiry.ts). Never a
 * password.
 */
export const presetFieldsSchema = z.object({
  ...optional(own),
  extras: z.optional(z.object(optional(open))),
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
