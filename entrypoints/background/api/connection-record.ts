/**
 * The stored connection: address and key as one, so that a key never travels to another origin. Only this
 * folder reads it, and only lib/api/api-client.ts sends the key.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { createItem, type StoredItem } from '../../../lib/storage/stored-item.ts';

export const connectionKey = 'connection';

const connectionSchema = z.object({
  address: z.string(),
  key: z.string(),
  /** Names the account: what is stored for one scope never shows under another. */
  scope: z.string(),
});
export type Connection = z.infer<typeof connectionSchema>;

export type ConnectionRecord = StoredItem<Connection | null>;

export const openConnectionRecord = (onDamaged: (key: string) => void): ConnectionRecord =>
  createItem(
    browser.storage.local,
    {
      key: connectionKey,
      version: 1,
      schema: z.nullable(connectionSchema),
      fallback: null,
    },
    onDamaged,
  );
