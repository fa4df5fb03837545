/** Keeps which addresses have a short link that was made here (lib/storage/links-by-url.ts). */
import { decodeEntities } from '../../../lib/api/html-entities.ts';
import { browser } from 'wxt/browser';
import { isLimited, type Job } from '../../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { parseUrl } from '../../../lib/api/base-url.ts';
import type { Link } from '../../../lib/api/links.ts';
import {
  parseLinkByUrl,
  linkByUrlKey,
  linkByUrlPrefix,
  type LinkByUrl,
} from '../../../lib/storage/links-by-url.ts';
import { findStoredLinks, type StoredLink } from '../../../lib/mirror/quick-lookup.ts';
import type { RecentLink } from '../../../lib/storage/recent-links.ts';
import { logError } from '../log-error.ts';
import { readByPrefix } from './read-by-prefix.ts';

const maxTitleLength = 200;
/** A key is no place for a megabyte: a link for so long an address is made anew. */
const maxUrlLength = 2_048;
/** The newest of the mirror, while a person types into the address bar. */
const searched = 5_000;
/** What was read for one key serves the next ones for so long, in ms: a person types several a second. */
const listedForMs = 5_000;

/** What a list says of a link. */
export type ListedLink = Pick<Link, 'shortUrl' | 'longUrl' | 'clicks' | 'date'> & { readonly id: string };

export type LinksByUrl = ReturnType<typeof createLinksByUrl>;

/**
 * @param account the account of now, whose mirror knows the links that were made elsewhere
 * @param onList told of every list of the service's links
 * @param onKept told when one more is kept
 */
export function createLinksByUrl(
  account: () => Promise<string>,
  onList?: (links: readonly ListedLink[], scope: string) => Promise<void>,
  onKept: () => void = () => undefined,
) {
  const { local, session } = browser.storage;
  let listed: { readonly of: string; readonly until: number; readonly links: Promise<StoredLink[]> } | null =
    null;

  async function readAll(of: string): Promise<StoredLink[]> {
    const found = await findStoredLinks(of, searched).catch((error: unknown): StoredLink[] => {
      logError(error);
      // What was made here is offered all the same, and the rest is looked for with the next key.
      listed = null;
      return [];
    });
    for (const [key, raw] of await readByPrefix(linkByUrlPrefix, local)) {
      const link = parseLinkByUrl(raw);
      if (link) found.push({ ...link, address: key.slice(linkByUrlPrefix.length) });
    }
    return found;
  }

  /** Those of the mirror first, then those that were made here. */
  async function listOf(of: string): Promise<StoredLink[]> {
    if (listed?.of !== of || listed.until < Date.now())
      listed = { of, until: Date.now() + listedForMs, links: readAll(of) };
    try {
      return await listed.links;
    } catch (error) {
      listed = null;
      throw error;
    }
  }

  return {
    /**
     * One that could be handed out. A private window knows of what was made there, and of nothing else; where the mirror can't
     * be read there is none, since a press makes a link rather than nothing.
     */
    async find(address: string, incognito: boolean): Promise<LinkByUrl | null> {
      const key = linkByUrlKey(address);
      const kept = (await (incognito ? session : local).get(key))[key];
      if (incognito || kept !== undefined) return parseLinkByUrl(kept);
      const found = await findStoredLinks(await account(), 1, address).catch(
        (error: unknown): StoredLink[] => {
          logError(error);
          // Nobody knows of one that could be handed out unasked.
          return [];
        },
      );
      return found[0] ?? null;
    },

    /**
     * Nothing is kept of one that ends by itself or asks for a password, however many there are: the mirror does not hand it
     * out unasked, for it does not know it as open-ended. Nor of a row of a bulk, which the mirror has.
     */
    async keep(job: Job, ask: CreateLinkCommand, link: RecentLink): Promise<void> {
      const { address, title, ...rest } = link;
      const key = linkByUrlKey(address);
      const area = ask.private ? session : local;
      // The service gave one that was there: somebody else's, perhaps, and with an end.
      const unchecked = job.state.name === 'done' && job.state.made.existing;
      if (address.length > maxUrlLength || isLimited(job) || ask.from === 'bulk') return;
      if (unchecked && (await area.get(key))[key] !== undefined) return;
      const known: LinkByUrl = {
        ...rest,
        title: title.slice(0, maxTitleLength),
        clicks: null,
        ...(unchecked && { unchecked }),
      };
      await area.set({ [key]: known });
      listed = null;
      onKept();
    },

    /** With those made lately, which need not all be known, and those that the mirror has; the newest first. */
    async all(recent: readonly RecentLink[]): Promise<StoredLink[]> {
      const found = new Map<string, StoredLink>();
      const kept = await listOf(await account());
      const isOfMirror = ({ at }: StoredLink) => at === 0;
      for (const link of kept.filter(isOfMirror)) found.set(link.shortUrl, link);
      for (const link of recent) found.set(link.shortUrl, { ...link, clicks: null });
      for (const link of kept.filter((one) => !isOfMirror(one))) found.set(link.shortUrl, link);
      return [...found.values()].sort((one, other) => other.at - one.at);
    },

    /**
     * What a list of the service says of those that are known.
     *
     * @param scope the account whose links they are: another one may have been connected meanwhile
     */
    async noteClicks(links: readonly ListedLink[], scope: string): Promise<void> {
      if ((await account()) !== scope) return;
      await onList?.(links, scope);
      const clicks = new Map(links.map((link) => [link.shortUrl, link.clicks]));
      // Some services list addresses as they stand in a page's source.
      const sent = (listed: string | null) => parseUrl(decodeEntities(listed ?? ''))?.href ?? '';
      const keys = links.map(({ longUrl }) => linkByUrlKey(sent(longUrl)));
      const changed: Record<string, LinkByUrl> = {};
      for (const [key, raw] of Object.entries(await local.get(keys))) {
        const known = parseLinkByUrl(raw);
        const now = known && clicks.get(known.shortUrl);
        if (known && now !== undefined && now !== known.clicks) changed[key] = { ...known, clicks: now };
      }
      // Asked once more: what was known of the account before is forgotten, and comes not back.
      if (Object.keys(changed).length > 0 && (await account()) === scope) await local.set(changed);
    },
  };
}
