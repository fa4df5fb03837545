/** Schemas of the replies that only the manage and settings pages and the sync host need: the popup does not load them. */
import * as z from 'zod/mini';
import { failureSchema } from '../api/schema-helpers.ts';
import { linkDraftSchema } from '../draft/draft.ts';
import { lostSendSchema } from '../outbox/job.ts';
import { activityViewSchema } from '../views/activity-view.ts';
import { jobStatusSchema } from './reply-schemas.ts';

/** `body` is as the service sent it, the key taken out; `null` where a search was answered with a refusal. */
const apiReply = z.union([
  z.object({ ok: z.literal(true), body: z.unknown(), date: z.nullable(z.number()) }),
  z.object({ ok: z.literal(false), failure: failureSchema }),
  /** Still in flight: to be requested again, with the same id. */
  z.object({ ok: z.literal('not-yet') }),
]);

const rowStatus = z.extend(jobStatusSchema, {
  /** A send of it may have created the link. */
  lost: z.optional(lostSendSchema),
  /** It was cancelled for its bulk, instead of being sent again. */
  stopped: z.optional(z.boolean()),
});

export const manageReplies = {
  'api-get': apiReply,
  'save-account': apiReply,
  sync: z.literal(null),
  expect: z.literal(null),
  'sync-results': z.literal(null),
  'sync-finished': z.literal(null),
  'store-target-names': z.literal(null),
  activity: activityViewSchema,
  'submit-row': rowStatus,
  /** `null` when there is no such job. */
  'job-status': z.nullable(rowStatus),
  /** Without its password; `null` when there is no such job. */
  'job-link': z.nullable(linkDraftSchema),
} as const;
