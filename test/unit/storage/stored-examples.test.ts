/**
 * Stored data as earlier versions wrote it, read by the present code. An example is a literal and never changes: users have
 * such data. What a new version stores in another form is a new example.
 */
import { describe, expect, it, vi } from 'vitest';
import { blockedStateItem } from '../../../entrypoints/background/api/blocked-state.ts';
import { limiterStateKey } from '../../../entrypoints/background/api/gateway.ts';
import { newestIdsItem } from '../../../entrypoints/background/jobs/high-water-mark.ts';
import { pendingSyncItem } from '../../../entrypoints/background/sync/pending-sync.ts';
import { draftKey, isPasswordOmitted, pageDraftKey, parseDraft } from '../../../lib/draft/stored-draft.ts';
import { excludedIdsKey, readExcludedIds } from '../../../lib/mirror/excluded-ids.ts';
import { pendingChangesKey, readPendingChanges } from '../../../lib/mirror/pending-changes.ts';
import {
  lastPlacementsKey,
  placementsDraftKey,
  placementsDraftSchema,
  placementSetSchema,
} from '../../../lib/placements/placements.ts';
import { deserialize, serialize } from '../../../lib/rate-limit/stored-limiter-state.ts';
import { linkByUrlKey, parseLinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import { recentLinksItem } from '../../../lib/storage/recent-links.ts';
import { createItem, readItem, type ItemDefinition } from '../../../lib/storage/stored-item.ts';
import { utmHistoryItem } from '../../../lib/storage/utm-history.ts';
import { accountViewItem } from '../../../lib/views/account-view.ts';
import { StorageArea } from '../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));

describe('an item that an earlier version stored is read, and stored in its newest form', () => {
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
  const links = [
    { id: '1', shortUrl: 'https://sho.rt/1', address: 'https://example.com/1', title: '', at: 1 },
    { id: null, shortUrl: 'https://sho.rt/2', address: 'https://example.com/2', title: '', at: 2 },
  ];
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
    const area = new StorageArea({ [definition.key]: { version, data } });
    const reports: string[] = [];
    const read = await createItem(area, definition, (key) => reports.push(key)).read();
    const stored = area.stored.get(definition.key);
    return { read, peeked: readItem(definition, stored), stored, reports };
  }
  const valid = (version: number, data: unknown) => ({
    read: data,
    peeked: data,
    stored: { version, data },
    reports: [],
  });

  it('preferences 1 to 7', async () => {
    const since2 = { holdSeconds: 0, markNote: false, unclear: 'ask' };
    const since3 = { copyFormat: 'plain', copyTemplate: '{title}: {short}' };
    const since4 = { cleanUp: ['tracking', 'session'], reuse: true, oneClick: false, notify: false };
    const since5 = { theme: 'system' };
    const since6 = { expiry: '' };
    const since7 = { domain: '' };
    expect(await opened(preferencesItem, 1, chosen)).toEqual(
      valid(7, { ...chosen, ...since2, ...since3, ...since4, ...since5, ...since6, ...since7 }),
    );
    expect(await opened(preferencesItem, 2, { ...chosen, ...held })).toEqual(
      valid(7, { ...chosen, ...held, ...since3, ...since4, ...since5, ...since6, ...since7 }),
    );
    expect(await opened(preferencesItem, 3, { ...chosen, ...held, ...copying })).toEqual(
      valid(7, { ...chosen, ...held, ...copying, ...since4, ...since5, ...since6, ...since7 }),
    );
    const newest4 = { ...chosen, ...held, ...copying, ...acts, cleanUp: ['www'] };
    expect(await opened(preferencesItem, 4, newest4)).toEqual(
      valid(7, { ...newest4, ...since5, ...since6, ...since7 }),
    );
    const newest = { ...newest4, theme: 'dark' };
    expect(await opened(preferencesItem, 5, newest)).toEqual(valid(7, { ...newest, ...since6, ...since7 }));
    expect(await opened(preferencesItem, 6, { ...newest, expiry: '+1w' })).toEqual(
      valid(7, { ...newest, expiry: '+1w', ...since7 }),
    );
    const newest7 = { ...newest, expiry: '', domain: 'https://go.example.com' };
    expect(await opened(preferencesItem, 7, newest7)).toEqual(valid(7, newest7));
  });

  it('picker lists 1 and 2', async () => {
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
    const mark = { scope: 'https://sho.rt#1', id: '41' };
    expect(await opened(newestIdsItem, 1, mark)).toEqual(valid(1, mark));
    const laterMark = { ...mark, at: 5, made: { id: '40', at: 4 }, listedAt: 6, records: { pixels: '7' } };
    expect(await opened(newestIdsItem, 1, laterMark)).toEqual(valid(1, laterMark));
    const blocked = {
      scope: 'https://sho.rt#1',
      failure: { kind: 'limit', until: 9, message: null },
      until: 9,
    };
    for (const data of [blocked, { ...blocked, left: 4 }])
      expect(await opened(blockedStateItem, 1, data)).toEqual(valid(1, data));
  });

  it('the remaining work of the sync host', async () => {
    expect(pendingSyncItem.key).toBe('keeper');
    const first = { scope: 'https://sho.rt#1', more: true, at: 5 };
    expect(await opened(pendingSyncItem, 1, first)).toEqual(valid(1, first));
    const later = { ...first, waits: true, asked: 3, expected: [{ work: 'w1', until: 65_000 }] };
    expect(await opened(pendingSyncItem, 1, later)).toEqual(valid(1, later));
  });

  it('every item is read above, in each of its versions', () => {
    const items = [
      preferencesItem,
      recentLinksItem,
      accountViewItem,
      pickerListsItem,
      utmHistoryItem,
      presetsItem,
      newestIdsItem,
      blockedStateItem,
      pendingSyncItem,
    ];
    const versions = items.map((item) => [item.key, item.version]);
    expect(versions).toEqual([
      ['preferences', 7],
      ['recent-links', 1],
      ['account-view', 1],
      ['picker-lists', 2],
      ['used-parameters', 1],
      ['presets', 1],
      ['newest-link', 1],
      ['standstill', 1],
      ['keeper', 1],
    ]);
    for (const item of items) expect(item.schema.safeParse(item.fallback).success).toBe(true);
  });
});

describe('the limiter state', () => {
  const first = {
    version: 1,
    scope: 'a1b2c3d4',
    at: 1_700_000_000_000,
    limit: 30,
    flying: 0,
    ended: [9_000, 4_000],
    bulk: 4_000,
    refresh: 9_000,
    silence: 2_000,
    word: { left: 12, renewed: 30_000, first: 20_000, heard: 4_000, elsewhere: 1, moving: false },
    served: { date: 1_699_999_996_000, age: 4_000 },
    unproved: 0,
  };
  const newest = {
    ...first,
    person: 4_000,
    window: 60_000,
    shared: 8_000,
    word: { ...first.word, assumed: false },
    setBack: false,
  };
  const clock = { wallClock: () => first.at, monotonic: () => 50_000 };
  const reopened = (raw: unknown) => {
    const { state, repaired } = deserialize(raw, first.scope, clock);
    return { stored: serialize(state, first.scope, clock), repaired };
  };

  it('is read as it was stored', () => {
    expect(limiterStateKey).toBe('lane-memory');
    expect(reopened(newest)).toEqual({ stored: newest, repaired: false });
  });

  it('of the first version has the defaults for what it lacks', () => {
    const { stored, repaired } = reopened(first);
    expect(repaired).toBe(false);
    expect(stored).toEqual({
      ...first,
      person: first.bulk,
      window: 60_000,
      shared: null,
      word: { ...first.word, assumed: undefined },
      setBack: false,
    });
  });
});

describe('drafts', () => {
  const options = {
    type: '',
    password: '',
    expiry: '2026-12-24T18:00',
    visibility: 'private',
    note: 'For Ada',
    card: { title: 'Spring', description: '', picture: '' },
    countries: [{ when: 'Germany', link: 'https://example.com/de' }],
    devices: [],
    languages: [],
    deepLink: { apple: '', google: '', auto: false },
    parameters: [{ name: 'utm_medium', value: 'mail' }],
    parametersIn: 'field',
  };
  const link = {
    address: 'https://example.com/',
    title: 'Example',
    campaign: { id: '1', name: 'Spring' },
    channel: null,
    pixels: [{ id: '2', name: 'Meta' }],
    alias: 'spring',
    domain: 'https://sho.rt',
  };

  it('of a link, without and with options', () => {
    expect(draftKey('https://example.com/')).toBe('draft:https://example.com/');
    expect(pageDraftKey('a1')).toBe('draft:page:a1');
    expect(parseDraft({ ...link, at: 5 })).toEqual(link);
    const withOptions = { ...link, extras: options, at: 5, passwordLeft: true };
    expect(parseDraft(withOptions)).toEqual({
      ...link,
      extras: { ...options, parameterConflict: 'keep' },
    });
    expect(isPasswordOmitted(withOptions)).toBe(true);
  });

  it('of placements, typed and submitted', () => {
    expect(placementsDraftKey('a1')).toBe('draft:places:a1');
    expect(lastPlacementsKey).toBe('draft:places:last');
    const set = {
      parameter: 'utm_source',
      places: [
        { name: 'Poster', source: null, suffix: null },
        { name: 'Mail', source: 'newsletter', suffix: '-m' },
      ],
    };
    expect(placementSetSchema.parse({ ...set, at: 5 })).toEqual(set);
    const typed = { set, batch: null, format: 'tabs' };
    expect(placementsDraftSchema.parse({ ...typed, at: 5 })).toEqual(typed);
    const asked = { name: 'Poster', source: 'poster', suffix: '-poster', typed: null };
    const submitted = {
      set,
      batch: {
        base: { ...link, extras: options },
        hadPassword: false,
        parameter: 'utm_source',
        asked: [
          { id: 'j1', ...asked, shortUrl: null },
          { id: 'j2', ...asked, shortUrl: 'https://sho.rt/spring-poster' },
        ],
      },
      format: 'markdown',
    };
    expect(placementsDraftSchema.parse({ ...submitted, at: 5 })).toEqual(submitted);
  });
});

it('a link by its URL, and one that an earlier version stored so that it is not reused', () => {
  expect(linkByUrlKey('https://example.com/')).toBe('short:https://example.com/');
  const stored = { id: '1', shortUrl: 'https://sho.rt/1', title: 'Example', clicks: null, at: 5 };
  expect(parseLinkByUrl(stored)).toEqual(stored);
  expect(parseLinkByUrl({ ...stored, unchecked: true })).toEqual({ ...stored, unchecked: true });
  expect(parseLinkByUrl({ ...stored, shortUrl: '' })).toBeNull();
});

describe('the state that is stored in the mirror', () => {
  const stateOf = (state: Readonly<Record<string, unknown>>) => ({ get: async (key: string) => state[key] });

  it('the ids of links of private windows', async () => {
    expect(excludedIdsKey).toBe('unkept');
    const stored = ['17', 'url:1k9v2b3c4d', '18'];
    expect([...(await readExcludedIds(stateOf({ [excludedIdsKey]: stored })))]).toEqual(stored);
  });

  it('local changes that a list of the service may not show yet', async () => {
    expect(pendingChangesKey).toBe('own acts');
    const stored = [
      { at: 5, store: 'pixels', key: '17', gone: true },
      { at: 6, store: 'campaigns', key: '3', gone: false, fields: ['name'] },
    ];
    expect(await readPendingChanges(stateOf({ [pendingChangesKey]: stored }))).toEqual(stored);
  });
});
