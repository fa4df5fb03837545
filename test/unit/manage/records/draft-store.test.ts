/** Drafts of a section are stored for one account until they are sent. */
import * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftStore } from '../../../../entrypoints/manage/records/draft-store.ts';
import { settled } from '../../../support/flush.ts';

const disk = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  full: false,
  written: new Set<string>(),
}));
const here = vi.hoisted(() => ({ native: { extension: { inIncognitoContext: false } } }));
/** Chromium's storage returns properties in the order of their names. */
const sorted = vi.hoisted(
  () =>
    (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toSorted(([one], [other]) => (one < other ? -1 : 1))
                .map(([name, part]) => [name, sorted(part)]),
            )
          : value,
);
vi.mock('../../../../lib/browser/native.ts', () => here);
vi.mock('../../../../lib/browser/storage.ts', () => ({
  readStorage: async (_area: string, key: string) => ({ [key]: disk.stored.get(key) }),
  writeStorage: async (area: string, key: string, value: unknown) => {
    disk.written.add(area);
    if (disk.full) throw new Error('full');
    disk.stored.set(key, sorted(structuredClone(value)));
  },
  removeStorage: async (_area: string, key: string) => void disk.stored.delete(key),
}));

beforeEach(() => {
  disk.stored.clear();
  disk.full = false;
  disk.written.clear();
  here.native.extension.inIncognitoContext = false;
});

/** Opening again with the same page id is a reload of the tab. */
const open = (pageId: string = crypto.randomUUID(), scope = 'https://sho.rt#1') =>
  createDraftStore('campaigns', z.string(), scope, () => 5, pageId);

/** A page that is opened again with its own id. */
async function openTab() {
  const id = crypto.randomUUID();
  const store = open(id);
  await store.read();
  return { id, save: store.save, reload: () => open(id).read() };
}

const storedNames = (): string[] =>
  Object.keys((disk.stored.get('draft:manage:campaigns') as { drafts?: object } | undefined)?.drafts ?? {});

it('the last draft is stored with its time; without drafts the item is removed', async () => {
  const drafts = open();
  void drafts.save({ new: 'a' });
  void drafts.save({ new: 'ab', '1': 'x' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab', '1': 'x' });
  expect([...disk.stored]).toEqual([
    ['draft:manage:campaigns', { at: 5, scope: 'https://sho.rt#1', drafts: { new: 'ab', '1': 'x' } }],
  ]);
  void drafts.save({});
  await settled();
  expect(disk.stored.size).toBe(0);
});

it('two pages that follow one draft, and change it alike, leave no copy of it', async () => {
  const id = crypto.randomUUID();
  await open(id).save({ new: 'sent' });
  const [before, after] = [open(id), open(id)];
  await Promise.all([before.read(), after.read()]);
  await Promise.all([before.save({ new: 'refused' }), after.save({ new: 'refused' })]);
  expect(storedNames()).toEqual(['new']);
  await after.save({});
  expect(storedNames()).toEqual([]);
});

it('another account’s drafts are not shown', async () => {
  void open(undefined, 'https://sho.rt#2').save({ new: 'a' });
  await settled();
  expect(await open().read()).toEqual({});
});

it.each([null, 7, { at: 1 }, { at: 1, scope: 'https://sho.rt#1', drafts: { new: 7 } }])(
  'damaged ones are none: %j',
  async (raw) => {
    disk.stored.set('draft:manage:campaigns', raw);
    expect(await open().read()).toEqual({});
  },
);

it('a failed write does not reject, and the next one stores all drafts', async () => {
  const drafts = open();
  disk.full = true;
  void drafts.save({ new: 'a' });
  await settled();
  disk.full = false;
  void drafts.save({ new: 'ab' });
  await settled();
  expect(await open().read()).toEqual({ new: 'ab' });
});

it('two pages of one section keep each other’s drafts', async () => {
  const [one, other] = [open(), open()];
  await Promise.all([one.read(), other.read()]);
  void one.save({ '1': 'a' });
  void other.save({ '2': 'b' });
  void one.save({ '1': 'ab' });
  await settled();
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '1': 'ab', '2': 'b' }));
  // A draft that one page has removed is not stored again by the other.
  void one.save({});
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b' }));
  void other.save({ '2': 'b', '3': 'c' });
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b', '3': 'c' }));
});

it('a draft that this page has sent is removed, though another page still has it', async () => {
  void open().save({ '1': 'a' });
  await settled();
  const [one, other] = [open(), open()];
  await Promise.all([one.read(), other.read()]);
  void one.save({});
  await vi.waitFor(() => expect(disk.stored.size).toBe(0));
  void other.save({ '1': 'a', '2': 'b' });
  await vi.waitFor(async () => expect(await open().read()).toEqual({ '2': 'b' }));
});

it.each([
  [false, 'local'],
  [true, 'session'],
])('in a private window (%s) drafts are stored in %s storage only', async (isPrivate, area) => {
  here.native.extension.inIncognitoContext = isPrivate;
  const [one, other] = [await openTab(), await openTab()];
  await one.save({ new: 'a' });
  await other.save({ new: 'b' });
  expect([...disk.written]).toEqual([area]);
});

describe('two pages with the same form', () => {
  it.each(['new', '7', 'a@b', '1@2026-01-01'])('each have their own text after a reload: %s', async (key) => {
    const [one, other] = [await openTab(), await openTab()];
    await one.save({ [key]: 'a' });
    await other.save({ [key]: 'b' });
    await one.save({ [key]: 'aa' });
    await other.save({ [key]: 'bb' });
    expect(await one.reload()).toEqual({ [key]: 'aa' });
    expect(await other.reload()).toEqual({ [key]: 'bb' });
    expect(storedNames()).toHaveLength(2);
  });

  it('keep both texts when both change the one that they have restored', async () => {
    await open().save({ new: 'a' });
    const [one, other] = [await openTab(), await openTab()];
    await one.save({ new: 'ab' });
    await other.save({ new: 'ac' });
    expect(await one.reload()).toEqual({ new: 'ab' });
    expect(await other.reload()).toEqual({ new: 'ac' });
  });

  it('keep the text of the one when the other sends its own', async () => {
    const [one, other] = [await openTab(), await openTab()];
    await one.save({ new: 'a' });
    await other.save({ new: 'b' });
    await one.save({});
    expect(await other.reload()).toEqual({ new: 'b' });
    await other.save({ new: 'bb' });
    expect(storedNames()).toEqual([`new@${other.id}`]);
    await one.save({ new: 'c' });
    await other.save({});
    expect(await one.reload()).toEqual({ new: 'c' });
    await one.save({});
    expect(disk.stored.size).toBe(0);
  });

  it('keep the text of the one when the other sends the same', async () => {
    const [one, other] = [await openTab(), await openTab()];
    await one.save({ new: 'a' });
    await other.save({ new: 'a' });
    await one.save({});
    expect(await other.reload()).toEqual({ new: 'a' });
  });

  it('keep a text that the other has restored, once it was changed', async () => {
    const one = await openTab();
    await one.save({ new: 'a' });
    const other = await openTab();
    await one.save({ new: 'ab' });
    await other.save({});
    expect(await one.reload()).toEqual({ new: 'ab' });
  });

  it('store the text of both, though a write has failed', async () => {
    const [one, other] = [await openTab(), await openTab()];
    await one.save({ new: 'a' });
    disk.full = true;
    await other.save({ new: 'b' });
    await one.save({ new: 'aa' });
    disk.full = false;
    await other.save({ new: 'b' });
    await one.save({ new: 'aa' });
    expect(await one.reload()).toEqual({ new: 'aa' });
    expect(await other.reload()).toEqual({ new: 'b' });
    expect(storedNames()).toHaveLength(2);
  });

  // The browser copies the session storage into a duplicate of a tab.
  it('overwrite nothing with the same page id', async () => {
    const id = crypto.randomUUID();
    const [one, twin] = [open(id), open(id)];
    const other = await openTab();
    await other.save({ new: 'a' });
    for (const text of ['b', 'bb', 'bbb']) {
      await one.save({ new: text });
      await twin.save({ new: `${text} of the twin` });
    }
    const { drafts } = disk.stored.get('draft:manage:campaigns') as { drafts: Record<string, string> };
    expect(Object.values(drafts).toSorted()).toEqual(['a', 'bbb', 'bbb of the twin']);
  });
});

describe('the text of a closed page beside another', () => {
  it('is shown by a later page, and removed when that one sends it', async () => {
    const [one, closed] = [await openTab(), await openTab()];
    await one.save({ new: 'a' });
    await closed.save({ new: 'b' });
    await one.save({});
    const later = open();
    expect(await later.read()).toEqual({ new: 'b' });
    await later.save({});
    expect(disk.stored.size).toBe(0);
  });

  it('does not come back when a later page has changed it', async () => {
    const [one, closed] = [await openTab(), await openTab()];
    await one.save({ new: 'a' });
    await closed.save({ new: 'b' });
    await one.save({});
    const later = open();
    await later.read();
    await later.save({ new: 'bb' });
    expect(await open().read()).toEqual({ new: 'bb' });
    expect(storedNames()).toEqual(['new']);
  });

  it('is shown after the other was sent by a later page', async () => {
    const [one, closed] = [await openTab(), await openTab()];
    await one.save({ new: 'a' });
    await closed.save({ new: 'b' });
    const later = open();
    expect(await later.read()).toEqual({ new: 'a' });
    await later.save({});
    expect(await open().read()).toEqual({ new: 'b' });
  });
});

it('the texts of several closed pages are shown one after the other', async () => {
  const idOf = (digit: number) => `5b0dd3f4-97f9-4f35-8f0e-0d1f0a6d2c1${digit}`;
  const drafts = { [`new@${idOf(1)}`]: 'a', [`new@${idOf(2)}`]: 'b', [`new@${idOf(3)}`]: 'c' };
  disk.stored.set('draft:manage:campaigns', { at: 1, scope: 'https://sho.rt#1', drafts });
  for (const text of ['a', 'b', 'c']) {
    const later = open();
    expect(await later.read()).toEqual({ new: text });
    await later.save({});
  }
  expect(disk.stored.size).toBe(0);
});

it('a page recognizes its draft, though it is stored with fewer properties and in another order', async () => {
  const entry = z.object({
    values: z.record(z.string(), z.string()),
    typed: z.optional(z.array(z.string())),
  });
  const drafts = createDraftStore('campaigns', entry, 'https://sho.rt#1', () => 5, crypto.randomUUID());
  for (const name of ['a', 'ab', 'abc']) {
    // The state of a form may have properties that are not stored.
    const form = { values: { name, alias: 'x' }, typed: undefined, isShown: true };
    await drafts.save({ new: form });
  }
  expect(storedNames()).toEqual(['new']);
  await drafts.save({});
  expect(disk.stored.size).toBe(0);
});

describe('the page id', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** Loads the module as a page does, with the session storage of its tab. */
  async function load(sessionStorage: object) {
    vi.resetModules();
    vi.stubGlobal('sessionStorage', sessionStorage);
    const loaded = await import('../../../../entrypoints/manage/records/draft-store.ts');
    return loaded.createDraftStore('campaigns', z.string(), 'https://sho.rt#1', () => 5);
  }

  function sessionOfTab() {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
  }

  const brokenSession = {
    getItem() {
      throw new Error('no session storage');
    },
  };

  it('stays the same when the tab is reloaded', async () => {
    const session = sessionOfTab();
    await open().save({ new: 'a' });
    await (await load(session)).save({ new: 'b' });
    expect(await (await load(session)).read()).toEqual({ new: 'b' });
    expect(await (await load(sessionOfTab())).read()).toEqual({ new: 'a' });
  });

  it('is that of the page where the tab has no session storage', async () => {
    await open().save({ new: 'a' });
    const drafts = await load(brokenSession);
    await drafts.save({ new: 'b' });
    expect(await drafts.read()).toEqual({ new: 'b' });
    expect(await (await load(brokenSession)).read()).toEqual({ new: 'a' });
  });
});
