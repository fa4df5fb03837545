/** The user's choices for all new links. */
import * as z from 'zod/mini';
import { integer } from '../api/schema-helpers.ts';
import { defaultSteps } from '../url/clean-url-steps.ts';
import { pickerOptionSchema } from '../draft/draft.ts';
import { addFields } from './migrations.ts';
import { preferencesKey } from './storage-keys.ts';
import type { ItemDefinition } from './stored-item.ts';

/** Longer than this, the user might forget a link that is held back. */
const maxHoldSeconds = 60;

export const preferencesSchema = z.object({
  campaign: z.nullable(pickerOptionSchema),
  channel: z.nullable(pickerOptionSchema),
  pixels: z.array(pickerOptionSchema),
  /** Relative (lib/draft/expiry.ts); empty for none. */
  expiry: z.string().check(z.refine((expiry) => /^(?:\+[1-9]\d{0,2}[hdwm])?$/u.test(expiry))),
  /** The registered value, scheme included; empty for the service's default. */
  domain: z.string(),
  autoCopy: z.boolean(),
  /** Seconds for which a new link is held back before it is sent, so that it can still be cancelled. */
  holdSeconds: integer(0, maxHoldSeconds),
  /** Adds a short mark to a new link's note, by which it is recognized when its response was lost. */
  markNote: z.boolean(),
  /** When it is unknown whether a link was made: ask the user, use the existing one, or make another. */
  unclear: z.literal(['ask', 'use', 'again']),
  /** The format chosen last in "Copy as". */
  copyFormat: z.literal(['plain', 'markdown', 'html', 'titled', 'own']),
  /** The user's own format: text with `{title}`, `{url}` and `{short}`. */
  copyTemplate: z.string(),
  /** The clean-up steps that are offered for a URL (lib/url/clean-url-steps.ts). */
  cleanUp: z.array(z.string()),
  /** Menu, shortcut, address bar and one-click mode reuse a page's existing link, if it was made here. */
  reuse: z.boolean(),
  /** Opening the popup is enough: it shortens and copies immediately. */
  oneClick: z.boolean(),
  /** Shows the results of the menu and the shortcut as system notifications. */
  notify: z.boolean(),
  theme: z.literal(['system', 'light', 'dark']),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Every existing link that may be reused never expires, so it is none of those that the user wants by default. */
export const reusesLinks = ({ reuse, expiry }: Preferences): boolean => reuse && expiry === '';

/** What a page changes: the rest stays as it is stored, which another page may have changed meanwhile. */
export const preferenceChangesSchema = z.partial(preferencesSchema);
export type PreferenceChanges = Partial<Preferences>;

const cleanUp: string[] = [...defaultSteps];

/** The additions of later versions. */
const added = {
  expiry: '',
  holdSeconds: 0,
  markNote: false,
  unclear: 'ask',
  copyFormat: 'plain',
  copyTemplate: '{title}: {short}',
  cleanUp,
  reuse: true,
  oneClick: false,
  notify: false,
  theme: 'system',
  domain: '',
} as const;

/** Every version so far has only added to the one before. */
const complete = addFields(added);

export const preferencesItem: ItemDefinition<Preferences> = {
  key: preferencesKey,
  version: 7,
  schema: preferencesSchema,
  fallback: { campaign: null, channel: null, pixels: [], autoCopy: true, ...added },
  migrations: { 2: complete, 3: complete, 4: complete, 5: complete, 6: complete, 7: complete },
};

/** What a new link starts with. */
export const linkDefaultsOf = ({ campaign, channel, pixels, expiry, domain }: Preferences) => ({
  campaign,
  channel,
  pixels,
  expiry,
  domain,
});

/** The choices that concern jobs, under the outbox's names: the stored ones are older. */
export const outboxPreferencesOf = ({ holdSeconds, markNote, unclear }: Preferences) => ({
  creationDelayMs: holdSeconds * 1000,
  tagNote: markNote,
  onAmbiguous: unclear,
});
