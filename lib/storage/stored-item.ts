/**
 * A stored item: schema + fallback + version + numbered migrations. Only the background opens items; damaged data is
 * kept aside under `damaged:<key>`, without passwords, and reported, never silently replaced.
 */
import * as z from 'zod/mini';
import { integer } from '../api/schema-helpers.ts';
import { copyDamaged } from './damaged-copy.ts';

export interface ItemDefinition<T> {
  readonly key: string;
  readonly version: number;
  readonly schema: z.ZodMiniType<T>;
  readonly fallback: T;
  /** `migrations[n]` turns the data of version n - 1 into that of version n. */
  readonly migrations: Readonly<Record<number, (data: unknown) => unknown>>;
}

/** The part of a storage area that items need. */
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

/** What a page reads of an item that the background keeps sound: the fallback for everything else. */
export function readItem<T>({ schema, version, fallback }: ItemDefinition<T>, raw: unknown): T {
  const stored = envelope.safeParse(raw);
  if (!stored.success || stored.data.version !== version) return fallback;
  const parsed = schema.safeParse(stored.data.data);
  return parsed.success ? parsed.data : fallback;
}

export function createItem<T>(
  area: StorageArea,
  definition: ItemDefinition<T>,
  report: (key: string) => void,
): StoredItem<T> {
  const { key, version, schema, fallback, migrations } = definition;
  let cached: { value: T } | null = null;
  let told = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** `null` for damaged data. */
  function sound(raw: unknown): { value: T; older: boolean } | null {
    if (raw === undefined) return { value: fallback, older: false };
    const stored = envelope.safeParse(raw);
    if (!stored.success || stored.data.version > version) return null;
    const parsed = schema.safeParse(migrated(stored.data));
    return parsed.success ? { value: parsed.data, older: stored.data.version < version } : null;
  }

  async function keepAside(raw: unknown): Promise<void> {
    // Told before the copy is tried: a full disk is the last moment to keep quiet.
    if (!told) report(key);
    told = true;
    await copyDamaged(area, key, raw);
  }

  /** What may be written over: sound data, or the fallback once there is a copy of damaged data. Else it rejects. */
  async function load(): Promise<T> {
    if (cached !== null) return cached.value;
    const raw = (await area.get(key))[key];
    const found = sound(raw);
    if (found === null) await keepAside(raw);
    cached = { value: found === null ? fallback : found.value };
    // Read all the same where nothing can be written; the next start tries again.
    if (found?.older === true)
      await area.set({ [key]: { version, data: found.value } }).catch(() => undefined);
    return cached.value;
  }

  async function look(): Promise<T> {
    try {
      return await load();
    } catch (error) {
      // Known to be damaged, and only its copy is missing: that stops writes, and no reader.
      if (told) return fallback;
      throw error;
    }
  }

  function migrated(stored: { version: number; data: unknown }): unknown {
    let { data } = stored;
    try {
      for (let step = stored.version + 1; step <= version; step++) {
        const migrate = migrations[step];
        if (migrate !== undefined) data = migrate(data);
      }
      return data;
    } catch {
      // No schema takes this for sound: data that a migration trips over is damaged.
      return undefined;
    }
  }

  async function store(value: T): Promise<void> {
    await area.set({ [key]: { version, data: value } });
    cached = { value };
  }

  function inTurn<R>(step: () => Promise<R>): Promise<R> {
    const next = turn.then(step, step);
    // The caller gets the failure; the queue goes on.
    turn = next.catch(() => undefined);
    return next;
  }

  return {
    read: () => inTurn(look),
    write: (value) =>
      inTurn(async () => {
        // Loaded first, so that damaged data is set aside before it is written over.
        await load();
        await store(value);
      }),
    update: (change) =>
      inTurn(async () => {
        const before = await load();
        const after = change(before);
        if (after !== before) await store(after);
        return after;
      }),
    remove: () =>
      inTurn(async () => {
        await area.remove(key);
        cached = { value: fallback };
      }),
  };
}
