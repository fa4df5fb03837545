/** The connection as the settings page shows it. Never holds the key. */
import * as z from 'zod/mini';
import { failureSchema } from '../api/schema-helpers.ts';
import type { ItemDefinition } from '../storage/stored-item.ts';

const accountViewSchema = z.object({
  /** The service's address; empty when not connected. */
  address: z.string(),
  account: z.nullable(
    z.object({
      username: z.string(),
      email: z.string(),
      status: z.string(),
      /** As the service wrote it, without a zone; `null` for none. */
      expires: z.nullable(z.string()),
      /** A `data:` address, fetched by the background; `null` where initials stand in. */
      avatar: z.nullable(z.string()),
      /** The picture's own address, as long as it has not been fetched. */
      picture: z.optional(z.string()),
    }),
  ),
  /** The connection attempt that a page requested last, by the id of its intent. */
  attempt: z.nullable(
    z.object({
      id: z.string(),
      /** `other-account`: the key is valid, and another account is connected: the user decides whether it is replaced. */
      state: z.literal(['checking', 'connected', 'failed', 'other-account']),
      /** The email address or name of that account. */
      account: z.optional(z.string()),
      failure: z.nullable(failureSchema),
      /** The service being checked: its origin is in use. Earlier versions did not store it. */
      address: z.optional(z.string()),
    }),
  ),
});
export type AccountView = z.infer<typeof accountViewSchema>;

export const accountViewItem: ItemDefinition<AccountView> = {
  key: 'account-view',
  version: 1,
  schema: accountViewSchema,
  fallback: { address: '', account: null, attempt: null },
};
