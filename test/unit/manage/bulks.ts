/** Batches as they are stored. */
import type { Bulk, BulkCounts } from '../../../lib/bulk/bulk-job.ts';

export const noRows: BulkCounts = {
  waiting: 0,
  out: 0,
  asks: 0,
  done: 0,
  refused: 0,
  cancelled: 0,
  'left-out': 0,
};

/** Two rows wait, and none is finished. */
export const bulkOf = (id: string, change: Partial<Bulk> = {}): Bulk => ({
  version: 1,
  id,
  name: `Bulk ${id}`,
  at: 1,
  wish: 'run',
  cancelledElsewhere: false,
  counts: { ...noRows, waiting: 2 },
  next: 0,
  out: [],
  untold: [],
  endedAt: null,
  into: null,
  ...change,
});
