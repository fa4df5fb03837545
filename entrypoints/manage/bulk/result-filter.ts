/** Filters of a bulk's rows by what became of them. */
import { rowStates, type Bulk, type RowState } from '../../../lib/bulk/bulk-job.ts';
import type { RowDetailCounts, RowFilter } from '../../../lib/bulk/store/queries.ts';

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
