/** What a person chose for all new links. */
import * as z from 'zod/mini';
import { choiceSchema } from '../shortening/draft.ts';
import type { ItemDefinition } from './item.ts';

export const preferencesSchema = z.object({
  campaign: z.nullable(choiceSchema),
  channel: z.nullable(choiceSchema),
  pixels: z.array(choiceSchema),
  /** Copy a new short link by itself. */
  autoCopy: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const preferencesItem: ItemDefinition<Preferences> = {
  key: 'preferences',
  version: 1,
  schema: preferencesSchema,
  fallback: { campaign: null, channel: null, pixels: [], autoCopy: true },
  migrations: {},
};
