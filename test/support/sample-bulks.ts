/** Batches as they are stored. */
import type { Bulk } from '../../lib/bulk/bulk-job.ts';
import type { SharedOptions } from '../../lib/bulk/draft-from-row.ts';
import { toSwitches } from '../../lib/url/clean-url-steps.ts';
import { parseBulk } from '../../lib/bulk/store/transaction.ts';
import type { MirrorDatabase } from '../../lib/mirror/database.ts';

export const noRows: Bulk['counts'] = {
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
  version: 2,
  id,
  name: `Bulk ${id}`,
  at: 1,
  desiredState: 'run',
  cancelledElsewhere: false,
  counts: { ...noRows, waiting: 2 },
  next: 0,
  out: [],
  unacknowledged: [],
  rotatorCampaign: null,
  ...change,
});

/** The options for all rows of a batch when nothing is chosen. */
export const noOptions: SharedOptions = {
  preset: null,
  campaign: null,
  channel: null,
  pixels: [],
  domain: '',
  expiry: '',
  defaults: { campaign: null, channel: null, pixels: [] },
  cleanUp: { steps: toSwitches([]), isOn: false },
};

export async function getBulk(database: MirrorDatabase, id: string): Promise<Bulk | null> {
  return parseBulk(await database.get('bulks', id));
}
