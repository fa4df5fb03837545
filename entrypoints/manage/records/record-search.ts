/** Sorts the records of a section and filters them by the search text. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { CollectionName } from '../../../lib/mirror/database.ts';
import { normalizeText } from '../../../lib/text/normalize-text.ts';
import { nameComparer } from './compare-names.ts';
import type { RecordListConfig, RecordOf } from './record-section-config.ts';

/** Rows that are rendered at first, and added by each "Show more". */
const rowsPerStep = 100;

export function createRecordSearch<Name extends CollectionName>(
  records: ReadonlySignal<readonly RecordOf<Name>[] | null>,
  config: RecordListConfig<Name>,
) {
  const query = signal('');
  const maxShown = signal(rowsPerStep);

  const sorted = computed(() => {
    const compare = nameComparer();
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
