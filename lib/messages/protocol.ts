/**
 * The one table of what pages ask the background: name → request schema here, reply schema in reply-schemas.ts, or in
 * manage-reply-schemas.ts. No message holds the key: a message reaches every open page of the extension, so the key travels
 * through storage (see `connectAskSchema`).
 */
import * as z from 'zod/mini';
import { commandSchema, idSchema } from '../outbox/commands.ts';
import { decisions } from '../outbox/job.ts';
import type { manageReplies } from './manage-reply-schemas.ts';
import type { replies } from './reply-schemas.ts';
import { preferencesSchema } from '../storage/preferences.ts';
import { pickerListsSchema } from '../storage/picker-lists.ts';
import { presetsSchema } from '../presets/preset.ts';

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

/** Where the contract has something to read (API §4). */
const readable =
  /^\/api\/(?:account|campaigns|channels|channel\/[1-9]\d*|domains|overlay|pixels|splash|urls|url\/[1-9]\d*)$/;
const asked = /^(?:limit|page|order|short|q)$/;

const { shape } = pickerListsSchema;

export const protocol = {
  /** Every page says hello when it opens: wakes the worker, takes up intents, refreshes what is stale. */
  'page-opened': { request: z.object({ page: z.literal(['popup', 'options', 'manage']) }) },
  /** A page has written this intent; answered when the job has ended, or after 20 s at the latest. */
  submit: { request: commandSchema },
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
  /** Answers the question of a job nobody can tell about: take what was found, send once more, or end it. */
  resolve: { request: z.object({ id: idSchema, choice: z.literal(decisions) }) },
  /** Gives up every job that has not been sent. */
  'cancel-queued': { request: z.literal(null) },
  /** Goes on after a pause, without waiting for its reason to pass. */
  resume: { request: z.literal(null) },
  /** Forgets every job that has ended; what was made stays in Recent. */
  'clear-finished': { request: z.literal(null) },
  /** The person has seen how this job ended. */
  acknowledge: { request: z.object({ id: idSchema }) },
  /**
   * Reads from the service. Answered when its answer is there, or with "not yet" after 20 s: the same question, asked
   * again by its id, is not sent again.
   */
  'api-get': {
    request: z.object({
      id: idSchema,
      scope: z.string(),
      priority: z.literal(['user', 'background']),
      path: z.string().check(z.refine((path) => readable.test(path))),
      query: z.custom<Readonly<Record<string, string>>>(
        (query) =>
          typeof query === 'object' &&
          query !== null &&
          Object.entries(query).every(([name, value]) => asked.test(name) && typeof value === 'string'),
      ),
    }),
  },
  /** Changes what is given of the account. Neither written down nor kept; answered like `api-get`. */
  'save-account': {
    request: z.object({ id: idSchema, scope: z.string(), email: z.string(), password: z.string() }),
  },
  /** Brings what is kept of the account up to date: what is stale, or all of it; goes on with a bulk. */
  sync: {
    request: z.object({
      force: z.boolean(),
      /** What was expected, and is written down by now. */
      work: z.optional(idSchema),
    }),
  },
  /** A page is about to write down work for the keeper: it is looked for, even if nothing more is heard of the page. */
  expect: { request: z.object({ work: idSchema }) },
  /** The keeper has brought in some of the pickers' lists, and what a list tells of clicks. */
  'store-lists': {
    request: z.object({
      scope: z.string(),
      lists: z.object({
        at: z.exactOptional(shape.at),
        campaigns: z.exactOptional(shape.campaigns),
        channels: z.exactOptional(shape.channels),
        pixels: z.exactOptional(shape.pixels),
        pixelTypes: z.exactOptional(shape.pixelTypes),
        domains: z.exactOptional(shape.domains),
        splashPages: z.exactOptional(shape.splashPages),
        overlays: z.exactOptional(shape.overlays),
      }),
      clicks: z.array(
        z.object({
          id: z.string(),
          shortUrl: z.string(),
          longUrl: z.string(),
          clicks: z.nullable(z.number()),
          date: z.nullable(z.string()),
        }),
      ),
    }),
  },
  /** The keeper has done what it could: `more` when it wants to be opened again at `at`, and not only where it is used. */
  'sync-finished': {
    request: z.object({
      scope: z.string(),
      more: z.boolean(),
      at: z.number(),
      /** Bulks are under way and nothing is sent: not `at` a time, but once something is sent again. */
      waits: z.optional(z.boolean()),
      /** The number of the task after which this is so. */
      asked: z.optional(z.number()),
    }),
  },
  /** What the targets of a link that was opened have shown (lib/storage/target-suggestions.ts). */
  'store-target-names': {
    request: z.object({ scope: z.string(), countries: z.array(z.string()), devices: z.array(z.string()) }),
  },
  /** The status of a job: unlike `submit` it makes none. */
  'job-status': { request: z.object({ id: idSchema }) },
} as const;

export type Protocol = typeof protocol;
export type MessageKind = keyof Protocol;
export type RequestOf<K extends MessageKind> = z.infer<Protocol[K]['request']>;
type Replies = typeof replies & typeof manageReplies;
export type ReplyOf<K extends MessageKind> = z.infer<Replies[K]>;
/** What any page asks. */
export type PageKind = keyof typeof replies;
/** What the manage page and the keeper alone ask. */
export type ManageKind = keyof typeof manageReplies;

/** On the wire. `target` lets the offscreen page and the background pass over what is not for them. */
export const envelopeSchema = z.object({
  target: z.literal('background'),
  kind: z.custom<MessageKind>((value) => typeof value === 'string' && Object.hasOwn(protocol, value)),
  request: z.unknown(),
});
