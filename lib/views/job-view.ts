/**
 * A job as a page may see it, in the popup view and in the activity view. The popup imports the types alone: its first
 * paint loads no schema library.
 */
import * as z from 'zod/mini';
import { failureSchema } from '../api/schema-helpers.ts';
import type { LinkSummary } from '../draft/link-summary.ts';
import { jobResultSchema } from '../outbox/job-result.ts';

export const jobViewSchema = z.object({
  id: z.string(),
  kind: z.literal([
    'shorten',
    'add-campaign',
    'add-channel',
    'add-pixel',
    'add-domain',
    'assign-campaign',
    'assign-channel',
    'change',
  ]),
  from: z.literal(['popup', 'menu', 'places', 'bulk']),
  state: z.literal(['queued', 'sent', 'done', 'refused', 'unknown', 'cancelled']),
  /** Epoch ms of the user's press. */
  at: z.number(),
  /** The URL to shorten, the name to add or to change, or the short URL to assign. */
  subject: z.string(),
  /** Ids of later presses for the same link, which joined this job. */
  joined: z.optional(z.array(z.string())),
  /** From an incognito window. */
  private: z.optional(z.boolean()),
  /** The name of the campaign or channel it is assigned to. */
  to: z.optional(z.string()),
  what: z.optional(z.literal(['campaign', 'channel', 'domain'])),
  act: z.optional(z.literal(['update', 'delete'])),
  /** Epoch ms of the next step; `null` when it does not wait for a time. */
  goesAt: z.nullable(z.number()),
  /** Why it waits until then: the limit, the delay before creating (`hold`), a retry or the next lookup. */
  waits: z.nullable(z.literal(['limit', 'hold', 'retry', 'look'])),
  /** Epoch ms at which it ended; `null` while it has not. */
  endedAt: z.nullable(z.number()),
  /** For the user to decide: a link that came into being then may be this job's. */
  question: z.nullable(
    z.object({
      shortUrl: z.string(),
      address: z.string(),
      /** No link at all: it was sent as often as it may be, and no lookup found one. */
      unconfirmed: z.optional(z.boolean()),
      /** Requested fields that the link does not show. */
      notShown: z.optional(z.array(z.literal(['password', 'expiration', 'type', 'targets', 'note', 'tag']))),
    }),
  ),
  result: z.nullable(jobResultSchema),
  /** The options of a link, once it is made. */
  linkSummary: z.optional(z.custom<LinkSummary>()),
  failure: z.nullable(failureSchema),
  /** Why it is not known yet whether its request was carried out. */
  sendFailure: z.optional(failureSchema),
  /** The alias of a link that was refused. */
  alias: z.optional(z.string()),
  /** Dismissed while it was uncertain whether the link was made. */
  unconfirmed: z.optional(z.boolean()),
  /** The user has dismissed its failure. */
  dismissed: z.optional(z.boolean()),
  /** The id of the failed job whose link was edited into this one. */
  replaces: z.optional(z.string()),
  /** Automatic copying has put the link on the clipboard already. */
  copied: z.boolean(),
  /** Its password was stored no longer than it was active, so it can't be retried as it is. */
  passwordDropped: z.optional(z.boolean()),
});
export type JobView = Readonly<z.infer<typeof jobViewSchema>>;

/** Why nothing is sent at the moment, though something waits. */
export const blockReasonViewSchema = z.object({
  /** `offline` ends automatically; a failure ends when the user has followed its message. */
  why: z.literal(['offline', 'failure']),
  failure: z.nullable(failureSchema),
  /** Epoch ms at which it is retried automatically; `null` when not. */
  until: z.nullable(z.number()),
});
export type BlockReasonView = Readonly<z.infer<typeof blockReasonViewSchema>>;
