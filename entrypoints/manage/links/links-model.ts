/** The room "Links": what is looked for, what was found here and on the service, and which link is open. */
import { computed, effect, signal, untracked } from '@preact/signals';
import { emptyQuery, createSearch, LinkIndex, type SearchQuery } from '../../../lib/mirror/search/search.ts';
import type { ListedLink } from '../../../lib/mirror/search/link-columns.ts';
import type { MirrorFreshness } from '../../../lib/mirror/mirror-reader.ts';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { Channel } from '../../../lib/api/channels.ts';
import { toId, toWebAddress } from '../../../lib/api/coerce.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { findLink, getLink, type LinkDetails } from '../../../lib/api/link-details.ts';
import { listLinks, type Link } from '../../../lib/api/links.ts';
import type { SectionDeps } from '../section-deps.ts';

export type LinksDeps = Pick<
  SectionDeps,
  'scope' | 'view' | 'item' | 'now' | 'read' | 'mirror' | 'sync' | 'copy'
> & {
  readonly delay: (ms: number) => Promise<unknown>;
  /** Told of every link that the service has told all of. */
  readonly learn: (link: LinkDetails, scope: string) => Promise<void>;
};

/** What the service answered to the same words, or to a short address. */
export type ServerSearchState =
  | { readonly state: 'asking'; readonly text: string }
  | {
      readonly state: 'found';
      readonly text: string;
      readonly links: readonly Link[];
      /** There are more than these. */
      readonly more: boolean;
    }
  | { readonly state: 'failed'; readonly text: string; readonly failure: Failure };

/** One link: what is kept of it at once, all of it when the service has told. */
export interface OpenLink {
  readonly id: string;
  readonly stored: Link | ListedLink | null;
  readonly full: LinkDetails | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
}

export interface Records {
  readonly campaigns: readonly Campaign[];
  readonly channels: readonly Channel[];
  readonly domains: readonly string[];
}

/** Links read at once: few enough that reading and entering them takes a few ms. */
const sliceSize = 200;
/** Between two looks at what has been read so far, in ms. */
const showEvery = 300;
/** What a change of the mirror may have brought on top. */
const maxNewest = 50;
/** A pass over all that is kept begins no sooner than so long after the last, in ms and in times its own length. */
const restMs = 3_000;
const restTimes = 10;
/** A link asked for so lately is not asked for again, in ms. */
const maxAgeMs = 30_000;
/** How many full links are remembered. */
const maxFullText = 200;
/** Links asked of the service at once. */
const perPage = 50;

export type LinksModel = ReturnType<typeof createLinksModel>;

export function createLinksModel(deps: LinksDeps) {
  const { mirror } = deps;
  const index = new LinkIndex();
  const query = signal<SearchQuery>(emptyQuery);
  /** Of the index, as far as it is shown. */
  const revision = signal(0);
  const freshness = signal<MirrorFreshness | null>(null);
  const records = signal<Records>({ campaigns: [], channels: [], domains: [] });
  /** The first pass is under way. */
  const filling = signal(true);
  const active = signal(-1);
  const serverSearch = signal<ServerSearchState | null>(null);
  const open = signal<OpenLink | null>(null);
  const notice = signal<{ readonly name: 'copied' | 'copy-failed'; readonly id: string } | null>(null);
  /** Since when it is being brought up to date, at the person's wish. */
  const syncRequestedAt = signal<number | null>(null);
  const full = new Map<string, { readonly link: LinkDetails; readonly at: number }>();
  const ending = new AbortController();
  const account = deps.scope.peek();

  const search = createSearch(index);
  const results = computed(() => {
    void revision.value;
    return search(query.value);
  });
  const filterCount = computed(() => {
    const { campaign, channel, domain, from, to } = query.value;
    return [campaign, channel, domain, from, to].filter((one) => one !== '').length;
  });

  const rowAt = (place: number): ListedLink | null => index.at(results.value.slots[place] ?? -1) ?? null;

  function show(): void {
    const before = rowAt(active.peek())?.id;
    revision.value = index.revision;
    // The keyboard stays at the link that it was at.
    if (before !== undefined && rowAt(active.peek())?.id !== before) {
      const slot = index.slotOf(before);
      active.value = slot === undefined ? -1 : Array.prototype.indexOf.call(results.peek().slots, slot);
    }
  }

  /** What is kept could not be read, which is not the same as nothing. */
  const unreadable = signal(false);
  const attempt = (work: Promise<void>): void =>
    void work.then(
      () => undefined,
      () => (unreadable.value = !ending.signal.aborted),
    );

  async function readFreshness(): Promise<void> {
    const next = await mirror.freshness();
    if (ending.signal.aborted) return;
    freshness.value = next;
    if (syncRequestedAt.peek() !== null && (next.links.at ?? 0) >= (syncRequestedAt.peek() ?? 0))
      syncRequestedAt.value = null;
  }

  async function readRecords(): Promise<void> {
    const [campaigns, channels, domains] = await Promise.all([
      mirror.records('campaigns'),
      mirror.records('channels'),
      mirror.records('domains'),
    ]);
    if (ending.signal.aborted) return;
    records.value = { campaigns, channels, domains: domains.map(({ domain }) => domain) };
  }

  /** One pass over all that is kept; in slices, so that the page stays quick meanwhile. */
  async function pass(): Promise<void> {
    index.begin();
    let shownAt = Number.NEGATIVE_INFINITY;
    for await (const slice of mirror.slices(sliceSize, ending.signal)) {
      index.add(slice);
      if (deps.now() - shownAt >= showEvery) {
        show();
        shownAt = deps.now();
      }
    }
    if (ending.signal.aborted) return;
    index.end();
    filling.value = false;
    show();
  }

  /** The mirror has changed since the last pass began. */
  let stale = false;
  let passing: Promise<void> | null = null;

  async function follow(): Promise<void> {
    try {
      while (stale && !ending.signal.aborted) {
        stale = false;
        const began = deps.now();
        await pass();
        await deps.delay(Math.max(restMs, restTimes * (deps.now() - began)));
      }
    } finally {
      passing = null;
    }
  }

  function onLinks(): void {
    stale = true;
    if (passing === null) attempt((passing = follow()));
    attempt(
      mirror.newest(maxNewest).then((newest) => {
        if (ending.signal.aborted) return;
        index.top(newest);
        if (index.revision !== revision.peek()) show();
      }),
    );
  }

  function readAll(): void {
    unreadable.value = false;
    onLinks();
    attempt(readRecords());
    attempt(readFreshness());
  }

  /** The newest answer alone counts. */
  let turn = 0;
  async function ask(text: string, read: () => Promise<ServerSearchState>): Promise<void> {
    const mine = ++turn;
    serverSearch.value = { state: 'asking', text };
    const answer = await read();
    if (mine === turn) serverSearch.value = answer;
  }

  const searchService = (text: string) =>
    ask(text, async () => {
      const read = await deps.read(listLinks({ q: text, limit: perPage, page: 1 }));
      if (!read.ok) return { state: 'failed', text, failure: read.failure };
      const { records: links, nextPage } = read.value;
      return { state: 'found', text, links, more: nextPage !== null };
    });

  const lookUp = (address: string) =>
    ask(address, async () => {
      const read = await deps.read(findLink(address));
      if (!read.ok) return { state: 'failed', text: address, failure: read.failure };
      return { state: 'found', text: address, links: read.value === null ? [] : [read.value], more: false };
    });

  /** What is known of a link without asking: of what is kept, of what the service has found. */
  const knownLink = (id: string): Link | ListedLink | null => {
    const slot = index.slotOf(id);
    const answer = serverSearch.peek();
    return (
      (slot === undefined ? null : index.at(slot)) ??
      (answer?.state === 'found' ? answer.links.find((link) => link.id === id) : null) ??
      null
    );
  };

  /** What is typed as an address: short ones are mostly written without their scheme. */
  const address = computed(() => {
    const typed = query.value.text.trim();
    const known = [deps.view.value?.site ?? '', ...records.value.domains];
    const origin = known.find(
      (one) => one !== '' && typed.startsWith(`${one.replace(/^https?:\/\//u, '')}/`),
    );
    const scheme = origin?.startsWith('http://') === true ? 'http://' : 'https://';
    return toWebAddress(typed) ?? (origin === undefined ? null : toWebAddress(scheme + typed));
  });

  async function openLink(id: string, again: boolean): Promise<void> {
    const linkId = toId(id);
    if (linkId === null) {
      open.value = null;
      return;
    }
    const isStill = () => open.peek()?.id === id;
    const change = (next: Partial<OpenLink>) => {
      const now = open.peek();
      if (now && isStill()) open.value = { ...now, ...next };
    };
    const before = full.get(id);
    const isFresh = before !== undefined && deps.now() - before.at < maxAgeMs && !again;
    const stored = knownLink(id);
    open.value = { id, stored, full: before?.link ?? null, failure: null, loading: !isFresh };
    if (stored === null) change({ stored: await mirror.link(id) });
    if (isFresh || !isStill()) return;
    const read = await deps.read(getLink(linkId));
    if (read.ok) {
      full.delete(id);
      full.set(id, { link: read.value, at: deps.now() });
      for (const [oldest] of full) if (full.size > maxFullText) full.delete(oldest);
      change({ full: read.value, loading: false });
      // What is not learned now is learned from the next one.
      if (deps.scope.peek() === account) deps.learn(read.value, account).catch(() => undefined);
    } else change({ failure: read.failure, loading: false });
  }

  /** Nothing of it will be drawn any more. */
  function stop(): void {
    ending.abort();
    for (const end of stops.splice(0)) end();
  }

  const stops: (() => void)[] = [];
  stops.push(
    mirror.onChange((what) => {
      if (what === 'links') onLinks();
      if (what === 'lists') attempt(readRecords());
      if (what !== 'bulk') attempt(readFreshness());
    }),
    effect(() => {
      const id = deps.item.value;
      untracked(() => attempt(openLink(id, false)));
    }),
    // Of one account, whatever comes later: nothing of another's must ever be among it.
    effect(() => {
      if (deps.scope.value !== account) stop();
    }),
  );
  readAll();

  return {
    index,
    query,
    results,
    /** How many filters are set. */
    filterCount,
    freshness,
    records,
    filling,
    unreadable,
    readAll,
    active,
    serverSearch,
    open,
    notice,
    syncRequestedAt,
    rowAt,
    /** Of the domains that links here have: those that can be filtered by. */
    domains: computed(() => {
      void revision.value;
      return index.domainNames.filter((name) => name !== '').toSorted();
    }),
    /** What is typed is a web address, which may be a short one of this service. */
    isAddress: computed(() => address.value !== null),

    /** All that the service has told of single links since the page was opened. */
    fullLinks: (): ReadonlyMap<string, LinkDetails> =>
      new Map(Array.from(full, ([id, { link }]) => [id, link])),

    /** Whether it is among what was found here. */
    isListed(id: string): boolean {
      const slot = index.slotOf(id);
      return slot !== undefined && Array.prototype.includes.call(results.value.slots, slot);
    },

    change(fields: Partial<SearchQuery>): void {
      query.value = { ...query.peek(), ...fields };
      active.value = -1;
      notice.value = null;
      if (fields.text !== undefined && fields.text.trim() !== serverSearch.peek()?.text) {
        turn++;
        serverSearch.value = null;
      }
    },
    clear(): void {
      this.change(emptyQuery);
    },
    /** Where nothing is typed there is nothing to ask for. */
    searchService(): void {
      const text = query.peek().text.trim();
      if (text !== '') void searchService(text);
    },
    lookUp(): void {
      if (address.peek() !== null) void lookUp(address.peek() ?? '');
    },
    reloadLink(id: string): void {
      attempt(openLink(id, true));
    },
    async copy(link: Link | null): Promise<void> {
      if (!link?.shortUrl) return;
      const done = await deps.copy(link.shortUrl);
      notice.value = { name: done ? 'copied' : 'copy-failed', id: link.id };
    },
    syncNow(): void {
      syncRequestedAt.value = deps.now();
      deps.sync(true);
    },
    stop,
    isStopped: (): boolean => ending.signal.aborted,
  };
}
