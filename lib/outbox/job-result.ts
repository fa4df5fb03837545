/** The result of a successful job. Apart from the job, so that a page reads it without the schemas of all commands. */
import * as z from 'zod/mini';

/** The created record: its id where the service reported it, and for a link the short URL as given. */
export const jobResultSchema = z.object({
  id: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
  /** The service gave another alias than the requested one. */
  aliasDiffers: z.boolean(),
  /** Found by a lookup after a response that could not be read, not confirmed by the response itself. */
  lookedUp: z.boolean(),
  /** The service answered with a link that existed before the request. */
  existing: z.boolean(),
  /** The user took it for the link whose response was lost: another user's, perhaps, and one that expires. */
  chosen: z.optional(z.boolean()),
  /** The time that a relative expiration resolved to when the link was sent. */
  expiry: z.optional(z.string()),
});
export type JobResult = z.infer<typeof jobResultSchema>;

/** The job created it as requested: the service returned no existing link, and the user chose none. */
export const isOwn = ({ existing, chosen = false }: JobResult): boolean => !existing && !chosen;

/** @param alias as the service has stored it; empty where it is not known */
export function isOtherAlias(requested: string, alias: string): boolean {
  const wanted = requested.trim().toLowerCase();
  return wanted !== '' && alias !== '' && alias.toLowerCase() !== wanted;
}

/** Defaults to a record that was created as requested. */
export const jobResult = (given: Partial<JobResult>): JobResult => ({
  id: null,
  shortUrl: null,
  aliasDiffers: false,
  lookedUp: false,
  existing: false,
  ...given,
});
