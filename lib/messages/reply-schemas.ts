/**
 * Schemas of the background's replies, by the names of the messages (protocol.ts). Those that only the manage page and
 * the sync host need are in manage-reply-schemas.ts.
 */
import '../api/zod-config.ts';
import * as z from 'zod/mini';
import { jobResultSchema } from '../outbox/job-result.ts';
import { failureSchema } from '../api/schema-helpers.ts';

/** The status of a job; `result` and `failure` are `null` until it has ended. */
export const jobStatusSchema = z.object({
  state: z.literal(['queued', 'sent', 'done', 'refused', 'unknown', 'cancelled']),
  result: z.nullable(jobResultSchema),
  failure: z.nullable(failureSchema),
  /** Its outcome is unknown, and stays so for long: until the user decides, or the list of links can be read. */
  stalled: z.optional(z.literal(['needs-decision', 'lookups-fail'])),
  /** Sending is blocked for all requests, so the job waits as well. */
  blocked: z.optional(z.boolean()),
});

export const replies = {
  ping: z.literal(null),
  submit: jobStatusSchema,
  /** `tried`: the account view has the result. `replaced`: by a later press. `ended`: by "Disconnect". */
  connect: z.literal(['tried', 'replaced', 'ended']),
  disconnect: z.literal(null),
  'save-preferences': z.literal(null),
  'save-presets': z.literal(null),
  cancel: z.boolean(),
  'skip-delay': z.literal(null),
  retry: jobStatusSchema,
  decide: jobStatusSchema,
  /** The number of cancelled jobs. */
  'cancel-queued': z.number(),
  'retry-now': z.literal(null),
  'clear-finished': z.literal(null),
  acknowledge: z.literal(null),
} as const;

export const replySchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), problem: z.literal(['bad-request', 'failed', 'not-stored']) }),
]);
