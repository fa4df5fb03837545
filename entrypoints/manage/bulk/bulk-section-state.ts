/**
 * The state of the section "Bulk create". It outlives the section: an import that is being started continues, and what was
 * typed or loaded stays, its passwords included, which no draft has. It ends with its account, of which nothing is stored
 * after that, also where the same account is connected again.
 */
import { signal } from '@preact/signals';
import { listCampaigns, type Campaign } from '../../../lib/api/campaigns.ts';
import { fetchAllPages } from '../../../lib/api/fetch-all-pages.ts';
import { shortUrlKey } from '../../../lib/api/short-url.ts';
import { saveFile } from '../../../lib/browser/share.ts';
import { createColumnMatcher } from '../../../lib/bulk/columns.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { sendWithRetry } from '../../../lib/messages/client.ts';
import type { MirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import { delay } from '../../../lib/time/delay.ts';
import { abortOnAccountChange } from '../abort-on-account-change.ts';
import { openLinkDraft } from '../../../lib/browser/open-link-draft.ts';
import { linkDefaultsOf } from '../../../lib/storage/preferences.ts';
import type { SectionDeps } from '../section-deps.ts';
import { recentFirstLists, type AccountContext } from './account-context.ts';
import { createBulkRepository } from './bulk-repository.ts';
import { BulksModel } from './bulks-model.ts';
import { ImportModel } from './import-model.ts';
import { fieldLabels } from './labels.ts';

export type BulkSectionState = ReturnType<typeof createBulkSectionState>;

/** @param initial of the account, which the section replaces as it changes */
export function createBulkSectionState(deps: SectionDeps, initial: AccountContext) {
  const state = { lifetime: abortOnAccountChange(deps.scope).signal, account: initial };
  const scope = signal(deps.scope.peek());
  state.lifetime.addEventListener('abort', () => (scope.value = ''));
  const repository = createBulkRepository({ ...deps, scope });
  const lists = () => state.account.lists;
  const importModel = new ImportModel({
    repository,
    columnMatcher: createColumnMatcher(fieldLabels()),
    lists() {
      const { domains, splashPages, overlays } = lists();
      return { ...recentFirstLists(lists()), domains, types: [...splashPages, ...overlays] };
    },
    lint: () => ({
      domains: lists().domains,
      shortUrls: state.account.shortUrls,
    }),
    utcOffset: () => lists().zone,
    presets: () => state.account.presets,
    defaults: () => linkDefaultsOf(state.account.preferences),
    cleanSteps: () => state.account.preferences.cleanUp,
    findExisting: (address) => deps.mirror.byAddress(address),
    site: () => deps.view.peek()?.site ?? '',
    findTaken: (shortUrls, signal) => findTaken(deps.mirror, shortUrls, signal),
    submit: deps.submit,
    now: deps.now,
    newId: deps.newId,
    delay,
  });
  const bulks = new BulksModel({
    repository,
    openId: deps.item,
    view: deps.view,
    delay,
    onChange: (changed) =>
      deps.mirror.onChange((kind) => {
        if (kind === 'bulk') changed();
      }),
    copy: deps.copy,
    save: saveFile,
    edit: ({ id, link, passwordDropped, editedInto = id }) =>
      openLinkDraft(link, { passwordOmitted: passwordDropped, replaces: editedInto }),
    // Where that fails, "Activity" still lists its failure.
    dismissJob: (id) => void sendWithRetry('acknowledge', { id }, 4).catch(() => undefined),
    isVisible: () => document.visibilityState === 'visible' && document.hasFocus(),
    findCampaign: (id) => findCampaign(id, deps),
    now: deps.now,
  });
  return Object.assign(state, { importModel, bulks });
}

/** A new campaign is among the first or the last: further in it is not worth the requests. */
const maxPages = 10;

/** Finds a campaign with its URLs: in the mirror, else in the service's list. `undefined` where that can't be read. */
async function findCampaign(id: string, { mirror, read }: SectionDeps): Promise<Campaign | null | undefined> {
  const isWanted = (campaign: Campaign) => campaign.id === id;
  const stored = (await mirror.records('campaigns')).find(isWanted);
  if (stored !== undefined && (stored.list !== null || stored.rotator !== null)) return stored;
  const listed = await fetchAllPages(read, listCampaigns, { until: isWanted, maxPages });
  return listed.ok ? (listed.value.find(isWanted) ?? stored ?? null) : undefined;
}

/** As in lib/mirror/find-by-short-url.ts: no index has short URLs. */
const sliceSize = 1_000;

/** Links of the mirror by `shortUrlKey`, as far as they have one of these: their titles, or else their URLs. */
export async function findTaken(
  mirror: Pick<MirrorReader, 'slices'>,
  shortUrls: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const slice of mirror.slices(sliceSize, signal)) {
    for (const { shortUrl, title, longUrl } of slice) {
      const key = shortUrlKey(shortUrl ?? '');
      if (shortUrls.has(key)) found.set(key, title.trim() || displayUrl(longUrl ?? key));
    }
    if (found.size === shortUrls.size) break;
  }
  return found;
}
