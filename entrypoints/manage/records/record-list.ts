/** One of the account's lists, read from the mirror, with the changes of this page. */
import { signal } from '@preact/signals';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import type { Freshness } from '../../../lib/mirror/mirror-reader.ts';
import type { SectionDeps } from '../section-deps.ts';
import { createOptimisticPatches } from './optimistic-patches.ts';
import type { RecordListConfig, RecordOf } from './record-list-config.ts';
import { createRecordSearch } from './record-search.ts';

type RecordListDeps = Pick<SectionDeps, 'mirror' | 'sync' | 'now'>;

export function createRecordList<Name extends CollectionName>(
  deps: RecordListDeps,
  config: RecordListConfig<Name>,
) {
  const { patches, syncRequestedAt, showChange, ...stored } = createStoredRecords(deps, config);

  return {
    config,
    ...stored,
    syncRequestedAt,
    ...createRecordSearch(stored.records, config),

    /** Shows the stored records and requests a sync. @returns stops following */
    open(): () => void {
      void stored.load();
      deps.sync();
      return deps.mirror.onChange((what) => {
        if (what === 'lists') void stored.load();
      });
    },

    syncNow(): void {
      syncRequestedAt.value = deps.now();
      deps.sync({ force: true });
    },

    add(record: RecordOf<Name>): void {
      patches.add(record);
      showChange();
    },
    update(id: string, fields: Partial<RecordOf<Name>>): void {
      patches.update(id, fields);
      showChange();
    },
    remove(id: string): void {
      patches.remove(id);
      showChange();
    },
  };
}

/** The records of the mirror, with the changes that this page has made since. */
function createStoredRecords<Name extends CollectionName>(
  { mirror, now }: RecordListDeps,
  { name }: RecordListConfig<Name>,
) {
  /** `null` until they have been read. */
  const records = signal<readonly RecordOf<Name>[] | null>(null);
  const freshness = signal<Freshness | null>(null);
  /** The browser does not let the mirror be read. */
  const unreadable = signal(false);
  /** When the user asked for a sync that has not finished yet: epoch ms. */
  const syncRequestedAt = signal<number | null>(null);
  const patches = createOptimisticPatches<RecordOf<Name>>(now);
  let stored: readonly RecordOf<Name>[] = [];
  let lastRead = 0;

  async function load(): Promise<void> {
    const read = ++lastRead;
    try {
      const [list, { lists }] = await Promise.all([mirror.records(name), mirror.freshness()]);
      // A later read has newer records.
      if (read !== lastRead) return;
      const at = lists[name].at ?? 0;
      patches.dropOlderThan(at);
      stored = list;
      records.value = patches.applyTo(stored);
      freshness.value = lists[name];
      unreadable.value = false;
      if (at > (syncRequestedAt.peek() ?? 0)) syncRequestedAt.value = null;
    } catch {
      unreadable.value = records.peek() === null;
    }
  }

  return {
    records,
    freshness,
    unreadable,
    syncRequestedAt,
    patches,
    load,

    /** Shows a change of this page immediately. */
    showChange(): void {
      if (records.peek() !== null) records.value = patches.applyTo(stored);
    },
  };
}
