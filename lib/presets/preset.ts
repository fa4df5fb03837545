/** Presets: named sets of what a link can be given, kept for use again (docs/presets.md). */
import * as z from 'zod/mini';
import { linkDraftSchema } from '../draft/draft.ts';
import { linkOptionsSchema } from '../draft/link-options.ts';

type Shape = z.core.$ZodShape;
type Optional<S extends Shape> = { [K in keyof S]: z.ZodMiniOptional<S[K]> };

/** By hand: `z.partial` alone is four hundred bytes of a background that starts anew all the time. */
function optional<S extends Shape>(shape: S): Optional<S> {
  const all = Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entry by entry what the type says
  return Object.fromEntries(all) as Optional<S>;
}

const { address: _address, title: _title, ...filing } = linkDraftSchema.shape;
const { password: _password, ...open } = linkOptionsSchema.shape;

/**
 * What is left out stays as the form has it; what is there replaces it, empty as it may be. The alias, the note and the
 * values of parameters may hold variables (template.ts), `expiry` may be counted from the making: `+7d`
 * (lib/draft/expiry.ts). Never a password.
 */
export const presetFieldsSchema = z.object({
  ...optional(filing),
  extras: z.optional(z.object(optional(open))),
});
export type PresetFields = z.infer<typeof presetFieldsSchema>;

export const presetSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Rules for the sites on which it is chosen by itself (site-rules.ts). */
  sites: z.array(z.string()),
  fields: presetFieldsSchema,
});
export type Preset = z.infer<typeof presetSchema>;

export const presetsSchema = z.object({
  list: z.array(presetSchema),
  /** Chosen where no site rule fits. */
  defaultId: z.nullable(z.string()),
});
export type Presets = z.infer<typeof presetsSchema>;
