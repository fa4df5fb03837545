/** The bulks that were started: their progress, their actions, and the results of their rows. */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { saveFile } from '../../../lib/browser/share.ts';
import { isFinished, type Bulk, type BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { noRowDetails, type RowDetailCounts, type RowFilter } from '../../../lib/bulk/store/queries.ts';
import type { delay } from '../../../lib/time/delay.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { estimateDuration } from '../../../lib/views/estimate-duration.ts';
import { createCoalescedRun } from '../coalesced-run.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { BulkRepository } from './bulk-repository.ts';
import { countFiltered, rowFilters, type ResultFilter } from './result-filter.ts';
import { resultsAsCsv, resultsAsMarkdown, resultsAsText } from './results.ts';
import { lastPageOf, rowsOnPage } from './rows-table.tsx';

export interface BulksDeps {
  readonly repository: Omit<
    BulkRepository,
    'create' | 'cancelRow' | 'retryRow' | 'applyRowEdit' | 'loadDraft' | 'prepareDraft' | 'storeDraft'
  >;
  /** The id of the open bulk; empty for none. */
  readonly openId: ReadonlySignal<string>;
  readonly view: ReadonlySignal<ActivityView | null>;
  readonly delay: typeof delay;
  /** Calls back with every change of a bulk. @returns unsubscribes */
  readonly onChange: (changed: () => void) => () => void;
  readonly copy: SectionDeps['copy'];
  readonly save: typeof saveFile;
  /** Opens the link of a failed row in the form. */
  readonly edit: (row: BulkRow) => Promise<void>;
  /** A job of the form needs nothing more. */
  readonly dismissJob: (id: string) => void;
  /** The page is visible and has the focus. */
  readonly isVisible: () => boolean;
  /** @returns `null` where there is no such campaign, `undefined` where the service does not answer */
  readonly findCampaign: (id: string) => Promise<Campaign | null | undefined>;
  readonly now: () => number;
}

export type BulksNotice =
  | {
      readonly name:
        'copied' | 'copy-failed' | 'no-short-links' | 'saved' | 'failed' | 'removed' | 'in-progress';
    }
  | { readonly name: 'retrying'; readonly count: number }
  | { readonly name: 'url-copied'; readonly address: string };

/** Of the bulk `id`, counted when it had so many rows that were done and refused. */
interface RowDetails extends RowDetailCounts {
  readonly id: string;
  readonly done: number;
  readonly refused: number;
}

/** Undecided rows that are shown: a bulk pauses at about as many (lib/bulk/bulk-job.ts). */
const undecidedRange = { skip: 0, most: 60 };
/** Interval between two reads while rows end one after the other, in ms. */
const readEveryMs = 150;

export class BulksModel {
  /** `null` until they have been read. */
  readonly bulks = signal<readonly Bulk[] | null>(null);
  /** They could not be read, which is not the same as none. */
  readonly unreadable = signal(false);
  /** The open bulk. */
  readonly bulk = computed(() => this.bulks.value?.find(({ id }) => id === this.#deps.openId.value) ?? null);
  readonly rows = signal<readonly BulkRow[]>([]);
  /** Rows of the open bulk that wait for the user's decision. */
  readonly undecided = signal<readonly BulkRow[]>([]);
  readonly filter = signal<ResultFilter>('all');
  readonly page = signal(0);
  readonly notice = signal<BulksNotice | null>(null);
  readonly campaign = signal<Campaign | null>(null);
  readonly confirmation = signal<{ readonly act: 'cancel' | 'remove'; readonly id: string } | null>(null);

  readonly #rowDetails = signal<RowDetails | null>(null);
  /** Of the open bulk; none until its rows have been counted. They are read after their bulk, and may be ahead of it. */
  readonly #details = computed(() => {
    const details = this.#rowDetails.value;
    return details !== null && details.id === this.bulk.value?.id ? details : noRowDetails;
  });
  /** Rows of the open bulk whose link existed before. */
  readonly existing = computed(() => {
    const { existing } = this.#details.value;
    return { ...existing, done: Math.min(existing.done, this.bulk.value?.counts.done ?? 0) };
  });
  /** Refused rows of the open bulk that can be retried. */
  readonly retryable = computed(() =>
    Math.max(0, (this.bulk.value?.counts.refused ?? 0) - this.#details.value.unrepeatable),
  );
  /** The number of rows that the filter lets through. */
  readonly total = computed(() => {
    const { value: bulk } = this.bulk;
    return bulk === null ? 0 : countFiltered(bulk, this.existing.value, this.filter.value);
  });
  /** Ms until the open bulk is finished; `null` where that can't be estimated. Older bulks go first. */
  readonly msLeft = computed(() => {
    const { value: bulk } = this.bulk;
    if (bulk?.desiredState !== 'run') return null;
    const first = this.bulks.value?.filter(({ desiredState, at }) => desiredState === 'run' && at < bulk.at);
    const count = [bulk, ...(first ?? [])].reduce((sum, { counts }) => sum + counts.waiting + counts.out, 0);
    return estimateDuration(count, this.#deps.view.value?.meter ?? null, this.#deps.now());
  });

  readonly #deps: BulksDeps;
  #stopped = false;
  /** Bulks that were seen unfinished. */
  readonly #unfinished = new Set<string>();
  /** The last bulk whose campaign is or was looked for: the service may no longer have it. */
  #lastSearched = '';

  constructor(deps: BulksDeps) {
    this.#deps = deps;
  }

  /** Reads the bulks and the rows of the open one. Calls during a read are answered by one more read. */
  readonly refresh = createCoalescedRun(
    async () => {
      await this.#read().then(
        () => (this.unreadable.value = false),
        () => (this.unreadable.value = true),
      );
      await this.#deps.delay(readEveryMs);
    },
    () => this.#stopped,
  );

  /** Follows changes. @returns stops following */
  watch(): () => void {
    this.#stopped = false;
    void this.refresh();
    const unsubscribe = this.#deps.onChange(() => void this.refresh());
    return () => {
      this.#stopped = true;
      unsubscribe();
    };
  }

  /** Call when another bulk is opened. */
  reset(): void {
    this.filter.value = 'all';
    this.page.value = 0;
    this.rows.value = [];
    this.undecided.value = [];
    this.confirmation.value = null;
    // The message that a bulk was removed is shown in the list, which is opened next.
    if (this.notice.peek()?.name !== 'removed') this.notice.value = null;
    void this.refresh();
  }

  readonly setFilter = (filter: ResultFilter): void => {
    this.filter.value = filter;
    this.goToPage(0);
  };

  readonly goToPage = (page: number): void => {
    this.page.value = page;
    void this.refresh();
  };

  confirm(act: 'cancel' | 'remove', id: string): void {
    this.confirmation.value = { act, id };
  }

  readonly dismissConfirmation = (): void => {
    this.confirmation.value = null;
  };

  isConfirming(act: 'cancel' | 'remove', { id }: Bulk): boolean {
    const { value: open } = this.confirmation;
    return open?.act === act && open.id === id;
  }

  readonly pause = (id: string): void => this.#act(() => this.#deps.repository.setDesiredState(id, 'pause'));
  readonly resume = (id: string): void => this.#act(() => this.#deps.repository.setDesiredState(id, 'run'));
  readonly cancel = (id: string): void =>
    this.#act(() => this.#deps.repository.setDesiredState(id, 'cancel'));
  /** Skips the rows that the service has refused one after the other, and resumes. */
  readonly skip = (id: string): void => this.#act(() => this.#deps.repository.skip(id));
  /** @param n retries this row alone */
  readonly retry = (id: string, n?: number): void =>
    void this.#run(async () => ({ name: 'retrying', count: await this.#retry(id, n) }));
  /** @param id of a failed row, which the user needs no more */
  readonly skipRow = (id: string): void =>
    this.#act(async () => void (await this.#deps.repository.skipRows(new Set([id]))));
  readonly edit = (row: BulkRow): void => this.#act(() => this.#deps.edit(row));
  /** @returns whether it was removed */
  async remove(id: string): Promise<boolean> {
    const result = await this.#run(async () => ({
      name: (await this.#deps.repository.remove(id)) ? 'removed' : 'in-progress',
    }));
    return result?.name === 'removed';
  }

  download(id: string, name: string): void {
    void this.#run(async () => {
      const rows = await this.#filteredRows(id);
      const hasDuplicates = rows.some(({ duplicateOf }) => duplicateOf !== undefined);
      // A duplicate has the link of a row that may be filtered out.
      const all = hasDuplicates ? await this.#allRows(id, null) : rows;
      this.#deps.save(name, resultsAsCsv(rows, this.#deps.now(), all));
      return { name: 'saved' };
    });
  }

  readonly copyMarkdown = (id: string): void => void this.#run(() => this.#copyRows(id, resultsAsMarkdown));
  readonly copyText = (id: string): void => void this.#run(() => this.#copyRows(id, resultsAsText));
  readonly copyAddress = (address: string): void => void this.#run(() => this.#copy(address));

  async #run(action: () => Promise<BulksNotice | null>): Promise<BulksNotice | null> {
    this.notice.value = null;
    this.confirmation.value = null;
    const result = await action().catch((): BulksNotice => ({ name: 'failed' }));
    this.notice.value = result;
    await this.refresh();
    return result;
  }

  /** The batch itself shows its success. */
  #act(action: () => Promise<void>): void {
    void this.#run(() => action().then(() => null));
  }

  /** The form's job of an edited row is no longer offered to be tried again, which would make a second link. */
  async #retry(id: string, n?: number): Promise<number> {
    const refused = await this.#allRows(id, rowFilters.refused);
    const count = await this.#deps.repository.retry(id, n);
    for (const row of refused)
      if (row.editedInto !== undefined && !row.passwordDropped && (n ?? row.n) === row.n)
        this.#deps.dismissJob(row.editedInto);
    return count;
  }

  #filteredRows(id: string): Promise<readonly BulkRow[]> {
    return this.#allRows(id, rowFilters[this.filter.peek()]);
  }

  #allRows(id: string, filter: RowFilter | null): Promise<readonly BulkRow[]> {
    return this.#deps.repository.rows(id, filter, { skip: 0, most: Infinity });
  }

  async #copy(text: string): Promise<BulksNotice> {
    return { name: (await this.#deps.copy(text)) ? 'copied' : 'copy-failed' };
  }

  /** Leaves the clipboard as it is where no row has a short link. */
  async #copyRows(id: string, format: (rows: readonly BulkRow[]) => string): Promise<BulksNotice> {
    const rows = await this.#filteredRows(id);
    return rows.some(({ result }) => result?.shortUrl)
      ? this.#copy(format(rows))
      : { name: 'no-short-links' };
  }

  async #read(): Promise<void> {
    const bulks = await this.#deps.repository.list();
    const open = bulks.find(({ id }) => id === this.#deps.openId.peek());
    const details = open ? await this.#countRowDetails(open) : null;
    if (this.#stopped) return;
    this.#markEndsRead(bulks);
    batch(() => {
      this.bulks.value = bulks;
      this.#rowDetails.value = details;
    });
    const bulk = this.bulk.peek();
    if (bulk === null) this.rows.value = [];
    else await this.#readRows(bulk);
  }

  async #readRows(bulk: Bulk): Promise<void> {
    const { repository } = this.#deps;
    // Fewer may be left than at the last read.
    this.page.value = Math.min(this.page.peek(), lastPageOf(this.total.peek()));
    const range = { skip: this.page.peek() * rowsOnPage, most: rowsOnPage };
    const rows = await repository.rows(bulk.id, rowFilters[this.filter.peek()], range);
    const undecided =
      bulk.counts.asks === 0 ? [] : await repository.rows(bulk.id, rowFilters.asks, undecidedRange);
    if (this.#isOutdated(bulk)) return;
    this.rows.value = rows;
    this.undecided.value = undecided;
    // Not awaited, because it may ask the service. A bulk whose campaign is not found only lacks the campaign's URLs.
    this.#announceFinished(bulk).catch(() => undefined);
  }

  #isOutdated({ id }: Bulk): boolean {
    return this.#stopped || this.#deps.openId.peek() !== id;
  }

  /** The section shows how each bulk has ended, so the popup no longer has to. */
  #markEndsRead(bulks: readonly Bulk[]): void {
    const ended = bulks.filter(({ endUnread }) => endUnread).map(({ id }) => id);
    if (ended.length === 0 || !this.#deps.isVisible()) return;
    // Where that can't be stored, the popup reports the end again.
    this.#deps.repository.markEndsRead(ended).catch(() => undefined);
  }

  /** Counts only after another row has ended: all rows are read for it. */
  async #countRowDetails({ id, counts }: Bulk): Promise<RowDetails> {
    const { done, refused, 'left-out': leftOut } = counts;
    const before = this.#rowDetails.peek();
    if (before?.id === id && before.done === done && before.refused === refused) return before;
    const details =
      done + refused + leftOut === 0 ? noRowDetails : await this.#deps.repository.countRowDetails(id);
    return { id, done, refused, ...details };
  }

  /** Copies the URL of the campaign that all links of a bulk went into, once the last of them exists. */
  async #announceFinished(bulk: Bulk): Promise<void> {
    const { id, rotatorCampaign } = bulk;
    if (!isFinished(bulk)) {
      this.#unfinished.add(id);
      return;
    }
    const hasJustFinished = this.#unfinished.delete(id);
    const isShown = this.campaign.peek()?.id === rotatorCampaign?.id;
    if (rotatorCampaign === null || isShown || this.#lastSearched === id) return;
    this.#lastSearched = id;
    const campaign = await this.#deps.findCampaign(rotatorCampaign.id);
    // Looked for again with the next change, or once the bulk is opened again.
    if (campaign === undefined || this.#isOutdated(bulk)) {
      if (this.#lastSearched === id) this.#lastSearched = '';
      return;
    }
    this.campaign.value = campaign;
    const address = campaign?.list ?? campaign?.rotator;
    // Only while the user looks at the page: the clipboard may hold something of theirs.
    if (hasJustFinished && address && this.#deps.isVisible() && (await this.#deps.copy(address)))
      this.notice.value = { name: 'url-copied', address };
  }
}
