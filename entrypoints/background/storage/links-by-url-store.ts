/** Stores which URLs have a short link that was made here (lib/storage/links-by-url.ts). */
import { browser } from 'wxt/browser';
import { isOwn } from '../../../lib/outbox/job-result.ts';
import { isLimited, type Job } from '../../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import type { LinkRestrictions } from '../../../lib/api/link-details.ts';
import type { Link } from '../../../lib/api/links.ts';
import { parseLinkByUrl, linkByUrlKey, type LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { utmTags } from '../../../lib/draft/utm-parameters.ts';
import { normalizeUrl } from '../../../lib/url/normalize-url.ts';
import { findReusableLink, type ReusableLink } from '../../../lib/mirror/quick-lookup.ts';
import { createSerialQueue } from '../../../lib/storage/serial-queue.ts';
import type { StorageArea } from '../../../lib/storage/stored-item.ts';
import type { RecentLink } from '../../../lib/storage/recent-links.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import { createStoredLinkCache, readLinksByUrl } from './stored-link-cache.ts';

const maxTitleLength = 200;
/** A key is no place for a megabyte: for a longer URL a new link is made. */
const maxUrlLength = 2_048;

/** What a list of the service says of a link that may be stored here. */
export type ClickUpdate = Pick<Link, 'shortUrl' | 'longUrl' | 'clicks' | 'date'> & { readonly id: string };

export type LinkIdentity = Pick<Link, 'shortUrl'> & { readonly id: string };

/** By the id, or by the short URL if the response to the creation had no id. */
export const isSameLink = (
  { id, shortUrl }: Pick<LinkByUrl, 'id' | 'shortUrl'>,
  link: LinkIdentity,
): boolean => (id === null ? shortUrl === link.shortUrl : id === link.id);

/** By the links themselves: a service may list another spelling of the address. */
const storedLinksOf = async (links: readonly LinkIdentity[]) =>
  (await readLinksByUrl()).filter(([, stored]) => links.some((link) => isSameLink(stored, link)));

interface LinksByUrlDeps {
  readonly disk: StorageArea;
  /** The present account, whose mirror knows the links that were made elsewhere. */
  readonly scope: () => Promise<string>;
  readonly onListed: (links: readonly ClickUpdate[], scope: string) => Promise<void>;
  readonly onSaved: () => void;
}

export type LinksByUrl = ReturnType<typeof createLinksByUrl>;

export function createLinksByUrl({ disk, scope: currentScope, onListed, onSaved }: LinksByUrlDeps) {
  const cache = createStoredLinkCache();
  /** What is written depends on what was read before it. */
  const inTurn = createSerialQueue();
  const areaOf = (isPrivate: boolean): StorageArea => (isPrivate ? browser.storage.session : disk);

  async function write(changed: Record<string, LinkByUrl>, scope: string): Promise<void> {
    // Checked again: after a disconnect the links are forgotten, and must not be written back.
    if (Object.keys(changed).length > 0 && (await currentScope()) === scope) await disk.set(changed);
  }

  return {
    find: async (url: string, isPrivate: boolean): Promise<LinkByUrl | null> =>
      findLink(url, { isPrivate, area: areaOf(isPrivate), scope: currentScope }),

    async save(job: Job, command: CreateLinkCommand, link: RecentLink): Promise<void> {
      if (!(await inTurn(() => saveLink(areaOf(command.private), job, command, link)))) return;
      cache.clear();
      onSaved();
    },

    /** Also the recent links, some of which are not stored by URL, and those of the mirror; the newest first. */
    all: async (recent: readonly RecentLink[]): Promise<ReusableLink[]> =>
      mergeRecent(await cache.read(await currentScope()), recent),

    /**
     * Updates the stored links from a list of the service.
     *
     * @param scope the account whose links they are: another one may have been connected meanwhile
     */
    async updateClicks(links: readonly ClickUpdate[], scope: string): Promise<void> {
      if ((await currentScope()) !== scope) return;
      await onListed(links, scope);
      await inTurn(async () => write(await withNewClicks(disk, links), scope));
    },

    /** These links no longer exist at the service: a page that has one gets a new one. */
    async forget(gone: readonly LinkIdentity[], scope: string): Promise<void> {
      if (gone.length === 0 || (await currentScope()) !== scope) return;
      await inTurn(async () => disk.remove((await storedLinksOf(gone)).map(([key]) => key)));
      cache.clear();
    },

    /** The details of a link were read. One that has got an expiration is reused only by choice. */
    async onDetails(link: LinkRestrictions, scope: string): Promise<void> {
      if (link.expiry === null || (await currentScope()) !== scope) return;
      await inTurn(async () => write(await asUnchecked(link, scope), scope));
      cache.clear();
    },
  };
}

interface FindContext {
  readonly isPrivate: boolean;
  readonly area: StorageArea;
  readonly scope: () => Promise<string>;
}

/**
 * A link that can be used again. A private window knows the links made there and no others; where the mirror can't be read
 * there is none, since a press makes a link rather than nothing.
 */
async function findLink(url: string, { isPrivate, area, scope }: FindContext): Promise<LinkByUrl | null> {
  const key = linkByUrlKey(url);
  const raw = (await area.get(key))[key];
  const stored = parseLinkByUrl(raw);
  // What an earlier version stored for such a link can't be read as one, nor can a damaged entry.
  const mustNotBeReused = raw !== undefined && stored === null;
  const isChecked = stored !== null && !stored.unchecked;
  if (isPrivate || mustNotBeReused || isChecked) return stored;
  const found = await findReusableLink(await scope(), url).catch(reportedAsNone);
  if (found === null || stored === null) return found ?? stored;
  // The details of the stored one may have shown an expiration that the mirror does not know of.
  return found.unchecked || found.id === stored.id ? stored : found;
}

function mergeRecent(stored: readonly ReusableLink[], recent: readonly RecentLink[]): ReusableLink[] {
  const found = new Map<string, ReusableLink>();
  const isOfMirror = ({ at }: ReusableLink) => at === 0;
  for (const link of stored.filter(isOfMirror)) found.set(link.shortUrl, link);
  for (const link of recent) {
    // What is not stored by URL may be limited, unless the mirror knows that it is not.
    const unchecked = found.get(link.shortUrl)?.unchecked ?? !found.has(link.shortUrl);
    found.set(link.shortUrl, { ...link, clicks: null, ...(unchecked && { unchecked }) });
  }
  for (const link of stored.filter((one) => !isOfMirror(one))) found.set(link.shortUrl, link);
  return [...found.values()].sort((one, other) => other.at - one.at);
}

function reportedAsNone(error: unknown): null {
  logError(error);
  return null;
}

/**
 * Links that expire or have a password are not stored, however many there are: the mirror does not offer them for use
 * again either, as it does not know them to be open-ended. Nor are rows of a bulk, which the mirror has.
 *
 * @returns false when it was not stored
 */
async function saveLink(
  area: StorageArea,
  job: Job,
  command: CreateLinkCommand,
  link: RecentLink,
): Promise<boolean> {
  const { address, title, ...rest } = link;
  const key = linkByUrlKey(address);
  // It may be another user's, and expire; or its parameters were meant for one placement.
  const tags = utmTags(command.link.extras?.parameters);
  const unchecked = tags !== '' || (job.state.name === 'done' && !isOwn(job.state.result));
  if (address.length > maxUrlLength || isLimited(job) || command.from === 'bulk') return false;
  if (unchecked && (await area.get(key))[key] !== undefined) return false;
  const stored: LinkByUrl = {
    ...rest,
    title: title.slice(0, maxTitleLength),
    clicks: null,
    ...(unchecked && { unchecked }),
    ...(tags !== '' && { tags }),
  };
  await area.set({ [key]: stored });
  return true;
}

async function asUnchecked(
  { id, shortUrl, longUrl }: LinkRestrictions,
  scope: string,
): Promise<Record<string, LinkByUrl>> {
  const stored = await storedLinksOf([{ id, shortUrl }]);
  const address = normalizeUrl(longUrl);
  // Rows of a bulk are known from the mirror alone.
  const row = stored.length > 0 ? null : await findReusableLink(scope, address);
  if (row?.id === id && !row.unchecked) stored.push([linkByUrlKey(address), { ...row, at: Date.now() }]);
  return Object.fromEntries(stored.map(([key, link]) => [key, { ...link, unchecked: true }]));
}

/** The stored links, by key, whose clicks have changed. */
async function withNewClicks(
  disk: StorageArea,
  links: readonly ClickUpdate[],
): Promise<Record<string, LinkByUrl>> {
  const clicks = new Map(links.map((link) => [link.shortUrl, link.clicks]));
  const keys = links.map(({ longUrl }) => linkByUrlKey(normalizeUrl(longUrl)));
  const changed: Record<string, LinkByUrl> = {};
  for (const [key, raw] of Object.entries(await disk.get(keys))) {
    const stored = parseLinkByUrl(raw);
    const now = stored && clicks.get(stored.shortUrl);
    if (stored && now !== undefined && now !== stored.clicks) changed[key] = { ...stored, clicks: now };
  }
  return changed;
}
