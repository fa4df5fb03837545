/** One of the account's lists, read from the mirror and filtered by the search text. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { CollectionName, MirrorSchema } from '../../../lib/mirror/database.ts';
import { uiLanguage } from '../../../lib/i18n/t.ts';
import type { Freshness } from '../../../lib/mirror/mirror-reader.ts';
import type { SectionDeps } from '../section-deps.ts';
import { normalizeText } from '../../../lib/text/normalize-text.ts';
import { createOptimisticPatches } from './optimistic-patches.ts';

export type RecordOf<Name extends CollectionName> = MirrorSchema[Name]['value'];

export interface RecordListConfig<Name extends CollectionName> {
  readonly name: Name;
  readonly searchWords: (record: RecordOf<Name>) => readonly string[];
  /** The list is sorted by it. */
  readonly nameOf: (record: RecordOf<Name>) => string;
  /** Pinned records stand above the others. */
  readonly isPinned?: (record: RecordOf<Name>) => boolean;
}

/** Rows that are rendered at first, and added by each "Show more". */
const rowsPerStep = 100;

export function createRecordList<Name extends CollectionName>(
  deps: Pick<SectionDeps, 'mirror' | 'sync' | 'now'>,
  config: RecordListConfig<Name>,
) {
  /** `null` until they have been read. */
  const records = signal<readonly RecordOf<Name>[] | null>(null);
  const freshness = signal<Freshness | null>(null);
  /** The browser does not let the mirror be read. */
  const unreadable = signal(false);
  /** When the user asked for a sync that has not finished yet: epoch ms. */
  const syncRequestedAt = signal<number | null>(null);
  const patches = createOptimisticPatches<RecordOf<Name>>(deps.now);
  let stored: readonly RecordOf<Name>[] = [];
  let lastRead = 0;

  function show(): void {
    records.value = patches.applyTo(stored);
  }

  /** Shows a change of this page at once. */
  function showChange(): void {
    if (records.peek() !== null) show();
  }

  async function load(): Promise<void> {
    const read = ++lastRead;
    try {
      const [list, { lists }] = await Promise.all([
        deps.mirror.records(config.name),
        deps.mirror.freshness(),
      ]);
      // A later read has newer records.
      if (read !== lastRead) return;
      const at = lists[config.name].at ?? 0;
      patches.dropOlderThan(at);
      stored = list;
      show();
      freshness.value = lists[config.name];
      unreadable.value = false;
      if (at > (syncRequestedAt.peek() ?? 0)) syncRequestedAt.value = null;
    } catch {
      unreadable.value = records.peek() === null;
    }
  }

  return {
    config,
    records,
    freshness,
    unreadable,
    syncRequestedAt,
    ...createRecordSearch(records, config),
    load,

    /** Shows the stored records and requests a sync. @returns stops following */
    open(): () => void {
      void load();
      deps.sync(false);
      return deps.mirror.onChange((what) => {
        if (what === 'lists') void load();
      });
    },

    syncNow(): void {
      syncRequestedAt.value = deps.now();
      deps.sync(true);
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

function createRecordSearch<Name extends CollectionName>(
  records: ReadonlySignal<readonly RecordOf<Name>[] | null>,
  config: RecordListConfig<Name>,
) {
  const query = signal('');
  const maxShown = signal(rowsPerStep);

  const sorted = computed(() => {
    const { compare } = new Intl.Collator(uiLanguage(), { numeric: true });
    const rank = (record: RecordOf<Name>) => (config.isPinned?.(record) === true ? 0 : 1);
    return records.value?.toSorted(
      (one, other) => rank(one) - rank(other) || compare(config.nameOf(one), config.nameOf(other)),
    );
  });
  const searchable = computed(() =>
    sorted.value?.map((record) => ({ record, text: normalizeText(config.searchWords(record).join(' ')) })),
  );
  const found = computed(() => {
    const words = normalizeText(query.value).trim().split(/\s+/u);
    return (searchable.value ?? [])
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ record }) => record);
  });

  return {
    query,
    found,
    /** The first of `found`, as many as are rendered. */
    shown: computed(() => found.value.slice(0, maxShown.value)),

    search(text: string): void {
      query.value = text;
      maxShown.value = rowsPerStep;
    },

    showMore(): void {
      maxShown.value += rowsPerStep;
    },
  };
}
