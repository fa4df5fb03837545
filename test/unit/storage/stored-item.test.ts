/** Stored items: read with a fallback, migrated once, never silently replaced. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { createItem, readItem, type ItemDefinition } from '../../../lib/storage/stored-item.ts';
import { StorageArea } from '../../support/fake-browser.ts';

interface Liking {
  readonly color: string;
  readonly count: number;
}
const fallback: Liking = { color: 'none', count: 0 };
const liking: ItemDefinition<Liking> = {
  key: 'liking',
  version: 3,
  schema: z.object({ color: z.string(), count: z.number() }),
  fallback,
  migrations: {
    2: (data) => ({ color: data }),
    3: (data) => ({ ...z.looseObject({}).parse(data), count: 1 }),
  },
};
const stored = (data: unknown, version = 3) => ({ liking: { version, data } });

function open(area: StorageArea, definition: ItemDefinition<Liking> = liking) {
  const reports: string[] = [];
  return { item: createItem(area, definition, (key) => reports.push(key)), reports };
}

describe('reading', () => {
  it('gives the fallback for an absent key and writes nothing', async () => {
    const area = new StorageArea();
    const { item, reports } = open(area);
    expect(await item.read()).toEqual(fallback);
    expect([area.writes, reports]).toEqual([[], []]);
  });

  it('gives the stored value, which stays untouched', async () => {
    const area = new StorageArea(stored({ color: 'red', count: 4 }));
    const { item, reports } = open(area);
    expect(await item.read()).toEqual({ color: 'red', count: 4 });
    expect([area.writes, reports]).toEqual([[], []]);
  });

  it('tries again after a failed read', async () => {
    const area = new StorageArea(stored({ color: 'red', count: 4 }));
    const { item } = open(area);
    const get = area.get.bind(area);
    area.get = () => Promise.reject(new Error('locked'));
    await expect(item.read()).rejects.toThrow('locked');
    area.get = get;
    expect(await item.read()).toEqual({ color: 'red', count: 4 });
  });
});

describe('migrations', () => {
  it('run in order, once, and write back', async () => {
    const area = new StorageArea(stored('red', 1));
    const { item } = open(area);
    expect(await Promise.all([item.read(), item.read()])).toEqual([
      { color: 'red', count: 1 },
      { color: 'red', count: 1 },
    ]);
    expect(area.writes).toEqual([stored({ color: 'red', count: 1 })]);
    expect(await open(area).item.read()).toEqual({ color: 'red', count: 1 });
    expect(area.writes).toHaveLength(1);
  });

  it('start at the stored version', async () => {
    const area = new StorageArea(stored({ color: 'red' }, 2));
    expect(await open(area).item.read()).toEqual({ color: 'red', count: 1 });
  });

  it('that throw on damaged data lead to a copy and a report', async () => {
    const area = new StorageArea(stored(null, 1));
    const { item, reports } = open(area, {
      ...liking,
      migrations: { ...liking.migrations, 2: (data) => ({ color: z.string().parse(data).trim() }) },
    });
    expect(await item.read()).toEqual(fallback);
    expect(reports).toEqual(['liking']);
    expect(area.stored.get('damaged:liking')).toEqual({ version: 1, data: null });
  });

  it('may give undefined', async () => {
    const area = new StorageArea({ liking: { version: 1, data: { forgotten: true } } });
    const reports: string[] = [];
    const item = createItem<string | null>(
      area,
      {
        key: 'liking',
        version: 2,
        schema: z.nullable(z.string()),
        fallback: 'fallback',
        migrations: { 2: () => null },
      },
      (key) => reports.push(key),
    );
    expect(await item.read()).toBeNull();
    expect(reports).toEqual([]);
  });
});

describe('damaged data', () => {
  const damages: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['a bare value', 'red'],
    ['no version', { data: { color: 'red', count: 1 } }],
    ['version 0', { version: 0, data: { color: 'red', count: 1 } }],
    ['a broken version', { version: 1.5, data: 'red' }],
    ['other data', { version: 3, data: { color: 7, count: 1 } }],
    ['a newer version', { version: 4, data: { color: 'red', count: 1, shade: 'dark' } }],
  ];

  it.each(damages)('is copied, reported once, and read as the fallback: %s', async (_name, raw) => {
    const area = new StorageArea({ liking: raw });
    const { item, reports } = open(area);
    expect(await item.read()).toEqual(fallback);
    expect(await item.read()).toEqual(fallback);
    expect(reports).toEqual(['liking']);
    expect(area.stored.get('damaged:liking')).toEqual(raw);
  });

  it.each(damages)('is not replaced by a read: %s', async (_name, raw) => {
    const area = new StorageArea({ liking: raw });
    await open(area).item.read();
    expect(area.stored.get('liking')).toEqual(raw);
  });

  it.each(damages)('is copied also when the first call is a write: %s', async (_name, raw) => {
    const area = new StorageArea({ liking: raw });
    const { item, reports } = open(area);
    await item.write({ color: 'blue', count: 2 });
    expect(area.stored.get('damaged:liking')).toEqual(raw);
    expect(reports).toEqual(['liking']);
    expect(area.stored.get('liking')).toEqual(stored({ color: 'blue', count: 2 }).liking);
  });

  it('is never replaced when it could not be copied', async () => {
    const area = new StorageArea({ liking: 'red' });
    area.fails = () => true;
    const { item } = open(area);
    await expect(item.update((value) => ({ ...value, count: 9 }))).rejects.toThrow('disk full');
    area.fails = () => false;
    expect(area.stored.get('liking')).toBe('red');
    expect(await item.read()).toEqual(fallback);
    expect(area.stored.get('damaged:liking')).toBe('red');
  });

  it('causes no error, and is reported unless it is valid, for 1,000 generated values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (raw) => {
        const area = new StorageArea();
        area.get = async () => ({ liking: raw });
        area.set = async () => {};
        const { item, reports } = open(area);
        const value = await item.read();
        expect(liking.schema.safeParse(value).success).toBe(true);
        if (raw !== undefined) expect([...reports, value !== fallback]).not.toEqual([false]);
        expect(liking.schema.safeParse(readItem(liking, raw)).success).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('changing', () => {
  it('runs updates one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 6 }), { minLength: 2, maxLength: 12 }), async (delays) => {
        const area = new StorageArea();
        let call = 0;
        area.turns = () => delays[call++ % delays.length] ?? 0;
        const { item } = open(area);
        await Promise.all(
          delays.map((_, n) =>
            n % 3 === 0
              ? item.update((value) => ({ ...value, color: `${value.color}${n}` }))
              : item.update((value) => ({ ...value, count: value.count + 1 })),
          ),
        );
        const adds = delays.filter((_, n) => n % 3 !== 0).length;
        const colors = delays.flatMap((_, n) => (n % 3 === 0 ? [n] : [])).join('');
        expect(area.stored.get('liking')).toEqual(stored({ color: `none${colors}`, count: adds }).liking);
      }),
      { numRuns: 200 },
    );
  });

  it('writes nothing when the value is the same', async () => {
    const area = new StorageArea();
    await open(area).item.update((value) => value);
    expect(area.writes).toEqual([]);
  });

  it('continues after a change that throws, and after a full disk', async () => {
    const area = new StorageArea();
    const { item } = open(area);
    const broken = item.update(() => {
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    area.fails = () => true;
    await expect(item.write({ color: 'red', count: 1 })).rejects.toThrow('disk full');
    area.fails = () => false;
    expect(await item.read()).toEqual(fallback);
    await item.write({ color: 'red', count: 1 });
    expect(await item.read()).toEqual({ color: 'red', count: 1 });
  });

  it('gives the fallback after a removal, here and after a restart', async () => {
    const area = new StorageArea(stored({ color: 'red', count: 1 }));
    const { item } = open(area);
    await item.read();
    await item.remove();
    expect(await item.read()).toEqual(fallback);
    expect(await open(area).item.read()).toEqual(fallback);
    expect(area.stored.size).toBe(0);
  });
});

describe('readItem, for pages', () => {
  it.each([
    [stored({ color: 'red', count: 1 }).liking, { color: 'red', count: 1 }],
    [stored('red', 1).liking, fallback],
    [stored({ color: 'red', count: 1 }, 4).liking, fallback],
    [undefined, fallback],
    [null, fallback],
  ])('%j gives %j', (raw, value) => {
    expect(readItem(liking, raw)).toEqual(value);
  });
});
