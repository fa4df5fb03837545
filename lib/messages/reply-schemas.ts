/**
 * What the background answers, by the names of the messages (protocol.ts). All that a page needs to check an
 * answer; those that only the manage page and the keeper ask for are in manage-replies.ts.
 */
import '../api/zod-config.ts';
import * as z from 'zod/mini';
import { jobResultSchema } from '../outbox/job-result.ts';
import { failureSchema } from '../api/schema-helpers.ts';

/** How an asked job ended, as far as it has: `null` fields where it has not. */
export const jobStatusSchema = z.object({
  state: z.literal(['queued', 'sent', 'done', 'refused', 'unknown', 'cancelled']),
  made: z.nullable(jobResultSchema),
  failure: z.nullable(failureSchema),
  /** Nobody can tell what became of it: it waits for the person. */
  asks: z.optional(z.boolean()),
  /** Nothing is sent, for a reason that concerns every request, so nothing comes of it for now. */
  standstill: z.optional(z.boolean()),
});

export const replies = {
  'page-opened': z.literal(null),
  submit: jobStatusSchema,
  /** Its end is told in the account view; a later press took its place; or "Disconnect" ended it. */
  connect: z.literal(['tried', 'replaced', 'ended']),
  disconnect: z.literal(null),
  'save-preferences': z.literal(null),
  'save-presets': z.literal(null),
  cancel: z.boolean(),
  retry: jobStatusSchema,
  resolve: jobStatusSchema,
  /** How many were given up. */
  'cancel-queued': z.number(),
  resume: z.literal(null),
  'clear-finished': z.literal(null),
  acknowledge: z.literal(null),
} as const;

export const replySchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), problem: z.literal(['bad-request', 'failed']) }),
]);
