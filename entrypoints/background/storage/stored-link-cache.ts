/** Caches the links that the address bar searches: it searches at every key press, and reading all links takes longer than that. */
import { browser } from 'wxt/browser';
import { findMirrorLinks, type ReusableLink } from '../../../lib/mirror/quick-lookup.ts';
import { linkByUrlPrefix, parseLinkByUrl, type LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { readByPrefix } from '../../../lib/storage/keys-by-prefix.ts';

/** The newest of the mirror. */
const maxMirrorLinks = 5_000;
const maxAgeMs = 5_000;

/** Those that were made here, by key. */
export async function readLinksByUrl(): Promise<(readonly [key: string, link: LinkByUrl])[]> {
  const stored = await readByPrefix(linkByUrlPrefix, browser.storage.local);
  return stored.flatMap(([key, raw]) => {
    const link = parseLinkByUrl(raw);
    return link ? [[key, link] as const] : [];
  });
}

interface CachedLinks {
  readonly scope: string;
  readonly until: number;
  readonly links: Promise<ReusableLink[]>;
}

export function createStoredLinkCache() {
  let cached: CachedLinks | null = null;
  const clear = () => void (cached = null);

  /** Those of the mirror first, then those that were made here. */
  async function readAll(scope: string): Promise<ReusableLink[]> {
    const found = await findMirrorLinks(scope, maxMirrorLinks).catch((error: unknown): ReusableLink[] => {
      logError(error);
      // Links that were made here are offered nevertheless; the next key tries the mirror again.
      clear();
      return [];
    });
    const byUrl = await readLinksByUrl();
    return [
      ...found,
      ...byUrl.map(([key, link]) => ({ ...link, address: key.slice(linkByUrlPrefix.length) })),
    ];
  }

  return {
    clear,
    async read(scope: string): Promise<ReusableLink[]> {
      if (cached?.scope !== scope || cached.until < Date.now())
        cached = { scope, until: Date.now() + maxAgeMs, links: readAll(scope) };
      try {
        return await cached.links;
      } catch (error) {
        clear();
        throw error;
      }
    },
  };
}
