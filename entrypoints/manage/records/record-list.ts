/** One of the account's lists, read from the mirror, with the changes of this page. */
import { signal } from '@preact/signals';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { Freshness } from '../../../lib/mirror/mirror-reader.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createSyncRequest } from '../sync-now.tsx';
import { createOptimisticPatches } from './optimistic-patches.ts';
import type { RecordListConfig, RecordOf } from './record-section-config.ts';
import { createRecordSearch } from './record-search.ts';

type RecordListDeps = Pick<SectionDeps, 'mirror' | 'sync' | 'now'>;

export function createRecordList<Name extends CollectionName>(
  deps: RecordListDeps,
  config: RecordListConfig<Name>,
) {
  const { endSyncRequest, ...syncRequest } = createSyncRequest(deps);
  const stored = createStoredRecords(deps, config, endSyncRequest);

  return {
    ...stored,
    ...syncRequest,
    ...createRecordSearch(stored.records, config),

    /** Shows the stored records and requests a sync. @returns stops following */
    open(): () => void {
      void stored.load();
      deps.sync();
      return deps.mirror.onChange((what) => {
        if (what === 'lists') void stored.load();
      });
    },
  };
}

/**
 * The records of the mirror, with the changes that this page has made since.
 *
 * @param onRead called with the time of the list: epoch ms
 */
function createStoredRecords<Name extends CollectionName>(
  { mirror, now }: RecordListDeps,
  { name }: RecordListConfig<Name>,
  onRead: (at: number | null) => void,
) {
  /** `null` until they have been read. */
  const records = signal<readonly RecordOf<Name>[] | null>(null);
  const freshness = signal<Freshness | null>(null);
  /** The browser does not let the mirror be read. */
  const unreadable = signal(false);
  const patches = createOptimisticPatches<RecordOf<Name>>(now, showPatches);
  let stored: readonly RecordOf<Name>[] = [];
  let lastRead = 0;

  function showPatches(): void {
    if (records.peek() !== null) records.value = patches.applyTo(stored);
  }

  async function load(): Promise<void> {
    const read = ++lastRead;
    try {
      const [list, { lists }] = await Promise.all([mirror.records(name), mirror.freshness()]);
      // A later read has newer records.
      if (read !== lastRead) return;
      const { at } = lists[name];
      patches.dropOlderThan(at ?? 0);
      stored = list;
      records.value = patches.applyTo(stored);
      freshness.value = lists[name];
      unreadable.value = false;
      onRead(at);
    } catch {
      unreadable.value = records.peek() === null;
    }
  }

  return {
    records,
    freshness,
    unreadable,
    load,
    add: patches.add,
    update: patches.update,
    remove: patches.remove,
  };
}
