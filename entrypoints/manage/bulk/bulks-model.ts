/** The bulks that were begun: how far each has come, what can be done with it, and what came of its rows. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import {
  isFinished,
  countOpen,
  rowStates,
  type Bulk,
  type BulkRow,
  type RowState,
} from '../../../lib/bulk/bulk-job.ts';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { BulkRepository } from './bulk-repository.ts';

export interface BulksDeps {
  readonly repository: Omit<BulkRepository, 'create' | 'loadDraft' | 'storeDraft'>;
  /** The id of the one that is open; empty for none. */
  readonly open: ReadonlySignal<string>;
  readonly view: ReadonlySignal<ActivityView | null>;
  readonly delay: (ms: number) => Promise<unknown>;
  /** Calls back with every change of a bulk; gives the way to stop. */
  readonly onChange: (changed: () => void) => () => void;
  readonly copy: (text: string) => Promise<boolean>;
  readonly save: (name: string, content: Blob) => void;
  /** The person looks at this page now. */
  readonly visible: () => boolean;
  /** A campaign as the service has it; `null` when that can't be told. */
  readonly campaign: (id: string) => Promise<Campaign | null>;
  readonly format: ResultFormats;
}

/** Rows as they are handed on; made in pieces, since there may be ten thousand. */
export interface ResultFormats {
  readonly csv: (rows: readonly BulkRow[]) => Blob;
  readonly markdown: (rows: readonly BulkRow[]) => string;
  readonly text: (rows: readonly BulkRow[]) => string;
}

/** What came of the last act, told once. */
export type BulksNotice =
  | { readonly name: 'copied' | 'copy-failed' | 'saved' | 'failed' | 'removed' | 'on-its-way' }
  | { readonly name: 'again'; readonly count: number }
  | { readonly name: 'address-copied'; readonly address: string };

export type ResultFilter = 'all' | 'done' | 'refused' | 'open' | 'left-out' | 'cancelled';

const statesOf: Readonly<Record<ResultFilter, readonly RowState[] | null>> = {
  all: null,
  done: ['done'],
  refused: ['refused'],
  open: ['waiting', 'out', 'asks'],
  'left-out': ['left-out'],
  cancelled: ['cancelled'],
};

export const rowsOnPage = 50;
/** Questions shown at once: a bulk waits at about as many (lib/bulk/bulk-job.ts). */
const maxShown = 60;
/** Between two looks at the disk while rows end one after the other, in ms. */
const lookEvery = 150;
const windowMs = 60_000;

export type BulksModel = ReturnType<typeof createBulksModel>;

export function createBulksModel(deps: BulksDeps) {
  const { repository } = deps;
  /** `null` until they have been read. */
  const bulks = signal<readonly Bulk[] | null>(null);
  /** They could not be read, which is not the same as none. */
  const unreadable = signal(false);
  const rows = signal<readonly BulkRow[]>([]);
  /** Rows of the open bulk that wait for the person's decision. */
  const undecided = signal<readonly BulkRow[]>([]);
  const filter = signal<ResultFilter>('all');
  const page = signal(0);
  const notice = signal<BulksNotice | null>(null);
  const campaign = signal<Campaign | null>(null);
  /** A bulk that the person wants gone, or given up, and has yet to say so once more. */
  const confirmation = signal<{ readonly act: 'cancel' | 'remove'; readonly id: string } | null>(null);
  let looking = false;
  let again = false;
  let stopped = false;
  /** Bulks that were seen while something of them was still to come. */
  const watched = new Set<string>();

  const bulk = computed(() => bulks.value?.find(({ id }) => id === deps.open.value) ?? null);
  const total = computed(() => {
    const states = statesOf[filter.value];
    const counts = bulk.value?.counts;
    if (counts === undefined) return 0;
    return (states ?? rowStates).reduce((sum, state) => sum + counts[state], 0);
  });

  /** Ms until the open bulk is through, at one link a slot; `null` where nobody can tell. */
  const left = computed((): number | null => {
    const mine = bulk.value;
    const limit = deps.view.value?.meter?.limit;
    if (mine === null || mine.wish !== 'run' || typeof limit !== 'number') return null;
    const before = (bulks.value ?? []).filter((one) => one.wish === 'run' && one.at < mine.at);
    const count = [mine, ...before].reduce((sum, { counts }) => sum + counts.waiting + counts.out, 0);
    return count * (windowMs / limit);
  });

  async function look(): Promise<void> {
    const all = await repository.list();
    if (stopped) return;
    bulks.value = all;
    const mine = bulk.peek();
    if (mine === null) {
      rows.value = [];
      return;
    }
    const last = Math.max(0, Math.ceil(total.peek() / rowsOnPage) - 1);
    if (page.peek() > last) page.value = last;
    const range = { skip: page.peek() * rowsOnPage, most: rowsOnPage };
    const found = await repository.rows(mine.id, statesOf[filter.peek()], range);
    // Gone to another one meanwhile.
    if (stopped || deps.open.peek() !== mine.id) return;
    rows.value = found;
    const asks =
      mine.counts.asks === 0 ? [] : await repository.rows(mine.id, ['asks'], { skip: 0, most: maxShown });
    if (stopped || deps.open.peek() !== mine.id) return;
    undecided.value = asks;
    await finish(mine);
  }

  /** The one address for all of them, once there are all of them. */
  async function finish(mine: Bulk): Promise<void> {
    if (!isFinished(mine)) {
      watched.add(mine.id);
      return;
    }
    const ended = watched.delete(mine.id);
    if (mine.into === null || campaign.peek()?.id === mine.into.id) return;
    campaign.value = await deps.campaign(mine.into.id);
    const address = campaign.peek()?.list ?? campaign.peek()?.rotator;
    // Only under the eyes of the person: whatever they have copied meanwhile elsewhere stays.
    if (ended && address && deps.visible() && (await deps.copy(address)))
      notice.value = { name: 'address-copied', address };
  }

  async function lookSoon(): Promise<void> {
    again = true;
    if (looking) return;
    looking = true;
    const isOn = () => again && !stopped;
    while (isOn()) {
      again = false;
      await look().then(
        () => (unreadable.value = false),
        () => (unreadable.value = true),
      );
      await deps.delay(lookEvery);
    }
    looking = false;
  }

  async function act(change: () => Promise<BulksNotice | null>): Promise<void> {
    notice.value = null;
    confirmation.value = null;
    try {
      notice.value = await change();
    } catch {
      notice.value = { name: 'failed' };
    }
    await lookSoon();
  }

  const wish = (id: string, wanted: Bulk['wish']) =>
    act(async () => {
      await repository.setDesiredState(id, wanted);
      return null;
    });

  async function everyRow(id: string): Promise<readonly BulkRow[]> {
    const states = statesOf[filter.peek()];
    return repository.rows(id, states, { skip: 0, most: Infinity });
  }

  async function copied(text: Promise<string>): Promise<BulksNotice> {
    return { name: (await deps.copy(await text)) ? 'copied' : 'copy-failed' };
  }

  return {
    bulks,
    unreadable,
    bulk,
    rows,
    undecided,
    filter,
    page,
    total,
    left,
    notice,
    campaign,
    confirmation,
    refresh: lookSoon,

    /** Follows what happens; gives the way to stop. */
    watch(): () => void {
      stopped = false;
      void lookSoon();
      const stop = deps.onChange(() => void lookSoon());
      return () => {
        stopped = true;
        stop();
      };
    },

    /** Another one is open. */
    reset(): void {
      filter.value = 'all';
      page.value = 0;
      rows.value = [];
      undecided.value = [];
      confirmation.value = null;
      campaign.value = null;
      // What has become of one that is gone is told where the others stand.
      if (notice.peek()?.name !== 'removed') notice.value = null;
      void lookSoon();
    },

    setFilter(wanted: ResultFilter): void {
      filter.value = wanted;
      page.value = 0;
      void lookSoon();
    },

    goToPage(to: number): void {
      page.value = to;
      void lookSoon();
    },

    pause: (id: string) => void wish(id, 'pause'),
    resume: (id: string) => void wish(id, 'run'),

    /** Asks once more before anything is given up. */
    confirm(wanted: 'cancel' | 'remove', id: string): void {
      confirmation.value = { act: wanted, id };
    },
    dismissConfirmation: (): void => {
      confirmation.value = null;
    },
    cancel: (id: string) => void wish(id, 'cancel'),

    /** Goes on without the rows that the service refused in a row. */
    skip: (id: string) =>
      void act(async () => {
        await repository.skip(id);
        return null;
      }),

    retry: (id: string) => void act(async () => ({ name: 'again', count: await repository.retry(id) })),

    remove: (id: string) =>
      act(async () => ({ name: (await repository.remove(id)) ? 'removed' : 'on-its-way' })),

    download: (id: string, name: string) =>
      void act(async () => {
        deps.save(name, deps.format.csv(await everyRow(id)));
        return { name: 'saved' };
      }),
    copyMarkdown: (id: string) => void act(() => copied(everyRow(id).then(deps.format.markdown))),
    copyText: (id: string) => void act(() => copied(everyRow(id).then(deps.format.text))),
    copyAddress: (address: string) => void act(() => copied(Promise.resolve(address))),
  };
}

/** How far a bulk has come: from 0 to 1, of what was to be made. */
export function progressOf(bulk: Bulk): number {
  const { done, refused, cancelled } = bulk.counts;
  const meant = done + refused + cancelled + countOpen(bulk);
  return meant === 0 ? 1 : (meant - countOpen(bulk)) / meant;
}
