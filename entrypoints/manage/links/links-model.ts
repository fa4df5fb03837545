/** The section "Links": the query, its results here and on the service, and the open link. */
import { computed, effect, signal, untracked } from '@preact/signals';
import { toWebAddress } from '../../../lib/api/coerce.ts';
import type { Link } from '../../../lib/api/links.ts';
import type { ListedLink } from '../../../lib/mirror/search/link-columns.ts';
import { emptyQuery, type SearchQuery } from '../../../lib/mirror/search/search.ts';
import { createLinkList } from './link-list.ts';
import type { LinksDeps } from './links-deps.ts';
import { createMirrorFeed } from './mirror-feed.ts';
import { createOpenLink } from './open-link.ts';
import { createServerSearch } from './server-search-model.ts';

export type LinksModel = ReturnType<typeof createLinksModel>;

export function createLinksModel(deps: LinksDeps) {
  const account = deps.scope.peek();
  const lifetime = new AbortController();
  const list = createLinkList();
  const feed = createMirrorFeed(deps, list, lifetime.signal);
  const server = createServerSearch(deps);
  const details = createOpenLink(deps, findInMemory);
  const notice = signal<{ readonly name: 'copied' | 'copy-failed'; readonly id: string } | null>(null);
  const typedUrl = computed(() =>
    parseTypedUrl(list.query.value.text, [deps.view.value?.site ?? '', ...feed.records.value.domains]),
  );

  /** In the list, or in what the service has found. */
  function findInMemory(id: string): Link | ListedLink | null {
    const slot = list.index.slotOf(id);
    const answer = server.state.peek();
    return (
      (slot === undefined ? null : list.index.at(slot)) ??
      (answer?.state === 'found' ? answer.links.find((link) => link.id === id) : null) ??
      null
    );
  }

  function change(fields: Partial<SearchQuery>): void {
    list.query.value = { ...list.query.peek(), ...fields };
    list.active.value = -1;
    notice.value = null;
    if (fields.text !== undefined && fields.text.trim() !== server.state.peek()?.text) server.reset();
  }

  const cleanups = [
    feed.follow(),
    effect(() => {
      const id = deps.item.value;
      untracked(() => feed.attempt(details.load(id, false)));
    }),
  ];
  function stop(): void {
    lifetime.abort();
    for (const cleanup of cleanups.splice(0)) cleanup();
  }
  // The model belongs to one account: links of another one must never be shown among its own.
  cleanups.push(
    effect(() => {
      if (deps.scope.value !== account) stop();
    }),
  );
  feed.readAll();

  return {
    ...list,
    ...feed,
    open: details.open,
    fullLinks: details.fullLinks,
    serverSearch: server.state,
    notice,
    /** The text is a web address, which may be a short URL of this service. */
    isAddress: computed(() => typedUrl.value !== null),

    change,
    clear: (): void => change(emptyQuery),
    searchService(): void {
      const text = list.query.peek().text.trim();
      if (text !== '') void server.search(text);
    },
    lookUp(): void {
      const url = typedUrl.peek();
      if (url !== null) void server.lookUp(url);
    },
    reloadLink: (id: string): void => feed.attempt(details.load(id, true)),
    async copy(link: Link | null): Promise<void> {
      if (!link?.shortUrl) return;
      const copied = await deps.copy(link.shortUrl);
      notice.value = { name: copied ? 'copied' : 'copy-failed', id: link.id };
    },
    syncNow(): void {
      feed.syncRequestedAt.value = deps.now();
      deps.sync(true);
    },
    stop,
    isStopped: (): boolean => lifetime.signal.aborted,
  };
}

/** Short URLs are mostly typed without their scheme, which is taken from the origin that they begin with. */
function parseTypedUrl(text: string, origins: readonly string[]): string | null {
  const typed = text.trim();
  const origin = origins.find(
    (known) => known !== '' && typed.startsWith(`${known.replace(/^https?:\/\//u, '')}/`),
  );
  const scheme = origin?.startsWith('http://') === true ? 'http://' : 'https://';
  return toWebAddress(typed) ?? (origin === undefined ? null : toWebAddress(scheme + typed));
}
