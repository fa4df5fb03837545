/** The Activity page's view: complete, live, in session storage only, and only while such a page is open. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createActivityWriter,
  createPopupViewWriter,
  createPublisher,
} from '../../../../entrypoints/background/views/write-views.ts';
import { createViewSources } from '../../../../entrypoints/background/views/read-view-sources.ts';
import { activityViewKey, popupViewKey } from '../../../../lib/storage/storage-keys.ts';
import { activityViewSchema } from '../../../../lib/views/activity-view.ts';
import {
  done,
  draft,
  jobOf,
  linkCommand,
  refused,
  shortenCommand,
  unknown,
  uuid,
  wrongKey,
} from '../../../support/samples.ts';
import { gate } from '../../../support/gate.ts';
import { browser, contexts, fresh } from '../../../support/fake-browser.ts';
import { meter } from '../../../support/fake-gateway.ts';
import { knowNewest, createWorker, type WorkerOptions } from '../../../support/background-worker.ts';
import { flushMicrotasks, settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local, session } = browser.storage;
const page = { documentUrl: 'chrome-extension://curtail/manage.html#activity' };

function start(options: WorkerOptions = {}) {
  const worker = createWorker(options);
  const storage = { failing: false };
  const sources = createViewSources({
    ...worker,
    damaged: new Set(worker.damaged),
    storageFailing: () => storage.failing,
    storageReclaimed: async () => false,
    autoOpened: () => null,
  });
  const activity = createActivityWriter(sources.activity);
  const view = {
    publish: createPublisher([createPopupViewWriter(sources.popup, local).write, activity.write]),
  };
  return { ...worker, sources, activity, view, storage };
}

/** The view that an open page reads. */
function shown() {
  const stored: unknown = session.stored.get(activityViewKey);
  return stored === undefined ? null : activityViewSchema.parse(stored);
}

beforeEach(() => {
  fresh();
  knowNewest('4');
});

describe('the view', () => {
  it('contains every job, newest first, including seen and incognito ones', async () => {
    for (const job of [
      jobOf(1, done(1), { acknowledged: true }),
      jobOf(2, refused({ failure: wrongKey }), { acknowledged: true }),
      jobOf(4, { name: 'cancelled', at: 9 }),
      jobOf(5, unknown({ question: { id: null, shortUrl: null, address: '' } })),
      jobOf(6, refused({ unconfirmed: true }), { command: linkCommand(6, { alias: 'winter' }) }),
    ])
      local.stored.set(`job:${job.command.id}`, job);
    const secret = jobOf(
      3,
      unknown({ question: { id: '7', shortUrl: null, address: 'https://near.example/' } }),
      {
        command: shortenCommand(3, { private: true }),
      },
    );
    session.stored.set(`job:${secret.command.id}`, secret);
    const { begin, sources } = start();
    await begin();
    const view = activityViewSchema.parse(structuredClone(await sources.activity()));
    expect(view.jobs[0]).toMatchObject({ state: 'refused', unconfirmed: true, alias: 'winter' });
    expect(view.jobs[0]?.dismissed).toBeUndefined();
    expect(view.jobs[4]?.dismissed).toBe(true);
    expect(view.jobs[1]?.question).toEqual({ shortUrl: '', address: '', unconfirmed: true });
    expect(view.jobs.slice(2).map(({ id, state }) => [id, state])).toEqual([
      [uuid(4), 'cancelled'],
      [uuid(3), 'unknown'],
      [uuid(2), 'refused'],
      [uuid(1), 'done'],
    ]);
    expect(view.jobs[3]?.question).toEqual({ shortUrl: '', address: 'https://near.example/' });
    expect(view.jobs[4]).toMatchObject({ failure: wrongKey, endedAt: 1 });
    expect(view.jobs[5]).toMatchObject({ result: done(1).result, endedAt: 1 });
  });

  it('contains the rate limit, the site and the storage status', async () => {
    const { sources, storage } = start();
    expect(await sources.activity()).toMatchObject({
      version: 2,
      connected: true,
      site: 'https://sho.rt',
      meter,
      blockReason: null,
      storageFailing: false,
    });
    storage.failing = true;
    expect((await sources.activity()).storageFailing).toBe(true);
  });

  it('contains no rate limit and no site without an account', async () => {
    const { connection, jobs, items } = start();
    const sources = createViewSources({
      items,
      jobs,
      connection: { ...connection, gateway: async () => null, address: async () => '' },
      damaged: new Set(),
      storageFailing: () => false,
      storageReclaimed: async () => false,
      autoOpened: () => null,
    });
    expect(await sources.activity()).toMatchObject({ connected: false, site: '', meter: null, jobs: [] });
  });

  it('contains the block reason while a job waits, also an incognito one', async () => {
    const { sources, jobs } = start({ service: () => ({ failure: wrongKey }) });
    void jobs.submit(shortenCommand(1, { private: true }));
    await settled();
    expect((await sources.activity()).blockReason).toEqual({
      why: 'failure',
      failure: wrongKey,
      until: null,
    });
    // The popup of a normal window does not show the reason: it has no visible job to explain.
    const { disk, session: own } = await sources.popup();
    expect([disk.jobs, own?.jobs.length]).toEqual([[], 1]);
    await jobs.cancelQueued();
    expect((await sources.activity()).blockReason).toBeNull();
  });

  it('contains the send time of each job where it is known', async () => {
    const offline = start();
    offline.device.online = false;
    void offline.jobs.submit(shortenCommand(1));
    await settled();
    expect((await offline.sources.activity()).jobs[0]).toMatchObject({ goesAt: null, waits: null });
    await offline.jobs.clear();

    const { sources, jobs, items } = start();
    await items.preferences.update((current) => ({ ...current, holdSeconds: 5 }));
    const at = Date.now();
    void jobs.submit(shortenCommand(2, { at }));
    await settled();
    const [job] = (await sources.activity()).jobs;
    expect(job).toMatchObject({ state: 'queued', waits: 'hold' });
    expect(Math.abs((job?.goesAt ?? 0) - (at + 5_000))).toBeLessThan(500);
    await jobs.clear();
  });
});

describe('the writer', () => {
  it('writes while an Activity page is open, and removes the view afterwards', async () => {
    const { view } = start();
    contexts.push(page);
    await view.publish();
    expect(shown()).toMatchObject({ connected: true });
    contexts.length = 0;
    await view.publish();
    expect(session.keys(activityViewKey)).toEqual([]);
  });

  it('removes the view of a previous worker instance', async () => {
    session.stored.set(activityViewKey, { version: 1 });
    await start().view.publish();
    expect(session.keys(activityViewKey)).toEqual([]);
  });

  it('writes nothing and queries no contexts until a page connects', async () => {
    const { view, activity } = start();
    await view.publish();
    const getContexts = vi.spyOn(browser.runtime, 'getContexts');
    contexts.push(page);
    await view.publish();
    await view.publish();
    expect([getContexts.mock.calls.length, shown()]).toEqual([0, null]);
    activity.opened();
    await view.publish();
    expect(shown()).not.toBeNull();
    getContexts.mockRestore();
  });

  it('also serves the link page’s placements', async () => {
    contexts.push({ documentUrl: 'chrome-extension://curtail/link.html#1' });
    const { view, jobs } = start();
    void jobs.submit(shortenCommand(1, { from: 'places' }));
    await settled();
    await view.publish();
    expect(shown()?.jobs).toMatchObject([{ id: uuid(1), from: 'places', state: 'done' }]);
  });

  it('does not count other extension pages', async () => {
    contexts.push({ documentUrl: 'chrome-extension://curtail/popup.html' }, {});
    const { view, activity } = start();
    activity.opened();
    await view.publish();
    expect(shown()).toBeNull();
  });

  it('counts a page that opens during the context query', async () => {
    const { activity } = start();
    const response = gate();
    const getContexts = vi.spyOn(browser.runtime, 'getContexts').mockImplementationOnce(async () => {
      await response.passed;
      return [];
    });
    const first = activity.write();
    await flushMicrotasks();
    contexts.push(page);
    activity.opened();
    response.open();
    await first;
    await activity.write();
    expect(shown()).not.toBeNull();
    getContexts.mockRestore();
  });

  it('always ends with the latest state written', async () => {
    contexts.push(page);
    const { view, jobs } = start();
    await Promise.all([view.publish(), jobs.submit(shortenCommand(1)), view.publish()]);
    await settled();
    await view.publish();
    expect(shown()?.jobs.map(({ state }) => state)).toEqual(['done']);
  });
});

it('incognito data is never on disk, with or without an open Activity page', async () => {
  const { view, jobs, damaged } = start();
  const written: string[] = [];
  const set = local.set.bind(local);
  const spy = vi.spyOn(local, 'set').mockImplementation(async (items: Record<string, unknown>) => {
    written.push(JSON.stringify(items));
    await set(items);
  });
  const secret = 'private.example';
  const command = shortenCommand(1, {
    private: true,
    link: draft({ address: `https://${secret}/`, title: secret }),
  });
  void jobs.submit(command);
  for (const open of [false, true]) {
    if (open) contexts.push(page);
    await view.publish();
    await settled();
  }
  contexts.push(page);
  const again = start();
  again.activity.opened();
  await again.begin();
  await again.view.publish();
  await settled();
  expect(JSON.stringify([...session.stored])).toContain(secret);
  expect(shown()?.jobs.map(({ subject }) => subject)).toEqual([`https://${secret}/`]);
  expect(written.join()).not.toContain(secret);
  expect(written.join()).not.toContain(command.id);
  expect(local.keys()).toContain(popupViewKey);
  expect(damaged).toEqual([]);
  spy.mockRestore();
});

it('a journal that can’t be read is reported, and does not stop the view', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const worker = createWorker();
  const sources = createViewSources({
    ...worker,
    jobs: Object.assign(worker.jobs, { loaded: () => Promise.reject(new RangeError('locked')) }),
    damaged: new Set(),
    storageFailing: () => true,
    storageReclaimed: async () => false,
    autoOpened: () => null,
  });
  expect(await sources.activity()).toMatchObject({ storageFailing: true });
  expect((await sources.popup()).disk.storageFailing).toBe(true);
  expect(warn.mock.calls.map(([line]: unknown[]) => String(line).includes('RangeError'))).toEqual([
    true,
    true,
  ]);
  warn.mockRestore();
});
