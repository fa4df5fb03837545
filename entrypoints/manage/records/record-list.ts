/** One of the account's lists as a room shows it: from the mirror at once, searched as one types. */
import { computed, signal } from '@preact/signals';
import type { CollectionName, MirrorSchema } from '../../../lib/mirror/database.ts';
import { uiLanguage } from '../../../lib/i18n/t.ts';
import type { Freshness } from '../../../lib/mirror/mirror-reader.ts';
import type { SectionDeps } from '../section-deps.ts';
import { normalizeText } from '../../../lib/text/normalize-text.ts';

export type RecordOf<Name extends CollectionName> = MirrorSchema[Name]['value'];

export interface RecordListConfig<Name extends CollectionName> {
  readonly name: Name;
  /** What a record is searched by. */
  readonly searchWords: (record: RecordOf<Name>) => readonly string[];
  /** What it is called: the list is in this order. */
  readonly nameOf: (record: RecordOf<Name>) => string;
  /** Those that stand above the others. */
  readonly isPinned?: (record: RecordOf<Name>) => boolean;
}

interface Patch<R> {
  /** Epoch ms. */
  readonly at: number;
  readonly entered?: R;
  /** One change after the other. */
  readonly fields?: readonly Partial<R>[];
  readonly gone?: boolean;
}

/** Rows that are drawn before somebody asks for more. */
const rowsAtOnce = 100;

export type RecordList<Name extends CollectionName> = ReturnType<typeof createRecordList<Name>>;

export function createRecordList<Name extends CollectionName>(
  deps: Pick<SectionDeps, 'mirror' | 'sync' | 'now'>,
  config: RecordListConfig<Name>,
) {
  /** `null` until they have been read. */
  const records = signal<readonly RecordOf<Name>[] | null>(null);
  const freshness = signal<Freshness | null>(null);
  /** The browser does not let the mirror be read. */
  const unreadable = signal(false);
  const query = signal('');
  const most = signal(rowsAtOnce);
  /** Epoch ms at which the person asked for it to be brought up to date; `null` when that has happened since. */
  const syncRequestedAt = signal<number | null>(null);
  let reads = 0;

  const ordered = computed(() => {
    const { compare } = new Intl.Collator(uiLanguage(), { numeric: true });
    const rank = (record: RecordOf<Name>) => (config.isPinned?.(record) === true ? 0 : 1);
    return records.value?.toSorted(
      (one, other) => rank(one) - rank(other) || compare(config.nameOf(one), config.nameOf(other)),
    );
  });
  const searched = computed(() =>
    ordered.value?.map((record) => ({ record, text: normalizeText(config.searchWords(record).join(' ')) })),
  );
  const found = computed(() => {
    const wanted = normalizeText(query.value).trim().split(/\s+/u);
    return (searched.value ?? [])
      .filter(({ text }) => wanted.every((word) => text.includes(word)))
      .map(({ record }) => record);
  });

  /** What our own acts have done, as long as the service's list is older: by the id of the record. */
  const patches = new Map<string, Patch<RecordOf<Name>>>();
  let kept: readonly RecordOf<Name>[] = [];

  /** The mirror says the same a moment after our acts, and the service when its list is read again. */
  function draw(): void {
    const known = new Set<string>(kept.map(({ id }) => id));
    const entered = [...patches.values()].flatMap(({ entered }) =>
      entered && !known.has(entered.id) ? [entered] : [],
    );
    records.value = [...kept, ...entered].flatMap((record) => {
      const { fields = [], gone = false } = patches.get(record.id) ?? {};
      return gone ? [] : [fields.reduce<RecordOf<Name>>((one, change) => ({ ...one, ...change }), record)];
    });
  }

  function patch(id: string, change: Partial<Patch<RecordOf<Name>>>): void {
    const before = patches.get(id);
    const fields = [...(before?.fields ?? []), ...(change.fields ?? [])];
    patches.set(id, { ...before, ...change, fields, at: deps.now() });
    if (records.peek() !== null) draw();
  }

  async function load(): Promise<void> {
    const read = ++reads;
    try {
      const [list, { lists }] = await Promise.all([
        deps.mirror.records(config.name),
        deps.mirror.freshness(),
      ]);
      // What was read before is older.
      if (read !== reads) return;
      const at = lists[config.name].at ?? 0;
      for (const [id, patched] of patches) if (patched.at < at) patches.delete(id);
      kept = list;
      draw();
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
    query,
    syncRequestedAt,
    /** All that are found, in their order. */
    found,
    /** As many of them as are drawn. */
    shown: computed(() => found.value.slice(0, most.value)),
    load,

    /** Shows what is kept, and has it brought up to date. @returns leaves it */
    open(): () => void {
      void load();
      deps.sync(false);
      return deps.mirror.onChange((what) => {
        if (what === 'lists') void load();
      });
    },

    search(text: string): void {
      query.value = text;
      most.value = rowsAtOnce;
    },

    showMore(): void {
      most.value += rowsAtOnce;
    },

    syncNow(): void {
      syncRequestedAt.value = deps.now();
      deps.sync(true);
    },

    // What our own act has done is seen at once.
    add: (record: RecordOf<Name>) => patch(record.id, { entered: record }),
    update: (id: string, fields: Partial<RecordOf<Name>>) => patch(id, { fields: [fields] }),
    remove: (id: string) => patch(id, { gone: true }),
  };
}
