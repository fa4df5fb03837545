/**
 * The data of the Activity page, and of the link page's placements, in one value that the background writes while such a
 * page is open. It is stored in session memory, because it has jobs of incognito windows, too.
 */
import * as z from 'zod/mini';
import { blockReasonViewSchema, jobViewSchema } from './job-view.ts';

export const activityViewSchema = z.object({
  version: z.literal(2),
  connected: z.boolean(),
  /** The account, as its mirror is named (lib/mirror/database-name.ts); empty when not connected. */
  scope: z.string(),
  /** The service's address, with the path that it may have; empty when not connected. */
  site: z.string(),
  /** Every stored job, newest first. */
  jobs: z.array(jobViewSchema),
  blockReason: z.nullable(blockReasonViewSchema),
  /** The request limit as the request queue knows it; `null` when not connected. */
  meter: z.nullable(
    z.object({
      limit: z.union([z.literal('none'), z.number()]),
      windowMs: z.number(),
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
