/** The section "Links": the query, its results here and on the service, and the open link. */
import { computed, effect, signal, untracked } from '@preact/signals';
import { toWebAddress } from '../../../lib/api/coerce.ts';
import type { Link } from '../../../lib/api/links.ts';
import { reportCopy, type CopyNotice } from '../../../lib/forms/copy-notice.ts';
import { emptyQuery, type SearchQuery } from '../../../lib/mirror/search/search.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import { abortOnAccountChange } from '../abort-on-account-change.ts';
import type { ManageModel } from '../model.ts';
import type { SectionDeps, SectionProps } from '../section-deps.ts';
import { createLinkList, type LinkList } from './link-list.ts';
import { createMirrorFeed, type MirrorFeed, type MirrorFeedDeps } from './mirror-feed.ts';
import { createOpenLink, type OpenLinkDeps } from './open-link.ts';
import { createRoutedQuery } from './routed-query.ts';
import { createServerSearch, type ServerSearch, type ServerSearchState } from './server-search-model.ts';

export type LinksDeps = MirrorFeedDeps & OpenLinkDeps & Pick<SectionDeps, 'view' | 'item' | 'copy'>;

export type LinksModel = ReturnType<typeof createLinksModel>;

export interface LinksProps extends SectionProps {
  readonly model: LinksModel;
}

export function createLinksModel(deps: LinksDeps) {
  const lifetime = abortOnAccountChange(deps.scope);
  const list = createLinkList();
  const feed = createMirrorFeed(deps, list, lifetime.signal);
  const server = createServerSearch(deps);
  const openLink = createOpenLink(
    deps,
    (id) => list.index.at(list.index.slotOf(id) ?? -1) ?? findOnService(server.state.peek(), id) ?? null,
  );
  const exportForm = createExportForm();
  const notice = signal<CopyNotice | null>(null);

  function change(fields: Partial<SearchQuery>): void {
    list.query.value = { ...list.query.peek(), ...fields };
    list.active.value = -1;
    notice.value = null;
    if (fields.text !== undefined && fields.text.trim() !== server.state.peek()?.text) server.reset();
  }

  const routed = createRoutedQuery(list.query, exportForm.isOpen, change);
  lifetime.signal.addEventListener('abort', feed.follow(openLink.refresh));
  lifetime.signal.addEventListener(
    'abort',
    effect(() => {
      const item = deps.item.value;
      untracked(() => {
        routed.follow(item);
        feed.reportFailureOf(openLink.load(item, false));
      });
    }),
  );
  feed.readAll();

  return {
    ...list,
    ...feed,
    open: openLink.open,
    allDetails: openLink.allDetails,
    serverSearch: server.state,
    retrySearch: server.retry,
    exportForm,
    notice,
    /** The range of days that was chosen last; the days of the query may be others by now. */
    chosenRange: signal(''),
    ...createServerQueries(deps, list.query, feed.records, server),

    change,
    clear: (): void => change(emptyQuery),
    onChosen: routed.onChosen,
    reloadLink: (id: string): void => feed.reportFailureOf(openLink.load(id, true)),
    async copy(link: Link | null): Promise<void> {
      if (link?.shortUrl) await reportCopy(notice, deps.copy(link.shortUrl), link.id);
    },
    stop: (): void => lifetime.abort(),
    isStopped: (): boolean => lifetime.signal.aborted,
  };
}

/** "Export…": a file that waits for the newest clicks is saved while another section is shown, too. */
const createExportForm = () => ({
  isOpen: signal(false),
  /** All links, or those of the view. */
  all: signal(false),
  status: signal(''),
  /** The newest clicks are being fetched. */
  isSyncing: signal(false),
  /** The user does not wait for them. */
  isSyncSkipped: signal(false),
  /** Until the file is saved. */
  isSaving: signal(false),
});

/** Requests to the service for the text that is typed. */
function createServerQueries(
  { view }: LinksDeps,
  query: LinkList['query'],
  records: MirrorFeed['records'],
  server: ServerSearch,
) {
  const typedUrl = computed(() =>
    parseTypedUrl(query.value.text, [view.value?.site ?? '', ...records.value.domains]),
  );
  return {
    /** The text is a web address, which may be a short URL of this service. */
    isAddress: computed(() => typedUrl.value !== null),

    searchService(): void {
      const text = query.peek().text.trim();
      if (text !== '') void server.search(text);
    },
    lookUp(): void {
      const url = typedUrl.peek();
      if (url !== null) void server.lookUp(url);
    },
  };
}

function findOnService(response: ServerSearchState | null, id: string): Link | undefined {
  return response?.state === 'found' ? response.links.find((link) => link.id === id) : undefined;
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

/**
 * The job that has created a link, while the page has it: it holds options that no response of the service has.
 *
 * @param id of the link
 */
export const jobOf = ({ view }: Pick<ManageModel, 'view'>, id: string): JobView | undefined =>
  view.value?.jobs.find(({ result }) => result?.id === id && !result.existing && !result.chosen);
