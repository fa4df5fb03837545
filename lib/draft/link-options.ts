/** The options of a link besides its URL, campaign, channel, pixels and alias (API §4, `POST /api/url/add`). */
import * as z from 'zod/mini';

/** Visitors that match `when` are redirected to `link`. The keys are persisted. */
const targetSchema = z.object({ when: z.string(), link: z.string() });
export type Target = z.infer<typeof targetSchema>;

const parameterSchema = z.object({ name: z.string(), value: z.string() });

const visibilities = ['', 'private', 'public'] as const;
const parameterPlaces = ['field', 'address'] as const;
const parameterConflicts = ['keep', 'replace'] as const;

/**
 * Empty options are not sent. A new one has to be optional: stored jobs, drafts and presets are read with this schema, and
 * without it they would count as damaged.
 */
export const linkOptionsSchema = z.object({
  /** `direct`, `frame`, `splash`, or the id of one's own splash page or overlay. */
  type: z.string(),
  password: z.string(),
  /** In the service's time zone, as a date and time field gives it (`YYYY-MM-DDTHH:MM`), or relative to the send (`+7d`). */
  expiry: z.string(),
  visibility: z.literal(visibilities),
  note: z.string(),
  card: z.object({ title: z.string(), description: z.string(), picture: z.string() }),
  /** `when` is the service's name of a country, the name of a device, or the code of a language. */
  countries: z.array(targetSchema),
  devices: z.array(targetSchema),
  languages: z.array(targetSchema),
  deepLink: z.object({ apple: z.string(), google: z.string(), auto: z.boolean() }),
  parameters: z.array(parameterSchema),
  /** Sent in the service's own field, or written into the URL. */
  parametersIn: z.literal(parameterPlaces),
  /** Decides about a parameter that a URL already has. Links stored by older versions lack it. */
  parameterConflict: z.optional(z.literal(parameterConflicts)),
});
export type LinkOptions = z.infer<typeof linkOptionsSchema>;
