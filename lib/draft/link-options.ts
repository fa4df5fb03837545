/** What a link can be given besides its address, its filing and its alias (API §4, `POST /api/url/add`). */
import * as z from 'zod/mini';

/** A visitor for whom this holds is led to an address of their own. */
const targetSchema = z.object({ when: z.string(), link: z.string() });
export type Target = z.infer<typeof targetSchema>;

const parameterSchema = z.object({ name: z.string(), value: z.string() });

export const visibilities = ['', 'private', 'public'] as const;
export const parameterPlaces = ['field', 'address'] as const;
export const parameterConflicts = ['keep', 'replace'] as const;

/** Everything is empty until it is typed or chosen, and what is empty is not sent. */
export const linkOptionsSchema = z.object({
  /** `direct`, `frame`, `splash`, or the id of one's own splash page or overlay. */
  type: z.string(),
  password: z.string(),
  /** In the service's own time, as a date and time field gives it: `YYYY-MM-DDTHH:MM`. */
  expiry: z.string(),
  visibility: z.literal(visibilities),
  note: z.string(),
  card: z.object({ title: z.string(), description: z.string(), picture: z.string() }),
  /** By the service's name of a country, the name of a device, the code of a language. */
  countries: z.array(targetSchema),
  devices: z.array(targetSchema),
  languages: z.array(targetSchema),
  deepLink: z.object({ apple: z.string(), google: z.string(), auto: z.boolean() }),
  parameters: z.array(parameterSchema),
  /** Whether they go into the service's own field or into the address. */
  parametersIn: z.literal(parameterPlaces),
  /** What becomes of a value that a URL has for one of them already. Older stored links have no choice. */
  parameterConflict: z.optional(z.literal(parameterConflicts)),
});
export type LinkOptions = z.infer<typeof linkOptionsSchema>;
