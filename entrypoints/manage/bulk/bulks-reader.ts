/** Reads the bulks and the rows of the open one from disk, again after every change. */
import { batch } from '@preact/signals';
import { isFinished, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import { noRowDetails } from '../../../lib/bulk/store/queries.ts';
import { createCoalescedRun } from '../coalesced-run.ts';
import { rowFilters, type BulksDeps, type BulksState, type RowDetails } from './bulks-state.ts';

export const rowsOnPage = 50;
/** Undecided rows that are shown: a bulk pauses at about as many (lib/bulk/bulk-job.ts). */
const undecidedRange = { skip: 0, most: 60 };
/** Interval between two reads while rows end one after the other, in ms. */
const readEveryMs = 150;

export type BulksReader = ReturnType<typeof createBulksReader>;

export function createBulksReader(deps: BulksDeps, state: BulksState) {
  let stopped = false;

  const isOutdated = (bulk: Bulk) => stopped || deps.openId.peek() !== bulk.id;
  const announceFinished = createFinishNotice(deps, state, isOutdated);

  async function readRows(bulk: Bulk): Promise<void> {
    const range = rangeOfPage(state);
    const rows = await deps.repository.rows(bulk.id, rowFilters[state.filter.peek()], range);
    const undecided =
      bulk.counts.asks === 0 ? [] : await deps.repository.rows(bulk.id, rowFilters.asks, undecidedRange);
    if (isOutdated(bulk)) return;
    state.rows.value = rows;
    state.undecided.value = undecided;
    announceFinished(bulk);
  }

  async function read(): Promise<void> {
    const bulks = await deps.repository.list();
    const open = bulks.find(({ id }) => id === deps.openId.peek());
    const details = open ? await countRowDetails(open, deps, state) : null;
    if (stopped) return;
    markEndsRead(bulks, deps);
    batch(() => {
      state.bulks.value = bulks;
      state.rowDetails.value = details;
    });
    const bulk = state.bulk.peek();
    if (bulk === null) state.rows.value = [];
    else await readRows(bulk);
  }

  /** Calls during a read are answered by one more read. */
  const refresh = createCoalescedRun(
    async () => {
      await read().then(
        () => (state.unreadable.value = false),
        () => (state.unreadable.value = true),
      );
      await deps.delay(readEveryMs);
    },
    () => stopped,
  );

  return {
    refresh,

    /** Follows changes. @returns stops following */
    watch(): () => void {
      stopped = false;
      void refresh();
      const unsubscribe = deps.onChange(() => void refresh());
      return () => {
        stopped = true;
        unsubscribe();
      };
    },
  };
}

/** The open page, or the last one where fewer are left. */
function rangeOfPage({ page, total }: BulksState) {
  const lastPage = Math.max(0, Math.ceil(total.peek() / rowsOnPage) - 1);
  if (page.peek() > lastPage) page.value = lastPage;
  return { skip: page.peek() * rowsOnPage, most: rowsOnPage };
}

/** The section shows how each bulk has ended, so the popup no longer has to. */
function markEndsRead(bulks: readonly Bulk[], { repository, isVisible }: BulksDeps): void {
  const ended = bulks.filter(({ endUnread }) => endUnread).map(({ id }) => id);
  if (ended.length === 0 || !isVisible()) return;
  // Where that can't be stored, the popup reports the end again.
  repository.markEndsRead(ended).catch(() => undefined);
}

/** Counts only after another row has ended: all rows are read for it. */
async function countRowDetails(
  { id, counts: { done, refused, 'left-out': leftOut } }: Bulk,
  { repository }: BulksDeps,
  { rowDetails }: BulksState,
): Promise<RowDetails> {
  const before = rowDetails.peek();
  if (before?.id === id && before.done === done && before.refused === refused) return before;
  const counts = done + refused + leftOut === 0 ? noRowDetails : await repository.countRowDetails(id);
  return { id, done, refused, ...counts };
}

/** Copies the URL of the campaign that all links of a bulk went into, once the last of them exists. */
function createFinishNotice(
  deps: BulksDeps,
  { campaign, notice }: BulksState,
  isOutdated: (bulk: Bulk) => boolean,
) {
  /** Bulks that were seen unfinished. */
  const unfinished = new Set<string>();
  /** The last bulk whose campaign was looked for: the service may no longer have it. */
  let lastSearched = '';

  async function announce(bulk: Bulk): Promise<void> {
    if (!isFinished(bulk)) {
      unfinished.add(bulk.id);
      return;
    }
    const hasJustFinished = unfinished.delete(bulk.id);
    if (
      bulk.rotatorCampaign === null ||
      campaign.peek()?.id === bulk.rotatorCampaign.id ||
      lastSearched === bulk.id
    )
      return;
    lastSearched = bulk.id;
    const found = await deps.findCampaign(bulk.rotatorCampaign.id);
    if (isOutdated(bulk)) return;
    campaign.value = found;
    const address = campaign.peek()?.list ?? campaign.peek()?.rotator;
    // Only while the user looks at the page: the clipboard may hold something of theirs.
    if (hasJustFinished && address && deps.isVisible() && (await deps.copy(address)))
      notice.value = { name: 'url-copied', address };
  }

  // Not awaited, because it may ask the service. A bulk whose campaign is not found only lacks the campaign's URLs.
  return (bulk: Bulk): void => void announce(bulk).catch(() => undefined);
}
