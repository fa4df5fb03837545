/** Commands of the background to the sync host, each for one account. */
import * as z from 'zod/mini';
import { completedCommandSchema } from '../mirror/apply-local-change.ts';

export const syncCommandSchema = z.union([
  /** Sync the mirror of this account, and continue its bulks. */
  z.object({
    task: z.literal('sync'),
    scope: z.string(),
    force: z.boolean(),
    /** Counts the requests for a sync: the sync host reports the highest with what is left. */
    requestNumber: z.number(),
  }),
  /** A job of this account has ended well. */
  z.object({
    task: z.literal('local-change'),
    scope: z.string(),
    ended: completedCommandSchema,
  }),
  /** The account is gone: nothing more is written. */
  z.object({ task: z.literal('stop') }),
]);
export type SyncCommand = z.infer<typeof syncCommandSchema>;
