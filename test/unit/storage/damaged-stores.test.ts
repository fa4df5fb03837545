/**
 * 1,000 generated damaged stores, read as the background reads them at its start: no error, a copy of the damaged data,
 * valid data unchanged, and no request. Jobs are tested with the journal: test/unit/background.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWriteBatcher } from '../../../entrypoints/background/storage/write-batcher.ts';
import { createHostPermission } from '../../../entrypoints/background/api/host-permission.ts';
import { createAccountConnection } from '../../../entrypoints/background/api/connection.ts';
import { recoverIntents } from '../../../entrypoints/background/jobs/intents.ts';
import { openItems, type Items } from '../../../entrypoints/background/storage/stored-items.ts';
import { connectIntentSchema } from '../../../lib/messages/protocol.ts';
import { commandSchema } from '../../../lib/outbox/commands.ts';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { withoutSecrets } from '../../../lib/storage/damaged-copy.ts';
import { readItem, type StoredItem, type ItemDefinition } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { recentLinksItem } from '../../../lib/storage/recent-links.ts';
import { browser, fresh } from '../../support/fake-browser.ts';
import { campaignCommand, draft, shortenCommand, uuid } from '../../support/samples.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));

const { local } = browser.storage;

type Name = 'preferences' | 'presets' | 'pickerLists' | 'recentLinks' | 'accountView';
type Definition = ItemDefinition<unknown>;

/** The items by their names in `openItems`, each with valid data that differs from its fallback. */
const items: readonly (readonly [Name, Definition, unknown])[] = [
  ['preferences', preferencesItem, { ...preferencesItem.fallback, autoCopy: false }],
  [
    'presets',
    presetsItem,
    { list: [{ id: 'p1', name: 'Mail', sites: ['example.com'], fields: { pixels: [] } }], defaultId: 'p1' },
  ],
  [
    'pickerLists',
    pickerListsItem,
    { ...pickerListsItem.fallback, scope: 'here', domains: ['https://sho.rt'] },
  ],
  [
    'recentLinks',
    recentLinksItem,
    [{ id: '1', shortUrl: 'https://sho.rt/1', address: 'https://example.com', title: '', at: 1 }],
  ],
  ['accountView', accountViewItem, { ...accountViewItem.fallback, address: 'https://sho.rt' }],
];

const key = 'key-stored-in-one-place';
const storedConnection = { version: 1, data: { address: 'https://sho.rt', key, scope: 'https://sho.rt#1' } };
const commands = [shortenCommand(1), campaignCommand(2), { ...shortenCommand(3), from: 'menu' as const }];
const connecting = { id: uuid(4), at: 4, kind: 'connect', address: 'https://sho.rt', key };

/** A valid store. */
const whole: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(items.map(([, { key: name, version }, data]) => [name, { version, data }])),
  connection: storedConnection,
  ...Object.fromEntries(commands.map((command) => [`intent:${command.id}`, command])),
  [`intent:${connecting.id}`]: connecting,
  'draft:https://example.com/': { ...draft(), at: 1 },
  'popup-view': { version: 4 },
  'lane-memory': { version: 1, scope: 'x' },
  [`job:${uuid(9)}`]: { command: shortenCommand(9), scope: 'here' },
};
const names = Object.keys(whole);

/** Every path within a value. */
function places(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([step, inner]) => places(inner).map((more) => [step, ...more])),
  ];
}

/** A copy with the value at a path replaced, or removed. */
function spoil(
  value: unknown,
  [step, ...more]: readonly string[],
  put: { readonly value: unknown } | null,
): unknown {
  if (step === undefined) return put === null ? null : put.value;
  if (typeof value !== 'object' || value === null) return value;
  const copy = new Map<string, unknown>(Object.entries(value));
  if (more.length === 0 && put === null) copy.delete(step);
  else copy.set(step, spoil(copy.get(step), more, put));
  return Array.isArray(value) ? [...copy.values()] : Object.fromEntries(copy);
}

// What the browser's storage can give back: JSON, more or less, and never `undefined`.
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, '', 0, false, [], {}, 'x'.repeat(10_000)),
);

const damageOf = (name: string) => {
  const before = whole[name];
  const within = fc.constantFrom(...places(before));
  return fc.oneof(
    anything,
    // Another type at one path, or nothing.
    fc.tuple(within, anything).map(([place, value]) => spoil(before, place, { value })),
    within.map((place) => spoil(before, place, null)),
    // Another version.
    fc
      .tuple(fc.oneof(fc.integer({ min: -3, max: 99 }), anything), fc.oneof(anything, fc.constant(before)))
      .map(([version, data]) => ({ version, data })),
    // Cut off: as text, and half of the fields.
    fc.nat().map((cut) => JSON.stringify(before).slice(0, cut % JSON.stringify(before).length)),
    fc.nat().map((cut) => {
      const fields = Object.entries(typeof before === 'object' && before !== null ? before : {});
      return Object.fromEntries(fields.slice(0, cut % Math.max(1, fields.length)));
    }),
  );
};

/** Some keys damaged, the others valid or missing. */
const store = fc
  .tuple(...names.map((name) => fc.oneof({ weight: 2, arbitrary: damageOf(name) }, fc.constant(whole[name]))))
  .chain((values) => fc.tuple(fc.constant(values), fc.subarray(names)))
  .map(([values, missing]) =>
    Object.fromEntries(
      names.flatMap((name, n) => (missing.includes(name) && n % 2 === 0 ? [] : [[name, values[n]] as const])),
    ),
  );

/** One start of the background, as far as it reads these keys. */
function start() {
  const damaged: string[] = [];
  const taken: unknown[] = [];
  const faults: unknown[] = [];
  const onDamaged = (name: string) => void damaged.push(name);
  const opened = openItems(onDamaged, local);
  const connection = createAccountConnection(opened, {
    disk: createWriteBatcher(local),
    permission: createHostPermission(),
    onDamaged,
    forget: async () => {},
    onGateway: () => {},
    onConnected: () => {},
    now: Date.now,
  });
  const takeUp = () =>
    recoverIntents({
      submit: async (command) => void taken.push(command),
      connect: async (id) => void taken.push(id),
      onDamaged,
      report: (fault) => faults.push(fault),
    });
  return { opened, connection, takeUp, damaged, taken, faults };
}

const uncaught: unknown[] = [];
const noteUncaught = (fault: unknown): void => void uncaught.push(fault);
const fetched = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no network here')));

beforeEach(() => {
  fresh();
  fetched.mockClear();
  uncaught.length = 0;
  vi.stubGlobal('fetch', fetched);
  process.on('unhandledRejection', noteUncaught);
});
afterEach(() => {
  process.off('unhandledRejection', noteUncaught);
  vi.unstubAllGlobals();
});

const fill = (stored: Readonly<Record<string, unknown>>): void => {
  fresh();
  for (const [name, value] of Object.entries(stored)) local.stored.set(name, value);
};

describe('1,000 damaged stores', () => {
  it('cause no error and no request, are copied, and leave the rest untouched', async () => {
    const seen = { damaged: 0, valid: 0 };
    await fc.assert(
      fc.asyncProperty(store, async (stored) => {
        fill(stored);
        const { opened, connection, takeUp, damaged, taken, faults } = start();
        await takeUp();
        for (const [name, definition] of items) {
          const raw = stored[definition.key];
          const value = await itemOf(opened, name).read();
          const isDamaged = damaged.includes(definition.key);
          if (isDamaged) {
            expect(value).toEqual(definition.fallback);
            expect(local.stored.get(`damaged:${definition.key}`)).toEqual(withoutSecrets(raw));
            seen.damaged++;
          } else {
            expect(local.stored.has(`damaged:${definition.key}`)).toBe(false);
            seen.valid++;
          }
          // The damaged value stays until a later write replaces it.
          if (isDamaged) expect(local.stored.get(definition.key)).toEqual(raw);
          else if (raw !== undefined)
            expect(readItem(definition, local.stored.get(definition.key))).toEqual(value);
        }

        // Written by others, or only once there is a request queue.
        for (const name of ['draft:https://example.com/', 'popup-view', 'lane-memory', `job:${uuid(9)}`])
          if (name in stored) expect(local.stored.get(name)).toEqual(stored[name]);

        const open = await connection.gateway();
        if (damaged.includes('connection')) {
          expect(open).toBeNull();
          // All of it but the key.
          const copy = local.stored.get('damaged:connection');
          expect(typeof copy).toBe(typeof stored['connection']);
          expect(JSON.stringify(copy)).not.toContain(key);
        }

        for (const [name, raw] of Object.entries(stored)) {
          if (!name.startsWith('intent:')) continue;
          const valid = commandSchema.safeParse(raw).success || connectIntentSchema.safeParse(raw).success;
          expect([name, damaged.includes(name)]).toEqual([name, !valid]);
          // Valid ones stay until their job is in the journal; the others are moved, so that none is tried twice.
          expect(local.stored.has(name)).toBe(valid);
          expect(local.stored.has(`damaged:${name}`)).toBe(!valid);
        }
        const soundAsks = names.filter(
          (name) => name.startsWith('intent:') && name in stored && !damaged.includes(name),
        );
        expect(taken).toHaveLength(soundAsks.length);

        expect(new Set(damaged).size).toBe(damaged.length);
        expect([faults, uncaught]).toEqual([[], []]);
        expect(fetched).not.toHaveBeenCalled();
      }),
      { numRuns: 1_000 },
    );
    expect(seen.damaged).toBeGreaterThan(500);
    expect(seen.valid).toBeGreaterThan(500);
  });

  it('have no key in the copy of a damaged connect intent', async () => {
    const { key: _key, ...rest } = connecting;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(rest)), anything, async (field, value) => {
        const raw = { ...connecting, [field]: value };
        if (connectIntentSchema.safeParse(raw).success) return;
        fill({ [`intent:${connecting.id}`]: raw });
        await start().takeUp();
        expect(JSON.stringify([...local.stored])).not.toContain(key);
        expect(local.keys('damaged:')).toEqual([`damaged:intent:${connecting.id}`]);
      }),
    );
  });
});

/** One of the items, of any type: only values that its schema accepts are written to it below. */
function itemOf(opened: Items, name: Name): StoredItem<unknown> {
  return opened[name] as unknown as StoredItem<unknown>;
}

describe.each(items)('%s', (name, definition, data) => {
  const newer = {
    version: definition.version + 1,
    data: { ...Object(data), sinceThen: ['a', 'b'] } as unknown,
  };

  it('of a newer version is copied as a whole, also after a restart and after a write', async () => {
    fill({ [definition.key]: newer });
    const first = start();
    expect(await itemOf(first.opened, name).read()).toEqual(definition.fallback);
    expect(first.damaged).toEqual([definition.key]);
    // The user updates again before anything was written: the newer data is unchanged.
    expect(local.stored.get(definition.key)).toEqual(newer);
    const second = start();
    await itemOf(second.opened, name).update((value) => structuredClone(value));
    expect(local.stored.get(`damaged:${definition.key}`)).toEqual(newer);
    const written = { version: definition.version, data: definition.fallback };
    const isAbsent = definition.isEmpty?.(definition.fallback) === true;
    expect(local.stored.get(definition.key)).toEqual(isAbsent ? undefined : written);
    expect(start().damaged).toEqual([]);
  });

  it('damaged, without space for a copy, is read as empty, reported once, and never overwritten', async () => {
    const raw = { version: definition.version, data: 'cut off here' };
    fill({ [definition.key]: raw });
    local.fails = (written) => written.startsWith('damaged:');
    const { opened, damaged } = start();
    expect(await itemOf(opened, name).read()).toEqual(definition.fallback);
    expect(await itemOf(opened, name).read()).toEqual(definition.fallback);
    expect(damaged).toEqual([definition.key]);
    await expect(itemOf(opened, name).update((value) => structuredClone(value))).rejects.toThrow('disk full');
    await expect(itemOf(opened, name).write(data)).rejects.toThrow('disk full');
    expect(local.stored.get(definition.key)).toEqual(raw);
    // As soon as there is space, it is copied and the item works again.
    local.fails = () => false;
    await itemOf(opened, name).write(data);
    expect(local.stored.get(`damaged:${definition.key}`)).toEqual(withoutSecrets(raw));
    expect(await itemOf(start().opened, name).read()).toEqual(data);
    expect(damaged).toEqual([definition.key]);
  });
});

it('reads an older version that can not be written back', async () => {
  const { campaign, channel, pixels } = preferencesItem.fallback;
  const raw = { version: 1, data: { campaign, channel, pixels, autoCopy: false } };
  fill({ preferences: raw });
  local.fails = () => true;
  const { opened, damaged } = start();
  expect(await opened.preferences.read()).toEqual({ ...preferencesItem.fallback, autoCopy: false });
  expect(damaged).toEqual([]);
  expect(local.stored.get('preferences')).toEqual(raw);
});

it('does not connect, and loses nothing, when a damaged connection can not be copied', async () => {
  const raw = { version: 2, data: { ...storedConnection.data, more: true } };
  fill({ connection: raw });
  local.fails = (written) => written === 'damaged:connection';
  const { connection, damaged } = start();
  expect(await connection.gateway()).toBeNull();
  expect(await connection.scope()).toBe('');
  expect(damaged).toEqual(['connection']);
  expect(local.stored.get('connection')).toEqual(raw);
  expect(fetched).not.toHaveBeenCalled();
});
