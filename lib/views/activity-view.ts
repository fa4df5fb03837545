/**
 * What the Activity page shows, and the link page of its places, in one value that the background writes while such a
 * page is open. It lies in session memory, because it tells of private windows, too.
 */
import * as z from 'zod/mini';
import { failureSchema } from '../api/schema-helpers.ts';

const failure = z.nullable(failureSchema);

export const activityJobSchema = z.object({
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
  at: z.number(),
  subject: z.string(),
  joined: z.optional(z.array(z.string())),
  private: z.optional(z.boolean()),
  to: z.optional(z.string()),
  what: z.optional(z.literal(['campaign', 'channel', 'domain'])),
  act: z.optional(z.literal(['update', 'delete'])),
  goesAt: z.nullable(z.number()),
  waits: z.nullable(z.literal(['limit', 'hold', 'retry', 'look'])),
  endedAt: z.nullable(z.number()),
  question: z.nullable(
    z.object({
      shortUrl: z.string(),
      address: z.string(),
      unconfirmed: z.optional(z.boolean()),
      notShown: z.optional(z.array(z.literal(['password', 'expiration', 'type', 'targets', 'note', 'tag']))),
    }),
  ),
  made: z.nullable(
    z.object({
      id: z.nullable(z.string()),
      shortUrl: z.nullable(z.string()),
      aliasDiffers: z.boolean(),
      lookedUp: z.boolean(),
      existing: z.boolean(),
    }),
  ),
  failure,
  unconfirmed: z.optional(z.boolean()),
  copied: z.boolean(),
  passwordDropped: z.optional(z.boolean()),
});

export const activityViewSchema = z.object({
  version: z.literal(1),
  connected: z.boolean(),
  /** The account, as what is kept of it is named (lib/mirror/database.ts); empty when not connected. */
  scope: z.string(),
  /** The service's origin; empty when not connected. */
  site: z.string(),
  /** Every job that is kept, newest first. */
  jobs: z.array(activityJobSchema),
  paused: z.nullable(
    z.object({ why: z.literal(['offline', 'failure']), failure, until: z.nullable(z.number()) }),
  ),
  /** The request limit as the lane knows it; `null` when not connected. */
  meter: z.nullable(
    z.object({
      limit: z.union([z.literal('none'), z.number()]),
      remaining: z.nullable(z.number()),
      resetAt: z.nullable(z.number()),
      usedHere: z.number(),
      usedElsewhere: z.number(),
    }),
  ),
  storageFailing: z.boolean(),
  storageReclaimed: z.optional(z.boolean()),
});
export type ActivityView = z.infer<typeof activityViewSchema>;
