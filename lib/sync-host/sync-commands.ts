/** What the background hands to the keeper, and whom it concerns. */
import * as z from 'zod/mini';
import { askSchema } from '../outbox/job.ts';
import { madeSchema } from '../outbox/job-result.ts';

export const taskSchema = z.union([
  /** Bring up to date what is kept of this account, and go on with its bulks. */
  z.object({
    task: z.literal('keep'),
    scope: z.string(),
    force: z.boolean(),
    /** How often the keeper was asked by now: it says so with what it has left. */
    asked: z.optional(z.number()),
  }),
  /** A job of this account has ended well. */
  z.object({
    task: z.literal('note'),
    scope: z.string(),
    ended: z.object({
      ask: askSchema,
      made: z.nullable(madeSchema),
      at: z.number(),
      openEnded: z.optional(z.boolean()),
    }),
  }),
  /** The account is gone: nothing more is written. */
  z.object({ task: z.literal('let-go') }),
]);
export type Task = z.infer<typeof taskSchema>;
