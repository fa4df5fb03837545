/** The batches of the account, for the sidebar and "Activity": read again after every change. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Bulk } from '../../lib/bulk/bulk-job.ts';
import type { MirrorReader } from '../../lib/mirror/mirror-reader.ts';
import { createCoalescedRun } from './coalesced-run.ts';

/** Interval between two reads while rows end one after the other, in ms. */
const readEveryMs = 500;

interface WatchBulksDeps {
  readonly scope: ReadonlySignal<string>;
  readonly onChange: MirrorReader['onChange'];
  readonly list: () => Promise<readonly Bulk[]>;
  readonly delay: (ms: number) => Promise<unknown>;
}

/** @returns newest first; empty until they have been read */
export function watchBulks({
  scope,
  onChange,
  list,
  delay,
}: WatchBulksDeps): ReadonlySignal<readonly Bulk[]> {
  const bulks = signal<readonly Bulk[]>([]);
  const refresh = createCoalescedRun(async () => {
    const account = scope.peek();
    // "Bulk create" reports that they can't be read; here what was read before stays.
    const all = await list().catch(() => null);
    if (all !== null && scope.peek() === account) bulks.value = all;
    await delay(readEveryMs);
  });
  onChange((what) => {
    if (what === 'bulk') void refresh();
  });
  scope.subscribe(() => {
    bulks.value = [];
    void refresh();
  });
  return bulks;
}
