/** What a person chose for all new links. */
import * as z from 'zod/mini';
import { choiceSchema } from '../shortening/draft.ts';
import type { ItemDefinition } from './item.ts';

/** A held link is not forgotten over. */
export const longestHoldSeconds = 60;

export const preferencesSchema = z.object({
  campaign: z.nullable(choiceSchema),
  channel: z.nullable(choiceSchema),
  pixels: z.array(choiceSchema),
  /** Copy a new short link by itself. */
  autoCopy: z.boolean(),
  /** Seconds for which a new link is held back before it is sent, so that it can still be cancelled. */
  holdSeconds: z.int().check(z.minimum(0), z.maximum(longestHoldSeconds)),
  /** Adds a short mark to a new link's note, by which it is recognised when its answer was lost. */
  markNote: z.boolean(),
  /** What happens when nobody can tell whether a link was made: ask, take the one that is there, or make another. */
  unclear: z.enum(['ask', 'use', 'again']),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const sinceVersion2 = { holdSeconds: 0, markNote: false, unclear: 'ask' } as const;

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

export const preferencesItem: ItemDefinition<Preferences> = {
  key: 'preferences',
  version: 2,
  schema: preferencesSchema,
  fallback: { campaign: null, channel: null, pixels: [], autoCopy: true, ...sinceVersion2 },
  migrations: { 2: (data) => (isObject(data) ? { ...sinceVersion2, ...data } : data) },
};
