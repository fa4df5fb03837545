/** Keeps which addresses have a short link that was made here (lib/settings/known-links.ts). */
import { browser } from 'wxt/browser';
import type { Job, ShortenAsk } from '../../lib/outbox/job.ts';
import { parse } from '../../lib/service/address.ts';
import type { Link } from '../../lib/service/links.ts';
import { guardKnown, knownKey, knownPrefix, type KnownLink } from '../../lib/settings/known-links.ts';
import type { RecentLink } from '../../lib/settings/recent-links.ts';
import { storedUnder } from './stored-under.ts';

const longestTitle = 200;
/** A key is no place for a megabyte: a link for so long an address is made anew. */
const longestAddress = 2_048;

export interface FoundLink extends KnownLink {
  readonly address: string;
}

export type KnownLinks = ReturnType<typeof createKnownLinks>;

export function createKnownLinks() {
  const { local, session } = browser.storage;
  return {
    /** A private window knows of what was made there, and of nothing else. */
    async find(address: string, unseen: boolean): Promise<KnownLink | null> {
      const key = knownKey(address);
      return guardKnown((await (unseen ? session : local).get(key))[key]);
    },

    /** One that ends by itself, or asks for a password, is no answer for whoever wants a link to the page. */
    async keep({ passwordDropped }: Job, ask: ShortenAsk, link: RecentLink): Promise<void> {
      const { extras } = ask.link;
      const { address, title, ...rest } = link;
      if (passwordDropped || extras?.password || extras?.expiry || address.length > longestAddress) return;
      const known: KnownLink = { ...rest, title: title.slice(0, longestTitle), clicks: null };
      await (ask.private ? session : local).set({ [knownKey(address)]: known });
    },

    /** With those made lately, which need not all be known; the newest first. */
    async all(recent: readonly RecentLink[]): Promise<FoundLink[]> {
      const found = new Map<string, FoundLink>(
        recent.map((link) => [link.shortUrl, { ...link, clicks: null }]),
      );
      for (const [key, raw] of await storedUnder(knownPrefix, local)) {
        const link = guardKnown(raw);
        if (link) found.set(link.shortUrl, { ...link, address: key.slice(knownPrefix.length) });
      }
      return [...found.values()].sort((one, other) => other.at - one.at);
    },

    /** What a list of the service says of those that are known. */
    async noteClicks(links: readonly Link[]): Promise<void> {
      const clicks = new Map(links.map((link) => [link.shortUrl, link.clicks]));
      // Some services list addresses as they stand in a page's source.
      const sent = (listed: string | null) => parse((listed ?? '').replaceAll('&amp;', '&'))?.href ?? '';
      const keys = links.map(({ longUrl }) => knownKey(sent(longUrl)));
      for (const [key, raw] of Object.entries(await local.get(keys))) {
        const known = guardKnown(raw);
        const now = known && clicks.get(known.shortUrl);
        if (known && now !== undefined && now !== known.clicks)
          await local.set({ [key]: { ...known, clicks: now } });
      }
    },
  };
}
