/** The bulks that were started: their progress, their actions, and the results of their rows. */
import type { Bulk, BulkRow } from '../../../lib/bulk/bulk-job.ts';
import {
  createBulksState,
  rowFilters,
  type BulksDeps,
  type BulksNotice,
  type BulksState,
  type ResultFilter,
} from './bulks-state.ts';
import { createBulksReader, type BulksReader } from './bulks-reader.ts';
import { resultsAsCsv, resultsAsMarkdown, resultsAsText } from './results.ts';

export type BulksModel = ReturnType<typeof createBulksModel>;

export function createBulksModel(deps: BulksDeps) {
  const state = createBulksState(deps);
  const reader = createBulksReader(deps, state);
  const { refresh } = reader;

  return {
    ...state,
    ...reader,
    ...createBulkActions(deps, state, refresh),

    /** Call when another bulk is opened. */
    reset(): void {
      state.filter.value = 'all';
      state.page.value = 0;
      state.rows.value = [];
      state.undecided.value = [];
      state.confirmation.value = null;
      // The message that a bulk was removed is shown in the list, which is opened next.
      if (state.notice.peek()?.name !== 'removed') state.notice.value = null;
      void refresh();
    },

    setFilter(filter: ResultFilter): void {
      state.filter.value = filter;
      state.page.value = 0;
      void refresh();
    },

    goToPage(page: number): void {
      state.page.value = page;
      void refresh();
    },

    confirm(act: 'cancel' | 'remove', id: string): void {
      state.confirmation.value = { act, id };
    },

    dismissConfirmation: (): void => {
      state.confirmation.value = null;
    },

    isConfirming(act: 'cancel' | 'remove', { id }: Bulk): boolean {
      const { value: open } = state.confirmation;
      return open?.act === act && open.id === id;
    },
  };
}

function createBulkActions(
  { repository, copy, save, now }: BulksDeps,
  { filter, notice, confirmation }: BulksState,
  refresh: BulksReader['refresh'],
) {
  async function run(action: () => Promise<BulksNotice | null>): Promise<BulksNotice | null> {
    notice.value = null;
    confirmation.value = null;
    const result = await action().catch((): BulksNotice => ({ name: 'failed' }));
    notice.value = result;
    await refresh();
    return result;
  }

  /** The batch itself shows its success. */
  const act = (action: () => Promise<void>) => void run(() => action().then(() => null));

  const filteredRows = (id: string): Promise<readonly BulkRow[]> =>
    repository.rows(id, rowFilters[filter.peek()], { skip: 0, most: Infinity });

  return {
    pause: (id: string): void => act(() => repository.setDesiredState(id, 'pause')),
    resume: (id: string): void => act(() => repository.setDesiredState(id, 'run')),
    cancel: (id: string): void => act(() => repository.setDesiredState(id, 'cancel')),

    /** Skips the rows that the service has refused one after the other, and resumes. */
    skip: (id: string): void => act(() => repository.skip(id)),

    /** @param n retries this row alone */
    retry: (id: string, n?: number) =>
      void run(async () => ({ name: 'retrying', count: await repository.retry(id, n) })),

    /** @returns whether it was removed */
    async remove(id: string): Promise<boolean> {
      const remove = async () => ((await repository.remove(id)) ? 'removed' : 'in-progress');
      return (await run(async () => ({ name: await remove() })))?.name === 'removed';
    },

    download: (id: string, name: string) =>
      void run(async () => {
        save(name, resultsAsCsv(await filteredRows(id), now()));
        return { name: 'saved' };
      }),
    copyMarkdown: (id: string) =>
      void run(async () => copyRows(copy, await filteredRows(id), resultsAsMarkdown)),
    copyText: (id: string) => void run(async () => copyRows(copy, await filteredRows(id), resultsAsText)),
    copyAddress: (address: string) => void run(() => copyToClipboard(copy, address)),
  };
}

async function copyToClipboard(copy: BulksDeps['copy'], text: string): Promise<BulksNotice> {
  return { name: (await copy(text)) ? 'copied' : 'copy-failed' };
}

/** Leaves the clipboard as it is where no row has a short link. */
async function copyRows(
  copy: BulksDeps['copy'],
  rows: readonly BulkRow[],
  format: (rows: readonly BulkRow[]) => string,
): Promise<BulksNotice> {
  return rows.some(({ result }) => result?.shortUrl)
    ? copyToClipboard(copy, format(rows))
    : { name: 'no-short-links' };
}
