/** Keeps which addresses have a short link that was made here (lib/settings/known-links.ts). */
import { browser } from 'wxt/browser';
import type { Job, ShortenAsk } from '../../lib/outbox/job.ts';
import { parse } from '../../lib/service/address.ts';
import type { Link } from '../../lib/service/links.ts';
import {
  guardKnown,
  knownKey,
  knownPrefix,
  noAnswer,
  type KnownLink,
} from '../../lib/settings/known-links.ts';
import { lookIntoMirror, type KeptLink } from '../../lib/mirror/look.ts';
import type { RecentLink } from '../../lib/settings/recent-links.ts';
import { storedUnder } from './stored-under.ts';

const longestTitle = 200;
/** A key is no place for a megabyte: a link for so long an address is made anew. */
const longestAddress = 2_048;
/** The newest of the mirror, while a person types into the address bar. */
const searched = 5_000;

/** What a list says of a link. */
export type ListedLink = Pick<Link, 'shortUrl' | 'longUrl' | 'clicks' | 'date'> & { readonly id: string };

export type KnownLinks = ReturnType<typeof createKnownLinks>;

/**
 * @param scope the account, whose mirror knows the links that were made elsewhere
 * @param onList told of every list of the service's links
 */
export function createKnownLinks(
  scope: () => Promise<string>,
  onList?: (links: readonly ListedLink[]) => Promise<void>,
) {
  const { local, session } = browser.storage;
  return {
    /** A private window knows of what was made there, and of nothing else. */
    async find(address: string, unseen: boolean): Promise<KnownLink | null> {
      const key = knownKey(address);
      const kept = (await (unseen ? session : local).get(key))[key];
      if (unseen || kept !== undefined) return guardKnown(kept);
      return (await lookIntoMirror(await scope(), 1, address))[0] ?? null;
    },

    /**
     * One that ends by itself, or asks for a password, is no answer for whoever wants a link to the page: that is kept,
     * too, for a list of the service does not tell it. Of a bulk nothing else is kept: the mirror has it.
     */
    async keep({ passwordDropped }: Job, ask: ShortenAsk, link: RecentLink): Promise<void> {
      const { extras } = ask.link;
      const { address, title, ...rest } = link;
      const key = knownKey(address);
      const area = ask.private ? session : local;
      const limited = passwordDropped || extras?.password || extras?.expiry;
      if (address.length > longestAddress || (!limited && ask.from === 'bulk')) return;
      if (limited && (await area.get(key))[key] !== undefined) return;
      const known: KnownLink = { ...rest, title: title.slice(0, longestTitle), clicks: null };
      await area.set({ [key]: limited ? { ...known, shortUrl: noAnswer } : known });
    },

    /** With those made lately, which need not all be known, and those that the mirror has; the newest first. */
    async all(recent: readonly RecentLink[]): Promise<KeptLink[]> {
      const found = new Map<string, KeptLink>(
        (await lookIntoMirror(await scope(), searched)).map((link) => [link.shortUrl, link]),
      );
      for (const link of recent) found.set(link.shortUrl, { ...link, clicks: null });
      for (const [key, raw] of await storedUnder(knownPrefix, local)) {
        const link = guardKnown(raw);
        if (link) found.set(link.shortUrl, { ...link, address: key.slice(knownPrefix.length) });
      }
      return [...found.values()].sort((one, other) => other.at - one.at);
    },

    /** What a list of the service says of those that are known. */
    async noteClicks(links: readonly ListedLink[]): Promise<void> {
      await onList?.(links);
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
