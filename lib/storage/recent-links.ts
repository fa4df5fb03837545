/** The links made here lately, newest first. */
import * as z from 'zod/mini';
import type { ItemDefinition } from './stored-item.ts';

export const maxRecentLinks = 50;

const recentLinkSchema = z.object({
  id: z.nullable(z.string()),
  shortUrl: z.string(),
  address: z.string(),
  title: z.string(),
  /** Epoch ms. */
  at: z.number(),
});
export type RecentLink = z.infer<typeof recentLinkSchema>;

export const recentLinksItem: ItemDefinition<RecentLink[]> = {
  key: 'recent-links',
  version: 1,
  schema: z.array(recentLinkSchema),
  fallback: [],
};

/** The newest first, each short link once. */
export function withRecent(links: readonly RecentLink[], link: RecentLink): RecentLink[] {
  return [link, ...links.filter((other) => other.shortUrl !== link.shortUrl)].slice(0, maxRecentLinks);
}
