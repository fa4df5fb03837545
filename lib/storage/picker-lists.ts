/** The options of the pickers: stored, and refreshed in the background. */
import * as z from 'zod/mini';
import { pickerOptionSchema, type PickerOption } from '../draft/draft.ts';
import { addFields } from './migrations.ts';
import type { ItemDefinition } from './stored-item.ts';

/** The lists that the sync fetches. */
export const syncedListsSchema = z.object({
  /** Epoch ms of the last complete refresh; 0 for never. */
  at: z.number(),
  campaigns: z.array(pickerOptionSchema),
  channels: z.array(pickerOptionSchema),
  pixels: z.array(pickerOptionSchema),
  /** Registered values, scheme included. */
  domains: z.array(z.string()),
  /** The user's own redirect pages, by name. */
  splashPages: z.array(pickerOptionSchema),
  overlays: z.array(pickerOptionSchema),
  /** Pixel types seen in the account, for the form that adds one. */
  pixelTypes: z.array(z.string()),
});

export const pickerListsSchema = z.object({
  ...syncedListsSchema.shape,
  /** The account they belong to; empty when there is none. */
  scope: z.string(),
  /** Ids used lately, newest first. */
  recent: z.object({
    campaigns: z.array(z.string()),
    channels: z.array(z.string()),
    pixels: z.array(z.string()),
  }),
  lastDomain: z.string(),
  /** The domain of links for which none is chosen, as a registered value; missing until one was created. */
  defaultDomain: z.optional(z.string()),
  /** The UTC offset of the service's timestamps in minutes, once it is known. */
  zone: z.optional(z.number()),
});
export type PickerLists = z.infer<typeof pickerListsSchema>;

/** The additions of version 2. */
const added = { splashPages: [], overlays: [] };

export const pickerListsItem: ItemDefinition<PickerLists> = {
  key: 'picker-lists',
  version: 2,
  schema: pickerListsSchema,
  fallback: {
    scope: '',
    at: 0,
    campaigns: [],
    channels: [],
    pixels: [],
    domains: [],
    pixelTypes: [],
    recent: { campaigns: [], channels: [], pixels: [] },
    lastDomain: '',
    ...added,
  },
  migrations: { 2: addFields(added) },
};

const recentIdLimit = 20;

export function withRecentId(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, recentIdLimit);
}

/** Recently used first, the others as they came. */
export function recentFirst(choices: readonly PickerOption[], recent: readonly string[]): PickerOption[] {
  const rank = new Map(recent.map((id, index) => [id, index]));
  const rankOf = (choice: PickerOption) => rank.get(choice.id) ?? recent.length;
  return [...choices].sort((a, b) => rankOf(a) - rankOf(b));
}
