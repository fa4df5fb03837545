/**
 * All messages of the pages to the background: name → request schema here, reply schema in reply-schemas.ts or
 * manage-reply-schemas.ts. No message holds the key: a message reaches every open page of the extension, so the key travels
 * through storage (see `connectIntentSchema`).
 */
import * as z from 'zod/mini';
import { isObject } from '../api/is-object.ts';
import { commandSchema, idSchema, rowCommandSchema } from '../outbox/commands.ts';
import { decisions, lostSendSchema } from '../outbox/job.ts';
import type { manageReplies } from './manage-reply-schemas.ts';
import type { replies } from './reply-schemas.ts';
import { preferenceChangesSchema } from '../storage/preferences.ts';
import { syncedListsSchema } from '../storage/picker-lists.ts';
import { presetChangesSchema } from '../presets/preset.ts';

/**
 * Written to `intent:<id>` by the settings page, taken and removed by the background.
 * `key` is the only trace of the key outside the connection record, and only until it has been tried.
 */
export const connectIntentSchema = z.object({
  id: idSchema,
  at: z.number(),
  kind: z.literal('connect'),
  address: z.string(),
  key: z.string(),
  /** The user has agreed that what is stored for the connected account is removed. */
  replacesAccount: z.optional(z.boolean()),
});
export type ConnectIntent = z.infer<typeof connectIntentSchema>;

/** The paths that the contract has for reading (API §4). */
const readable =
  /^\/api\/(?:account|campaigns|channels|channel\/[1-9]\d*|domains|overlay|pixels|splash|urls|url\/[1-9]\d*)$/;
const readableParams = /^(?:limit|page|order|short|q)$/;

export const protocol = {
  /**
   * Wakes the worker, which recovers intents and refreshes stale data. Sent by every page when it opens, and again while it
   * waits for something.
   */
  ping: z.object({
    /** The page reads the activity view. */
    needsActivity: z.optional(z.boolean()),
    /** The page is visible and counts the failures, so the badge need not. */
    showsFailures: z.optional(z.boolean()),
  }),
  /** A page has written this intent; answered when the job has ended, or after 20 s at the latest. */
  submit: commandSchema,
  /** The settings page has written a connect intent (it is not in the message); answered when it was tried. */
  connect: z.object({ id: idSchema }),
  disconnect: z.object({ id: idSchema }),
  'save-preferences': preferenceChangesSchema,
  'save-presets': presetChangesSchema,
  /** Cancels a job that has not been sent. */
  cancel: z.object({ id: idSchema }),
  /** Creates a link without the rest of the delay before creating; the rate limit still applies. */
  'skip-delay': z.object({ id: idSchema }),
  /** Retries a job that was refused, canceled or not found (`retry` in lib/outbox/outbox.ts). */
  retry: z.object({ id: idSchema }),
  /** Answers the question of an ambiguous job: take the record that was found, send again, or end it. */
  decide: z.object({ id: idSchema, decision: z.literal(decisions) }),
  /** Cancels every job that has not been sent. */
  'cancel-queued': z.literal(null),
  /** Sends what waits immediately, without waiting until the block reason has passed. */
  'retry-now': z.literal(null),
  /** Drops every job that has ended; its links stay in Recent. */
  'clear-finished': z.literal(null),
  /** The user has been shown the outcome of this job. */
  acknowledge: z.object({ id: idSchema }),
  /**
   * Reads from the service. Answered when the service has answered, or with "not yet" after 20 s: the same request,
   * repeated with its id, is not sent to the service again.
   */
  'api-get': z.object({
    id: idSchema,
    scope: z.string(),
    priority: z.literal(['user', 'background']),
    path: z.string().check(z.refine((path) => readable.test(path))),
    query: z.custom<Readonly<Record<string, string>>>(
      (query) =>
        isObject(query) &&
        Object.entries(query).every(
          ([name, value]) => readableParams.test(name) && typeof value === 'string',
        ),
    ),
  }),
  /** Changes the non-empty fields of the account. Never stored; answered like `api-get`. */
  'save-account': z.object({ id: idSchema, scope: z.string(), email: z.string(), password: z.string() }),
  /** Syncs the mirror of the account, where it is stale or completely, and resumes a bulk. */
  sync: z.object({
    force: z.boolean(),
    /** The id of an `expect` message whose work is stored by now. */
    work: z.optional(idSchema),
  }),
  /** A page is about to store work for the sync host, which looks for it even if the page sends nothing more. */
  expect: z.object({ work: idSchema }),
  /** The sync host has fetched some of the pickers' lists, or the clicks in a list of links, or found links gone. */
  'sync-results': z.object({
    scope: z.string(),
    lists: z.partial(syncedListsSchema),
    clicks: z.array(
      z.object({
        id: z.string(),
        shortUrl: z.string(),
        longUrl: z.string(),
        clicks: z.nullable(z.number()),
        date: z.nullable(z.string()),
      }),
    ),
    /** Links that the service certainly has no more: they are not used again. */
    gone: z.array(z.object({ id: z.string(), shortUrl: z.nullable(z.string()) })),
  }),
  /** The sync host has finished; `more`: it has to be opened again at `at`, and not only when it is used. */
  'sync-finished': z.object({
    scope: z.string(),
    more: z.boolean(),
    at: z.number(),
    /** Bulks are active while sending is blocked: reopened not `at` a time, but when sending resumes. */
    waits: z.optional(z.boolean()),
    /** The highest number of the commands that this answers. */
    requestNumber: z.optional(z.number()),
  }),
  /** Names in the targets of a link that was opened (lib/storage/target-suggestions.ts). */
  'store-target-names': z.object({
    scope: z.string(),
    countries: z.array(z.string()),
    devices: z.array(z.string()),
  }),
  /** The view of the Activity page, for a problem report. */
  activity: z.literal(null),
  /** As `submit`, for a row of a bulk. `lost`: a send that may have created its link, by a job that is forgotten. */
  'submit-row': z.object({
    scope: z.string(),
    command: rowCommandSchema,
    lost: z.optional(lostSendSchema),
  }),
  /** The status of a job; unlike `submit` it starts none. */
  'job-status': z.object({ id: idSchema }),
  /** The link that a job was to create, for a form in which it is corrected. */
  'job-link': z.object({ id: idSchema }),
} as const;

type Protocol = typeof protocol;
export type MessageKind = keyof Protocol;
export type RequestOf<K extends MessageKind> = z.infer<Protocol[K]>;
type Replies = typeof replies & typeof manageReplies;
export type ReplyOf<K extends MessageKind> = z.infer<Replies[K]>;
/** Messages of every page. */
export type PageKind = keyof typeof replies;
/** Messages of the manage page and the sync host only. */
export type ManageKind = keyof typeof manageReplies;

/** `target` lets the offscreen page and the background ignore messages that are not for them. */
export const envelopeSchema = z.object({
  target: z.literal('background'),
  kind: z.custom<MessageKind>((value) => typeof value === 'string' && Object.hasOwn(protocol, value)),
  request: z.unknown(),
});
