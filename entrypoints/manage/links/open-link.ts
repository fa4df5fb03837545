/** The link whose details are open: the stored fields immediately, all of them when the service has answered. */
import { signal } from '@preact/signals';
import { toId } from '../../../lib/api/ids.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { getLink, type LinkDetails } from '../../../lib/api/link-details.ts';
import type { Link } from '../../../lib/api/links.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { storeTargetNames } from './store-target-names.ts';

interface OpenLink {
  readonly id: string;
  /** As the list has it, then with what only the database has. */
  readonly stored: Link | MirrorLink | LinkRow | null;
  readonly details: LinkDetails | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
}

/** Has the campaign, the channels and the UTM parameters, which no response about the link has. */
export function mirrorRowOf(open: OpenLink | null): (MirrorLink & Pick<LinkRow, 'parameters'>) | null {
  const { stored } = open ?? {};
  return stored && 'channels' in stored ? stored : null;
}

/** As the service answered, and when: epoch ms. */
export interface TimedDetails {
  readonly link: LinkDetails;
  readonly at: number;
}

/** A younger response is not fetched again; in ms. */
const maxAgeMs = 30_000;
/** Responses that are cached. */
const maxCached = 200;

export interface OpenLinkDeps extends Pick<SectionDeps, 'mirror' | 'read' | 'now' | 'scope'> {
  /** Called with every link that was fetched with all of its fields. */
  readonly storeTargetNames: typeof storeTargetNames;
}

/** @param findStored finds the link in what the page has in memory */
export function createOpenLink(
  { mirror, read, now, scope, storeTargetNames }: OpenLinkDeps,
  findStored: (id: string) => Link | MirrorLink | null,
) {
  const account = scope.peek();
  const open = signal<OpenLink | null>(null);
  const cache = new Map<string, TimedDetails>();

  function update(id: string, change: Partial<OpenLink>): void {
    const current = open.peek();
    if (current?.id === id) open.value = { ...current, ...change };
  }

  function addToCache(id: string, link: LinkDetails): void {
    cache.delete(id);
    cache.set(id, { link, at: now() });
    for (const [oldest] of cache) if (cache.size > maxCached) cache.delete(oldest);
  }

  async function readStored(id: string): Promise<void> {
    const row = await mirror.link(id);
    if (row !== null) update(id, { stored: row });
  }

  /** @param force also when the last response is young */
  async function load(id: string, force: boolean): Promise<void> {
    const linkId = toId(id);
    if (linkId === null) return void (open.value = null);
    const cached = cache.get(id);
    const isFresh = cached !== undefined && now() - cached.at < maxAgeMs && !force;
    const stored = findStored(id);
    open.value = { id, stored, details: cached?.link ?? null, failure: null, loading: !isFresh };
    // A link that can't be read here comes from the service.
    await readStored(id).catch(() => undefined);
    if (isFresh || open.peek()?.id !== id) return;
    const response = await read(getLink(linkId));
    if (!response.ok) return update(id, { failure: response.failure, loading: false });
    addToCache(id, response.value);
    // An earlier request may have failed meanwhile.
    update(id, { details: response.value, failure: null, loading: false });
    // Suggestions that are not stored now are stored with the next link.
    if (scope.peek() === account) storeTargetNames(response.value, account).catch(() => undefined);
  }

  return {
    open,
    load,

    /** After a change of the mirror. A link that is gone stays as it was read, as does one that only the service has. */
    async refresh(): Promise<void> {
      const id = open.peek()?.id;
      if (id !== undefined) await readStored(id);
    },

    /** All links that the service has answered with since the page was opened. */
    allDetails: (): ReadonlyMap<string, TimedDetails> => new Map(cache),
  };
}
