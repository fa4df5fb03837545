/**
 * A stored item: schema + fallback + version + numbered migrations. Only the background creates items; damaged data is
 * copied to `damaged:<key>`, without passwords, and reported, never silently replaced.
 */
import * as z from 'zod/mini';
import { integer } from '../api/schema-helpers.ts';
import { copyDamaged } from './damaged-copy.ts';
import { createSerialQueue } from './serial-queue.ts';

export interface ItemDefinition<T> {
  readonly key: string;
  readonly version: number;
  readonly schema: z.ZodMiniType<T>;
  readonly fallback: T;
  /** Such a value is not stored: its key is absent. */
  isEmpty?(value: T): boolean;
  /** `migrations[n]` turns the data of version n - 1 into that of version n. */
  readonly migrations?: Readonly<Record<number, (data: unknown) => unknown>>;
}

/**
 * The part of a storage area that items need. A write may pass several queues, each with a guarantee of its own: an item
 * reads, changes and writes as one step (`createItem`); so does what changes several keys after reading them
 * (links-by-url-store.ts); and the area keeps a write that is repeated on a full disk in front of later ones
 * (reclaim-space.ts). The queues are always entered in this order, so none waits for itself.
 */
export interface StorageArea {
  get(keys: string | string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
}

export interface StoredItem<T> {
  read(): Promise<T>;
  write(value: T): Promise<void>;
  /** Read, change and write as one step: updates of one item never overtake each other. */
  update(change: (value: T) => T): Promise<T>;
  remove(): Promise<void>;
}

const envelope = z.object({
  version: integer(1),
  data: z.unknown(),
});

/** For pages, which never migrate: the fallback for data of another version, and for damaged data. */
export function readItem<T>(definition: ItemDefinition<T>, raw: unknown): T {
  const { value, storedVersion } = parseItem(definition, raw);
  return storedVersion === definition.version ? value : definition.fallback;
}

interface ParsedItem<T> {
  readonly value: T;
  /** `null` when nothing is stored. */
  readonly storedVersion: number | null | 'damaged';
}

/** Data of a later version counts as damaged: this version of the extension can't read it. */
export function parseItem<T>(definition: ItemDefinition<T>, raw: unknown): ParsedItem<T> {
  const { version, schema, fallback } = definition;
  if (raw === undefined) return { value: fallback, storedVersion: null };
  const stored = envelope.safeParse(raw);
  if (!stored.success || stored.data.version > version) return { value: fallback, storedVersion: 'damaged' };
  const parsed = schema.safeParse(migrate(definition, stored.data));
  return parsed.success
    ? { value: parsed.data, storedVersion: stored.data.version }
    : { value: fallback, storedVersion: 'damaged' };
}

function migrate(
  { version, migrations = {} }: Pick<ItemDefinition<unknown>, 'version' | 'migrations'>,
  stored: z.infer<typeof envelope>,
): unknown {
  let { data } = stored;
  try {
    for (let step = stored.version + 1; step <= version; step++) {
      const migration = migrations[step];
      if (migration !== undefined) data = migration(data);
    }
    return data;
  } catch {
    // No schema accepts this: data that a migration fails on is damaged.
    return undefined;
  }
}

export function createItem<T>(
  area: StorageArea,
  definition: ItemDefinition<T>,
  report: (key: string) => void,
): StoredItem<T> {
  const { key, version, fallback } = definition;
  const inTurn = createSerialQueue();
  let cached: { value: T } | null = null;
  let isReported = false;

  async function store(value: T): Promise<void> {
    await (definition.isEmpty?.(value) ? area.remove(key) : area.set({ [key]: { version, data: value } }));
    cached = { value };
  }

  /** @throws when damaged data could not be copied, and so must not be overwritten */
  async function load(): Promise<T> {
    if (cached !== null) return cached.value;
    const raw = (await area.get(key))[key];
    const { value, storedVersion } = parseItem(definition, raw);
    if (storedVersion === 'damaged') {
      // Reported before the copy is tried: it may fail because the disk is full.
      if (!isReported) report(key);
      isReported = true;
      await copyDamaged(area, key, raw);
    } else if (storedVersion !== null && storedVersion < version)
      // Readable even if the migrated data can't be written; the next start tries again.
      await store(value).catch(() => undefined);
    cached = { value };
    return value;
  }

  /** Where data is known to be damaged and only its copy is missing, that stops writes, but no reader. */
  const loadForReading = (): Promise<T> =>
    load().catch((error: unknown) => {
      if (isReported) return fallback;
      throw error;
    });

  async function update(change: (value: T) => T): Promise<T> {
    const before = await load();
    const after = change(before);
    if (after !== before) await store(after);
    return after;
  }

  return {
    read: () => inTurn(loadForReading),
    // Loaded first, so that damaged data is copied before it is overwritten.
    write: (value) => inTurn(() => load().then(() => store(value))),
    update: (change) => inTurn(() => update(change)),
    remove: () =>
      inTurn(async () => {
        await area.remove(key);
        cached = { value: fallback };
      }),
  };
}
