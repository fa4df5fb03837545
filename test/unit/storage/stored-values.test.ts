/** Rules of stored values: recent links, picker lists, the parser of the popup view, one stored example of each version. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { createItem, readItem, type ItemDefinition } from '../../../lib/storage/stored-item.ts';
import { pickerListsItem, recentFirst, withRecentId } from '../../../lib/storage/picker-lists.ts';
import { emptyPopupView, parsePopupView } from '../../../lib/views/popup-view.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { utmHistoryItem } from '../../../lib/storage/utm-history.ts';
import { presetsItem, stripAccountIds } from '../../../lib/storage/presets.ts';
import {
  maxRecentLinks,
  recentLinksItem,
  withRecent,
  type RecentLink,
} from '../../../lib/storage/recent-links.ts';
import { fullView } from '../popup/samples.ts';
import { MemoryArea } from './memory-area.ts';

const link = (n: number): RecentLink => ({
  id: String(n),
  shortUrl: `https://sho.rt/${n}`,
  address: `https://example.com/${n}`,
  title: '',
  at: n,
});

describe('recent links', () => {
  it('have the newest first, at most 50, each short link once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 150 }), (made) => {
        let links: RecentLink[] = [];
        for (const n of made) links = withRecent(links, link(n));
        const wanted = [...new Set([...made].reverse())].slice(0, maxRecentLinks);
        expect(links.map(({ id }) => Number(id))).toEqual(wanted);
      }),
    );
    expect(maxRecentLinks).toBe(50);
  });

  it('leave the given list unchanged', () => {
    const links = [link(1), link(2)];
    withRecent(links, link(2));
    expect(links).toEqual([link(1), link(2)]);
  });
});

describe('picker lists', () => {
  const named = (id: string) => ({ id, name: `n${id}` });

  it('have recently used options first, newest first; the others stay in their order', () => {
    const choices = ['5', '4', '3', '2', '1'].map(named);
    expect(recentFirst(choices, ['1', '9', '4']).map(({ id }) => id)).toEqual(['1', '4', '5', '3', '2']);
    expect(choices.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1']);
  });

  it('keep every option once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), fc.array(fc.nat()), (ids, recent) => {
        const ordered = recentFirst(
          ids.map((id) => named(String(id))),
          recent.map(String),
        );
        expect(ordered.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
          [...ids].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('have the newest recent ids first, each once, at most 20', () => {
    let ids: string[] = [];
    for (let n = 1; n <= 30; n++) ids = withRecentId(ids, String(n));
    ids = withRecentId(ids, '15');
    expect(ids.slice(0, 3)).toEqual(['15', '30', '29']);
    expect(ids).toHaveLength(20);
  });
});

describe('the parser of the popup view', () => {
  const lists = ['campaigns', 'channels', 'pixels', 'pixelTypes', 'domains', 'recents', 'jobs'] as const;

  it('accepts the background’s view after storage, unchanged', () => {
    for (const view of [emptyPopupView, fullView()]) {
      const stored: unknown = structuredClone(view);
      expect(parsePopupView(stored)).toEqual(view);
    }
  });

  it.each([
    [undefined],
    [null],
    [1],
    ['view'],
    [[]],
    [{}],
    [{ ...fullView(), version: emptyPopupView.version + 1 }],
    [{ ...fullView(), version: emptyPopupView.version - 1 }],
    [{ ...fullView(), version: '1' }],
  ])('gives null for %j', (raw) => {
    expect(parsePopupView(raw)).toBeNull();
  });

  it.each(lists)('gives null without %s', (list) => {
    const { [list]: _left, ...rest } = fullView();
    expect(parsePopupView(rest)).toBeNull();
    expect(parsePopupView({ ...rest, [list]: { length: 0 } })).toBeNull();
  });

  it.each([
    [null],
    [undefined],
    [[]],
    [{}],
    [{ campaign: null, channel: null }],
    [{ campaign: null, channel: null, pixels: {} }],
  ])('gives null when the defaults are %j: the form reads its pixels from them', (defaults) => {
    expect(parsePopupView({ ...fullView(), defaults })).toBeNull();
  });

  it.each(lists)('gives null when %s holds null: a page could not render it', (list) => {
    expect(parsePopupView({ ...fullView(), [list]: [null] })).toBeNull();
  });

  it('throws for none of 1,000 damaged values, and accepts only those with every list', () => {
    const paths = [...Object.keys(fullView()), 'defaults.pixels'];
    const damage = fc.array(fc.tuple(fc.constantFrom(...paths), fc.option(fc.anything())), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(damage, fc.boolean(), (damages, dropped) => {
        const view: Record<string, unknown> = { ...fullView() };
        for (const [path, value] of damages) {
          if (path === 'defaults.pixels') view['defaults'] = { campaign: null, channel: null, pixels: value };
          else if (dropped) delete view[path];
          else view[path] = value;
        }
        const passed = parsePopupView(view);
        if (passed === null) return;
        for (const list of lists) expect(Array.isArray(passed[list])).toBe(true);
        expect(Array.isArray(passed.defaults.pixels)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.anything(), (raw) => void parsePopupView(raw)),
      { numRuns: 1_000 },
    );
  });
});

describe('one stored example a version', () => {
  const chosen = {
    campaign: { id: '1', name: 'Spring' },
    channel: null,
    pixels: [{ id: '2', name: 'Meta' }],
    autoCopy: false,
  };
  const account = {
    address: 'https://sho.rt',
    account: { username: 'ada', email: 'a@b.c', status: 'pro', expires: null, avatar: null },
    attempt: { id: 'x', state: 'failed', failure: { kind: 'timed-out' } },
  };
  const lists = {
    scope: 'https://sho.rt#1',
    at: 5,
    campaigns: [{ id: '1', name: 'Spring' }],
    channels: [],
    pixels: [],
    domains: ['https://sho.rt'],
    pixelTypes: ['gapixel'],
    recent: { campaigns: ['1'], channels: [], pixels: [] },
    lastDomain: '',
  };
  const links = [link(1), { ...link(2), id: null }];
  const presets = {
    list: [
      {
        id: 'p1',
        name: 'Mail',
        sites: ['example.com'],
        fields: { campaign: null, alias: '{title}', extras: { note: 'x', expiry: '+7d' } },
      },
    ],
    defaultId: 'p1',
  };
  const held = { holdSeconds: 5, markNote: true, unclear: 'use' };
  const acts = { reuse: false, oneClick: true, notify: true };
  const copying = { copyFormat: 'own', copyTemplate: '{short} ({title})' };

  /** Opens the data of a version as the background does: the value, a page's value afterwards, and the stored version. */
  async function opened<T>(definition: ItemDefinition<T>, version: number, data: unknown) {
    const area = new MemoryArea({ [definition.key]: { version, data } });
    const reports: string[] = [];
    const read = await createItem(area, definition, (key) => reports.push(key)).read();
    const stored = area.items.get(definition.key);
    return { read, peeked: readItem(definition, stored), stored, reports };
  }
  const valid = (version: number, data: unknown) => ({
    read: data,
    peeked: data,
    stored: { version, data },
    reports: [],
  });

  it('preferences 1 to 6', async () => {
    const since2 = { holdSeconds: 0, markNote: false, unclear: 'ask' };
    const since3 = { copyFormat: 'plain', copyTemplate: '{title}: {short}' };
    const since4 = { cleanUp: ['tracking', 'session'], reuse: true, oneClick: false, notify: false };
    const since5 = { theme: 'system' };
    const since6 = { expiry: '' };
    expect(await opened(preferencesItem, 1, chosen)).toEqual(
      valid(6, { ...chosen, ...since2, ...since3, ...since4, ...since5, ...since6 }),
    );
    expect(await opened(preferencesItem, 2, { ...chosen, ...held })).toEqual(
      valid(6, { ...chosen, ...held, ...since3, ...since4, ...since5, ...since6 }),
    );
    expect(await opened(preferencesItem, 3, { ...chosen, ...held, ...copying })).toEqual(
      valid(6, { ...chosen, ...held, ...copying, ...since4, ...since5, ...since6 }),
    );
    const newest4 = { ...chosen, ...held, ...copying, ...acts, cleanUp: ['www'] };
    expect(await opened(preferencesItem, 4, newest4)).toEqual(valid(6, { ...newest4, ...since5, ...since6 }));
    const newest = { ...newest4, theme: 'dark' };
    expect(await opened(preferencesItem, 5, newest)).toEqual(valid(6, { ...newest, ...since6 }));
    expect(await opened(preferencesItem, 6, { ...newest, expiry: '+1w' })).toEqual(
      valid(6, { ...newest, expiry: '+1w' }),
    );
  });

  it('the lists of the pickers 1 and 2', async () => {
    expect(await opened(pickerListsItem, 1, lists)).toEqual(
      valid(2, { ...lists, splashPages: [], overlays: [] }),
    );
    const newest = {
      ...lists,
      splashPages: [{ id: '1', name: 'Wait' }],
      overlays: [{ id: '2', name: 'Ask' }],
    };
    expect(await opened(pickerListsItem, 2, newest)).toEqual(valid(2, newest));
  });

  it('all others, of version 1', async () => {
    expect(await opened(recentLinksItem, 1, links)).toEqual(valid(1, links));
    expect(await opened(accountViewItem, 1, account)).toEqual(valid(1, account));
    const used = [{ name: 'utm_source', value: 'mail' }];
    expect(await opened(utmHistoryItem, 1, used)).toEqual(valid(1, used));
    expect(await opened(presetsItem, 1, presets)).toEqual(valid(1, presets));
  });

  it('no version is missing here', () => {
    const items = [
      preferencesItem,
      recentLinksItem,
      accountViewItem,
      pickerListsItem,
      utmHistoryItem,
      presetsItem,
    ];
    const versions = items.map((item) => [item.key, item.version]);
    expect(versions).toEqual([
      ['preferences', 6],
      ['recent-links', 1],
      ['account-view', 1],
      ['picker-lists', 2],
      ['used-parameters', 1],
      ['presets', 1],
    ]);
    for (const item of items) expect(item.schema.safeParse(item.fallback).success).toBe(true);
  });
});

it('removes the ids of another account from presets', () => {
  const fields = {
    campaign: null,
    pixels: [],
    domain: 'https://x.example',
    alias: 'x',
    extras: { note: 'x' },
  };
  const stored = { list: [{ id: 'p1', name: 'Mail', sites: ['example.com'], fields }], defaultId: 'p1' };
  expect(stripAccountIds(stored)).toEqual({
    ...stored,
    list: [{ ...stored.list[0], fields: { alias: 'x', extras: { note: 'x' } } }],
  });
  // A type that is a number is the id of a splash page or an overlay.
  const typed = (type: string) => ({
    list: [{ id: 'p1', name: 'Mail', sites: [], fields: { extras: { type, note: 'x' } } }],
    defaultId: null,
  });
  expect(stripAccountIds(typed('frame'))).toEqual(typed('frame'));
  expect(stripAccountIds(typed('12')).list[0]?.fields).toEqual({ extras: { note: 'x' } });
  expect(stripAccountIds(presetsItem.fallback)).toBe(presetsItem.fallback);
});
