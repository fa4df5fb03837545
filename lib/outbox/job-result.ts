/** How a job ends well. Apart from the job, so that a page can read an answer without every schema of an ask. */
import * as z from 'zod/mini';

/** What was made: the record's id where the service told it, and for a link its short address as given. */
export const jobResultSchema = z.object({
  id: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
  /** The service gave another alias than the one asked for. */
  aliasDiffers: z.boolean(),
  /** Found by a look-up after an answer that could not be read, not confirmed by the answer itself. */
  lookedUp: z.boolean(),
  /** The service answered with a link that was there before it was asked. */
  existing: z.boolean(),
  /** What a relative expiration came to when the link was sent. */
  expiry: z.optional(z.string()),
});
export type JobResult = z.infer<typeof jobResultSchema>;
