/** The state of the started bulks: the stored ones, and the rows of the open one. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { rowStates, type Bulk, type BulkRow, type RowState } from '../../../lib/bulk/bulk-job.ts';
import { noRowDetails, type RowDetailCounts, type RowFilter } from '../../../lib/bulk/store/queries.ts';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { saveFile } from '../../../lib/browser/share.ts';
import type { delay } from '../../../lib/time/delay.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { estimateDuration } from '../../../lib/views/estimate-duration.ts';
import type { SectionDeps } from '../section-deps.ts';
import type { BulkRepository } from './bulk-repository.ts';

export interface BulksDeps {
  readonly repository: Omit<
    BulkRepository,
    'create' | 'cancelRow' | 'loadDraft' | 'prepareDraft' | 'storeDraft'
  >;
  /** The id of the open bulk; empty for none. */
  readonly openId: ReadonlySignal<string>;
  readonly view: ReadonlySignal<ActivityView | null>;
  readonly delay: typeof delay;
  /** Calls back with every change of a bulk. @returns unsubscribes */
  readonly onChange: (changed: () => void) => () => void;
  readonly copy: SectionDeps['copy'];
  readonly save: typeof saveFile;
  /** The page is visible and has the focus. */
  readonly isVisible: () => boolean;
  /** @returns `null` where the campaign can't be found */
  readonly findCampaign: (id: string) => Promise<Campaign | null>;
  readonly now: () => number;
}

export type BulksNotice =
  | {
      readonly name:
        'copied' | 'copy-failed' | 'no-short-links' | 'saved' | 'failed' | 'removed' | 'in-progress';
    }
  | { readonly name: 'retrying'; readonly count: number }
  | { readonly name: 'url-copied'; readonly address: string };

/** Each row is let through by `all` and by one other. */
export type ResultFilter =
  'all' | 'done' | 'existing' | 'refused' | 'asks' | 'open' | 'left-out' | 'cancelled';

/** `null` for all rows. */
export const rowFilters: Readonly<Record<ResultFilter, RowFilter | null>> = {
  all: null,
  done: { states: ['done'], existing: false },
  existing: { states: ['done', 'left-out'], existing: true },
  refused: { states: ['refused'] },
  asks: { states: ['asks'] },
  open: { states: ['waiting', 'out'] },
  'left-out': { states: ['left-out'], existing: false },
  cancelled: { states: ['cancelled'] },
};

/** Of the bulk `id`, counted when it had so many rows that were done and refused. */
export interface RowDetails extends RowDetailCounts {
  readonly id: string;
  readonly done: number;
  readonly refused: number;
}

export function countFiltered(
  { counts }: Pick<Bulk, 'counts'>,
  existing: RowDetailCounts['existing'],
  filter: ResultFilter,
): number {
  const { states = rowStates, existing: isExisting } = rowFilters[filter] ?? {};
  const existingIn = (state: RowState) => (state === 'done' || state === 'left-out' ? existing[state] : 0);
  const countIn = (state: RowState) => {
    if (isExisting === undefined) return counts[state];
    return isExisting ? existingIn(state) : counts[state] - existingIn(state);
  };
  return states.reduce((sum, state) => sum + countIn(state), 0);
}

export type BulksState = ReturnType<typeof createBulksState>;

export function createBulksState({ openId, view, now }: Pick<BulksDeps, 'openId' | 'view' | 'now'>) {
  /** `null` until they have been read. */
  const bulks = signal<readonly Bulk[] | null>(null);
  const filter = signal<ResultFilter>('all');
  const bulk = computed(() => bulks.value?.find(({ id }) => id === openId.value) ?? null);
  const rowDetails = signal<RowDetails | null>(null);
  /** Of the open bulk; `null` until its rows have been counted. They are read after their bulk, and may be ahead of it. */
  const details = computed(() => (rowDetails.value?.id === bulk.value?.id ? rowDetails.value : null));
  /** Rows of the open bulk whose link existed before. */
  const existing = computed(() => {
    const { existing: counted } = details.value ?? noRowDetails;
    return { ...counted, done: Math.min(counted.done, bulk.value?.counts.done ?? 0) };
  });

  return {
    bulks,
    rowDetails,
    existing,
    /** Refused rows of the open bulk that can be retried. */
    retryable: computed(() =>
      Math.max(0, (bulk.value?.counts.refused ?? 0) - (details.value?.unrepeatable ?? 0)),
    ),
    /** The bulks could not be read, which is not the same as none. */
    unreadable: signal(false),
    /** The open bulk. */
    bulk,
    rows: signal<readonly BulkRow[]>([]),
    /** Rows of the open bulk that wait for the user's decision. */
    undecided: signal<readonly BulkRow[]>([]),
    filter,
    page: signal(0),
    /** The number of rows that the filter lets through. */
    total: computed(() =>
      bulk.value === null ? 0 : countFiltered(bulk.value, existing.value, filter.value),
    ),
    /** Ms until the open bulk is finished; `null` where that can't be estimated. */
    msLeft: computed(() => estimateMsLeft(bulk.value, bulks.value ?? [], view.value, now())),
    notice: signal<BulksNotice | null>(null),
    campaign: signal<Campaign | null>(null),
    confirmation: signal<{ readonly act: 'cancel' | 'remove'; readonly id: string } | null>(null),
  };
}

/** Older bulks go first. */
function estimateMsLeft(
  bulk: Bulk | null,
  bulks: readonly Bulk[],
  view: ActivityView | null,
  now: number,
): number | null {
  if (bulk === null || bulk.desiredState !== 'run') return null;
  const before = bulks.filter((one) => one.desiredState === 'run' && one.at < bulk.at);
  const count = [bulk, ...before].reduce((sum, { counts }) => sum + counts.waiting + counts.out, 0);
  return estimateDuration(count, view?.meter ?? null, now);
}
