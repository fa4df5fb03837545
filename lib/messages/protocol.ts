/**
 * The one table of what pages ask the background: name → request schema here, reply schema in replies.ts. No message holds the key: a
 * message reaches every open page of the extension, so the key travels through storage (see `connectAskSchema`).
 */
import * as z from 'zod/mini';
import { askSchema, idSchema } from '../outbox/job.ts';
import type { replies } from './replies.ts';
import { preferencesSchema } from '../settings/preferences.ts';
import { presetsSchema } from '../shortening/preset.ts';

/**
 * Written to `intent:<id>` by the settings page, taken and removed by the background.
 * `key` is the only trace of the key outside the connection record, and only until it has been tried.
 */
export const connectAskSchema = z.object({
  id: idSchema,
  at: z.number(),
  kind: z.literal('connect'),
  address: z.string(),
  key: z.string(),
});
export type ConnectAsk = z.infer<typeof connectAskSchema>;

export const protocol = {
  /** Every page says hello when it opens: wakes the worker, takes up intents, refreshes what is stale. */
  hello: { request: z.object({ page: z.literal(['popup', 'options', 'manage']) }) },
  /** A page has written this intent; answered when the job has ended, or after 20 s at the latest. */
  'take-up': { request: askSchema },
  /** The settings page has written a connect intent (it is not in the message); answered when it was tried. */
  connect: { request: z.object({ id: idSchema }) },
  disconnect: { request: z.literal(null) },
  'save-preferences': { request: preferencesSchema },
  /** All of them, in place of those that are kept. */
  'save-presets': { request: presetsSchema },
  /** Gives up a job that has not been sent. */
  cancel: { request: z.object({ id: idSchema }) },
  /** Tries a refused or unknown job once more; an unknown one is looked up first. */
  retry: { request: z.object({ id: idSchema }) },
  /** Answers the question of a job nobody can tell about: take the link that was found, or make another one. */
  decide: { request: z.object({ id: idSchema, choice: z.literal(['use', 'again']) }) },
  /** Gives up every job that has not been sent. */
  'cancel-waiting': { request: z.literal(null) },
  /** Goes on after a pause, without waiting for its reason to pass. */
  'go-on': { request: z.literal(null) },
  /** Forgets every job that has ended; what was made stays in Recent. */
  'clear-ended': { request: z.literal(null) },
  /** The person has seen how this job ended. */
  seen: { request: z.object({ id: idSchema }) },
} as const;

export type Protocol = typeof protocol;
export type MessageKind = keyof Protocol;
export type RequestOf<K extends MessageKind> = z.infer<Protocol[K]['request']>;
export type ReplyOf<K extends MessageKind> = z.infer<(typeof replies)[K]>;

/** On the wire. `target` lets the offscreen page and the background pass over what is not for them. */
export const envelopeSchema = z.object({
  target: z.literal('background'),
  kind: z.custom<MessageKind>((value) => typeof value === 'string' && Object.hasOwn(protocol, value)),
  request: z.unknown(),
});
