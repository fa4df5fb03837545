/** Disconnecting an account: none of its data remains on disk or in memory, even if a step fails. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createForgetAccount, settingsKeys } from '../../../../entrypoints/background/api/forget-account.ts';
import { syncAlarm } from '../../../../entrypoints/background/sync/sync-scheduler.ts';
import { blockedStateAlarm } from '../../../../entrypoints/background/api/blocked-state.ts';
import { preferencesItem } from '../../../../lib/storage/preferences.ts';
import { pickerListsItem } from '../../../../lib/storage/picker-lists.ts';
import { presetsItem } from '../../../../lib/storage/presets.ts';
import { jobOf, shortenCommand, uuid } from '../../../support/samples.ts';
import { browser, calls, fresh } from '../../../support/fake-browser.ts';
import { createWorker } from '../../../support/background-worker.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local, session } = browser.storage;
beforeEach(fresh);

/** Marks all data of the account: it must not occur anywhere afterwards. */
const trace = 'left-by-the-account';
const choice = { id: '7', name: trace };
const link = {
  id: '1',
  shortUrl: `https://sho.rt/${trace}`,
  address: `https://${trace}.example/`,
  title: '',
  at: 1,
};
const draft = { address: `https://${trace}.example/`, title: trace, at: 1 };

/** Every key of this version and of earlier ones, and one of a later version. */
const onDisk: Readonly<Record<string, unknown>> = {
  'account-view': { version: 1, data: { address: trace, account: null, attempt: null } },
  keeper: { version: 1, data: { scope: trace, more: true, at: 1 } },
  'picker-lists': { version: 1, data: { scope: trace } },
  'recent-links': { version: 1, data: [link] },
  'used-parameters': { version: 1, data: [{ name: trace, values: [trace] }] },
  standstill: {
    version: 1,
    data: { scope: trace, failure: { kind: 'key', status: 403, message: trace }, until: null },
  },
  'newest-link': { version: 1, data: { scope: trace, id: '1' } },
  'lane-memory': { version: 1, scope: trace },
  'target-names': { version: 1, countries: [trace], devices: [] },
  'popup-view': { version: 2, recents: [link] },
  [`short:${link.address}`]: link,
  [`draft:${link.address}`]: draft,
  'draft:settings': `https://${trace}.example`,
  [`job:${uuid(1)}`]: jobOf(1),
  [`job:${uuid(2)}`]: { trace },
  [`intent:${uuid(3)}`]: { trace },
  'damaged:connection': { key: trace },
  [`damaged:job:${uuid(4)}`]: { command: { link: { extras: { password: trace } } } },
  filling: trace,
  'of-a-later-version': trace,
};
const inMemory: Readonly<Record<string, unknown>> = {
  'recent-links': { version: 1, data: [link] },
  [`job:${uuid(5)}`]: { trace },
  [`intent:${uuid(6)}`]: { trace },
  [`short:${link.address}`]: link,
  [`draft:${link.address}`]: draft,
  'popup-view': { version: 2, recents: [link] },
  'activity-view': { version: 1, jobs: [trace] },
};
const settings: Readonly<Record<string, unknown>> = {
  preferences: {
    version: preferencesItem.version,
    data: {
      ...preferencesItem.fallback,
      autoCopy: false,
      campaign: choice,
      channel: choice,
      pixels: [choice],
      domain: `https://${trace}.example`,
    },
  },
  presets: {
    version: presetsItem.version,
    data: {
      list: [
        {
          id: 'p',
          name: 'Mine',
          sites: [],
          fields: { campaign: choice, domain: `https://${trace}.example` },
        },
      ],
      defaultId: 'p',
    },
  },
  words: { '': 'en', copy: 'Copy' },
  'first-steps': false,
};

function leave() {
  for (const [key, value] of Object.entries({ ...onDisk, ...settings })) local.stored.set(key, value);
  for (const [key, value] of Object.entries(inMemory)) session.stored.set(key, value);
}

const everything = () => JSON.stringify([...local.stored, ...session.stored]);
/** The database of an account, as created by a page. */
async function keepMirror(name: string): Promise<void> {
  const request = indexedDB.open(name);
  await new Promise((resolve) => request.addEventListener('success', resolve));
  request.result.close();
}
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

const removeViews = () =>
  Promise.all([local, session].map((area) => area.remove(['popup-view', 'activity-view'])));

function start() {
  const worker = createWorker();
  let letGo = 0;
  const shown: unknown[] = [];
  const forget = createForgetAccount({
    items: worker.items,
    jobs: () => worker.jobs,
    stopSync: async () => void letGo++,
    async publish() {
      shown.push(local.stored.get('popup-view'));
      await local.set({ 'popup-view': { version: 2, recents: await worker.items.recentLinks.read() } });
      await session.remove(['popup-view', 'activity-view']);
    },
    removeViews,
  });
  return { ...worker, forget, letGo: () => letGo, shown };
}

it('only settings remain, without references to the account', async () => {
  leave();
  await keepMirror(`mirror ${trace}`);
  expect(await databases()).toEqual([`mirror ${trace}`]);
  const { forget, items, letGo, jobs, shown } = start();
  await jobs.loaded();
  await forget(async () => []);
  expect(everything()).not.toContain(trace);
  expect(local.keys().sort()).toEqual(['popup-view', ...settingsKeys].sort());
  // That the first block of the browser's log was filled in this browser session.
  expect(session.keys()).toEqual(['filling']);
  expect([letGo(), jobs.jobs(), await databases()]).toEqual([1, [], []]);
  expect((await items.preferences.read()).autoCopy).toBe(false);
  expect((await items.presets.read()).list.map(({ name }) => name)).toEqual(['Mine']);
  // An open popup has a view to show until the rest is deleted.
  expect(shown).toEqual([onDisk['popup-view']]);
  expect(calls).toEqual(
    expect.arrayContaining([syncAlarm, blockedStateAlarm].map((alarm) => `no alarm ["${alarm}"]`)),
  );
});

it('no job remains of a row that a batch has submitted before it was stopped', async () => {
  const worker = createWorker();
  const { jobs } = worker;
  await jobs.loaded();
  const forget = createForgetAccount({
    items: worker.items,
    jobs: () => jobs,
    stopSync: async () => void (await jobs.submit(shortenCommand(1, { from: 'bulk' }))),
    publish: async () => {},
    removeViews: async () => {},
  });
  await forget(async () => []);
  expect([jobs.jobs(), local.keys('job:')]).toEqual([[], []]);
});

it('nothing read or written before remains in memory', async () => {
  const { forget, items } = start();
  const itemsWithTrace = async () => {
    const sections = Object.entries(items).map(async ([name, item]) => {
      const text = JSON.stringify(await item.read());
      return text.includes(trace) ? [name] : [];
    });
    return (await Promise.all(sections)).flat();
  };
  await items.preferences.write({ ...preferencesItem.fallback, campaign: choice });
  await items.presets.write({
    list: [{ id: 'p', name: 'Mine', sites: [], fields: { campaign: choice } }],
    defaultId: null,
  });
  await items.pickerLists.write({ ...pickerListsItem.fallback, scope: trace });
  await items.recentLinks.write([link]);
  await items.privateLinks.write([link]);
  await items.usedParameters.write([{ name: 'ref', value: trace }]);
  await items.pendingSync.write({ scope: trace, more: true, at: 1 });
  await items.blockedState.write({
    scope: trace,
    failure: { kind: 'key', status: 403, message: null },
    until: null,
  });
  await items.newestIds.write({ scope: trace, id: '1' });
  // The settings page's view is written by the connection itself.
  expect(await itemsWithTrace()).toEqual(Object.keys(items).filter((name) => name !== 'accountView'));
  await forget(async () => []);
  expect(await itemsWithTrace()).toEqual([]);
});

it('works in a browser without `getKeys`', async () => {
  leave();
  const areas = [local, session].map((area) => ({ area, getKeys: area.getKeys }));
  try {
    for (const { area } of areas) area.getKeys = undefined;
    await start().forget(async () => []);
  } finally {
    for (const { area, getKeys } of areas) area.getKeys = getKeys;
  }
  expect(everything()).not.toContain(trace);
});

it('the stored intent of the current attempt remains', async () => {
  leave();
  local.stored.set('connection', { version: 1, data: null });
  const { forget } = start();
  await forget(async () => ['connection', `intent:${uuid(3)}`]);
  expect(local.keys()).toEqual(expect.arrayContaining(['connection', `intent:${uuid(3)}`]));
  expect(local.keys('job:')).toEqual([]);
});

describe('each step runs when another fails', () => {
  it.each([...Object.keys(onDisk), 'preferences', 'presets'])('the one that removes %s', async (key) => {
    leave();
    const { forget } = start();
    // The browser can't write this key, alone or with others.
    local.fails = (name) => name === key;
    await expect(forget(async () => [])).rejects.toThrow('not all is forgotten');
    local.fails = () => false;
    await start().forget(async () => []);
    expect(everything()).not.toContain(trace);
  });

  it('a permanent failure leaves nothing else', async () => {
    leave();
    const { forget } = start();
    local.fails = (name) => name === 'account-view';
    await forget(async () => []).catch(() => null);
    const remaining = everything();
    for (const name of [
      'recent-links',
      'lane-memory',
      'newest-link',
      'standstill',
      'damaged:',
      'short:',
      'intent:',
    ])
      expect(remaining).not.toContain(`"${name}`);
  });

  it('all steps run although the sync host does not respond and a job is unreadable', async () => {
    leave();
    const worker = start();
    const forget = createForgetAccount({
      items: worker.items,
      jobs: () => ({ clear: () => Promise.reject(new Error('locked')) }),
      stopSync: () => Promise.reject(new Error('closed')),
      publish: () => Promise.reject(new Error('full')),
      removeViews,
    });
    await expect(forget(async () => [])).rejects.toThrow();
    expect(everything()).not.toContain(trace);
  });
});
