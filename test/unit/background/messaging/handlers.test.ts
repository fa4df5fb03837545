/**
 * The message handlers: no accepted command is lost, and disconnecting deletes the key even if other steps fail.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../../../entrypoints/background/messaging/handlers.ts';
import { createViewSources } from '../../../../entrypoints/background/views/read-view-sources.ts';
import type { AccountConnection } from '../../../../entrypoints/background/api/connection.ts';
import type { ProxyRequest } from '../../../../entrypoints/background/messaging/api-proxy.ts';
import type { Call } from '../../../../lib/api/call.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import { NotStored } from '../../../../lib/messages/listener.ts';
import { parseTargetSuggestions } from '../../../../lib/storage/target-suggestions.ts';
import { preferencesItem } from '../../../../lib/storage/preferences.ts';
import {
  campaignCommand,
  done,
  jobOf,
  linkList,
  sampleResult,
  noon,
  refused,
  shortenCommand,
  unknown,
  uuid,
  wrongKey,
  presetNamed,
} from '../../../support/samples.ts';
import { settled } from '../../../support/flush.ts';
import { browser, calls, fresh } from '../../../support/fake-browser.ts';
import type { Service } from '../../../support/fake-gateway.ts';
import { knowNewest, pass, createWorker, stopTime } from '../../../support/background-worker.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local } = browser.storage;
const succeeds = { body: { error: 0, id: 2, shorturl: 'https://sho.rt/1' } };

function start(options: { readonly service?: Service } = {}) {
  const acts: string[] = [];
  const readBodies: unknown[] = [];
  const details: unknown[] = [];
  const reply: { body: unknown } = { body: null };
  const questions: (Call<unknown> & Omit<ProxyRequest, 'call'>)[] = [];
  const worker = createWorker({ service: options.service ?? (() => succeeds) });
  const { jobs } = worker;
  const connection: AccountConnection = {
    ...worker.connection,
    async connect(id) {
      acts.push(`connect ${id}`);
      return 'tried';
    },
    disconnect: async () => void acts.push('disconnect'),
  };
  const handlers = createHandlers({
    items: worker.items,
    connection,
    jobs,
    syncScheduler: {
      refresh: async () => void acts.push('refresh'),
      sync: async ({ force } = {}) => void acts.push(force ? 'sync all' : 'sync'),
      expect: async (work) => void acts.push(`expect ${work}`),
      onSyncFinished: async ({ more }) => void acts.push(more ? 'more' : 'done'),
    },
    keepAlive: worker.keepAlive,
    callApi: async ({ call, ...asked }) => {
      questions.push({ ...call, ...asked });
      acts.push('question');
      return { ok: true, body: reply.body, date: null };
    },
    onRead: async (...read) => void readBodies.push(read),
    onDetails: async (...read) => void details.push(read),
    storeSyncResults: async () => void acts.push('lists'),
    publish: () => acts.push('publish'),
    report: (error) => worker.reports.push(error),
    failuresShown: () => void acts.push('failures shown'),
    blockReasonSaved: async () => void acts.push('block reason saved'),
    readActivity: createViewSources({
      ...worker,
      damaged: new Set(),
      storageFailing: () => false,
      storageReclaimed: async () => false,
      autoOpened: () => null,
    }).activity,
    activityNeeded: () => acts.push('manage'),
    recoverIntents: async () => void acts.push('take up'),
    ensureStarted: async () => void acts.push('start'),
  });
  return { ...worker, handlers, acts, questions, readBodies, details, reply };
}

/** As a previous worker instance left it. */
const storeJobs = (...jobs: readonly ReturnType<typeof jobOf>[]) => {
  for (const job of jobs) local.stored.set(`job:${job.command.id}`, job);
};
const storedJobs = () => local.keys('job:');

beforeEach(() => {
  fresh();
  // Older than every link that the tests make.
  knowNewest('1');
});
afterEach(() => vi.useRealTimers());

it('a row of a batch becomes a job of its own account alone', async () => {
  const command = shortenCommand(1, { from: 'bulk' });
  const { handlers, jobs } = start();
  await expect(handlers['submit-row']({ scope: 'there', command })).rejects.toThrow(NotStored);
  expect([jobs.jobs(), storedJobs()]).toEqual([[], []]);
  expect(await handlers['submit-row']({ scope: 'here', command })).toMatchObject({ state: 'done' });
});

describe('submit', () => {
  it('returns the result, and the intent is removed', async () => {
    const command = shortenCommand(1);
    local.stored.set(`intent:${command.id}`, command);
    const { handlers } = start();
    expect(await handlers.submit(command)).toEqual({ state: 'done', result: sampleResult(1), failure: null });
    await settled();
    expect(local.keys('intent:')).toEqual([]);
  });

  it.each([
    ['written', () => (local.fails = (key) => key.startsWith('job:')), true],
    ['read', () => vi.spyOn(local, 'get').mockRejectedValue(new Error('locked')), false],
  ])(
    'a journal that cannot be %s: the intent remains for the next start',
    async (_name, breakIt, notStored) => {
      const command = shortenCommand(1);
      local.stored.set(`intent:${command.id}`, command);
      const { handlers, sent } = start();
      breakIt();
      const error: unknown = await handlers.submit(command).catch((thrown: unknown) => thrown);
      expect([error instanceof Error, error instanceof NotStored]).toEqual([true, notStored]);
      await settled();
      vi.restoreAllMocks();
      expect([local.keys('intent:'), sent]).toEqual([[`intent:${command.id}`], []]);
    },
  );

  it('returns the current state of a slow job within 20 s', async () => {
    stopTime(noon);
    const { handlers } = start({ service: () => new Promise(() => {}) });
    const reply = handlers.submit(shortenCommand(1));
    await pass(20_000);
    expect(await reply).toEqual({ state: 'sent', result: null, failure: null });
  });

  it('returns the current state of a job that waits for the network', async () => {
    stopTime(noon);
    const { handlers, device } = start();
    device.online = false;
    const reply = handlers.submit(shortenCommand(1));
    await pass(20_000);
    expect(await reply).toEqual({ state: 'queued', result: null, failure: null });
  });

  it('returns the current state of a blocked job, marked as blocked', async () => {
    stopTime(noon);
    const { handlers, jobs } = start({ service: () => ({ failure: wrongKey }) });
    const reply = handlers.submit(shortenCommand(1));
    await pass(20_000);
    expect(await reply).toEqual({ state: 'queued', result: null, failure: null, blocked: true });
    expect(jobs.blockReason()?.failure).toEqual(wrongKey);
  });
});

it('connect waits for the start, which finishes a disconnect that an earlier instance began', async () => {
  const { handlers, acts } = start();
  await handlers.connect({ id: uuid(7) });
  expect(acts).toEqual(['start', `connect ${uuid(7)}`, 'publish']);
});

describe('disconnect', () => {
  it('disconnects and rewrites the views', async () => {
    const { handlers, acts } = start();
    await handlers.disconnect({ id: uuid(1) });
    expect(acts).toEqual(['disconnect', 'publish']);
  });

  it('once for each press: a repeated message ends no connection that was made since', async () => {
    await start().handlers.disconnect({ id: uuid(1) });
    // In the next worker instance.
    const { handlers, acts } = start();
    await handlers.disconnect({ id: uuid(1) });
    await handlers.disconnect({ id: uuid(2) });
    expect(acts.filter((act) => act === 'disconnect')).toHaveLength(1);
  });

  it('once, too, where the message is repeated while the first is still in progress', async () => {
    const { handlers, acts } = start();
    await Promise.all([handlers.disconnect({ id: uuid(1) }), handlers.disconnect({ id: uuid(1) })]);
    expect(acts.filter((act) => act === 'disconnect')).toHaveLength(1);
  });
});

describe('ping', () => {
  it('waits for the start, recovers intents and refreshes without waiting for the sync', async () => {
    const { handlers, acts } = start();
    expect(await handlers.ping({ showsFailures: true })).toBeNull();
    await settled();
    expect(acts.slice(0, 3)).toEqual(['start', 'take up', 'refresh']);
    expect(calls.filter((call) => call.startsWith('no alarm'))).toHaveLength(1);
  });

  it('from an Activity page registers it before anything is written', async () => {
    const { handlers, acts } = start();
    await handlers.ping({ needsActivity: true, showsFailures: true });
    await settled();
    expect(acts.slice(0, 2)).toEqual(['manage', 'start']);
    expect(acts.filter((act) => act === 'publish')).toHaveLength(1);
    await handlers.ping({});
    expect(acts.filter((act) => act === 'manage')).toHaveLength(1);
    // Settings show no failures, nor does a hidden page.
    await handlers.ping({ needsActivity: true, showsFailures: false });
    expect(acts.filter((act) => act === 'failures shown')).toHaveLength(1);
  });
});

it('preferences are stored before the reply', async () => {
  const { handlers } = start();
  const preferences = {
    campaign: null,
    channel: null,
    pixels: [],
    autoCopy: false,
    holdSeconds: 5,
    markNote: true,
    unclear: 'use' as const,
    copyFormat: 'html' as const,
    copyTemplate: '{short}',
    cleanUp: ['tracking', 'www'],
    reuse: false,
    oneClick: true,
    notify: true,
    expiry: '+1w',
    domain: 'https://go.example.com',
    theme: 'dark' as const,
  };
  await handlers['save-preferences'](preferences);
  expect(local.stored.get('preferences')).toEqual({ version: 7, data: preferences });
});

it('a changed preference leaves those that another page has changed', async () => {
  const { handlers } = start();
  await Promise.all([
    handlers['save-preferences']({ copyFormat: 'html', copyTemplate: '{short}' }),
    handlers['save-preferences']({ reuse: false }),
    handlers['save-preferences']({ theme: 'dark' }),
  ]);
  expect(local.stored.get('preferences')).toMatchObject({
    data: {
      ...preferencesItem.fallback,
      copyFormat: 'html',
      copyTemplate: '{short}',
      reuse: false,
      theme: 'dark',
    },
  });
});

it('presets are stored before the reply; an empty list removes the item', async () => {
  const { handlers } = start();
  const mail = { id: 'p1', name: 'Mail', sites: [], fields: { alias: 'x' } };
  await handlers['save-presets']({ put: [mail], removed: [], defaultId: 'p1' });
  expect(local.stored.get('presets')).toEqual({ version: 1, data: { list: [mail], defaultId: 'p1' } });
  await handlers['save-presets']({ put: [], removed: ['p1'], defaultId: null });
  expect(local.stored.has('presets')).toBe(false);
});

it('a saved preset leaves those that another page has saved at the same time', async () => {
  const { handlers } = start();
  const [mail, poster] = [presetNamed('Mail'), presetNamed('Poster')];
  await Promise.all([mail, poster].map((preset) => handlers['save-presets']({ put: [preset], removed: [] })));
  expect(local.stored.get('presets')).toEqual({
    version: 1,
    data: { list: [mail, poster], defaultId: null },
  });
});

it('connect passes the id; cancel, retry and seen reach the outbox', async () => {
  storeJobs(jobOf(1, undefined, { scope: 'there' }), jobOf(2, refused()));
  const { handlers, acts } = start();
  await handlers.connect({ id: uuid(7) });
  expect(acts).toContain(`connect ${uuid(7)}`);
  expect(await handlers.cancel({ id: uuid(1) })).toBe(true);
  expect(await handlers.retry({ id: uuid(2) })).toEqual({
    state: 'done',
    result: sampleResult(1),
    failure: null,
  });
  expect(await handlers.acknowledge({ id: uuid(2) })).toBeNull();
  await settled();
  expect(local.stored.get(`job:${uuid(2)}`)).toMatchObject({ seen: true });
});

describe('API requests that bypass the outbox', () => {
  const asked = { id: uuid(1), scope: 'here' };
  const raw = { error: 0, other: 1 };

  it('a page’s read is a GET whose body is returned unchanged', async () => {
    const { handlers, questions, readBodies } = start();
    const read = { ...asked, priority: 'background', path: '/api/pixels', query: { page: '2' } } as const;
    expect(await handlers['api-get'](read)).toEqual({ ok: true, body: null, date: null });
    expect(questions).toMatchObject([{ ...read, method: 'GET', idempotent: true }]);
    expect(questions[0]).not.toHaveProperty('body');
    expect(questions[0]?.read(raw)).toBe(raw);
    expect(questions[0]).not.toHaveProperty('readNotFound');
    expect(readBodies).toEqual([[asked.scope, '/api/pixels', null]]);
  });

  it('the details of a link are passed on, from every reader', async () => {
    const { handlers, details, reply } = start();
    reply.body = {
      error: 0,
      id: 5,
      details: { shorturl: 'https://sho.rt/x', expiry: '2030-01-01 00:00:00' },
    };
    await handlers['api-get']({ ...asked, priority: 'user', path: '/api/url/5', query: {} });
    await handlers['api-get']({ ...asked, priority: 'user', path: '/api/urls', query: {} });
    expect(details).toMatchObject([[{ id: '5', expiry: '2030-01-01 00:00:00' }, asked.scope]]);
  });

  it('a search may return the service’s error', async () => {
    const { handlers, questions } = start();
    const query = { short: 'https://sho.rt/a' };
    await handlers['api-get']({ ...asked, priority: 'user', path: '/api/urls', query });
    expect(questions[0]?.readNotFound?.()).toBeNull();
  });

  it('saving the account omits empty fields and stores nothing', async () => {
    const { handlers, questions, items } = start();
    const account = { username: 'Ann', email: 'old@example.com', status: '', expires: null, avatar: null };
    await items.accountView.write({ address: 'https://sho.rt', account, attempt: null });
    await handlers['save-account']({ ...asked, email: '', password: 'sesame' });
    expect((await items.accountView.read()).account).toEqual(account);
    expect(questions).toMatchObject([
      { method: 'PUT', path: '/api/account/update', priority: 'user', scope: 'here' },
    ]);
    expect(questions[0]?.body).toEqual({ password: 'sesame' });
    expect(questions[0]?.read(raw)).toBe(raw);
    await settled();
    expect(JSON.stringify([...local.stored, ...browser.storage.session.stored])).not.toContain('sesame');
    // The settings show the new address.
    await handlers['save-account']({ ...asked, email: 'new@example.com', password: '' });
    expect((await items.accountView.read()).account?.email).toBe('new@example.com');
  });
});

it('a job’s status is returned without creating a job', async () => {
  const question = { id: '3', shortUrl: 'https://sho.rt/3', address: 'https://example.com/1?x' };
  storeJobs(jobOf(1, done(1)), jobOf(2, refused()), jobOf(3, unknown({ question })));
  const { handlers, sent } = start();
  expect(await handlers['job-status']({ id: uuid(1) })).toEqual({
    state: 'done',
    result: sampleResult(1),
    failure: null,
  });
  expect(await handlers['job-status']({ id: uuid(2) })).toMatchObject({ state: 'refused', result: null });
  expect(await handlers['job-status']({ id: uuid(3) })).toMatchObject({
    state: 'unknown',
    stalled: 'needs-decision',
  });
  expect(await handlers['job-status']({ id: uuid(4) })).toBeNull();
  expect(sent).toEqual([]);
  expect(storedJobs()).toHaveLength(3);
});

it('the link of a job is returned for editing, without its password', async () => {
  const extras = { ...defaultLinkOptions, password: 'secret', note: 'For the poster' };
  const link = { ...shortenCommand(1).link, alias: 'taken', extras };
  const { handlers } = start({ service: () => new Promise(() => undefined) });
  void handlers.submit({ ...shortenCommand(1), link });
  await settled();
  expect(await handlers['job-link']({ id: uuid(1) })).toEqual({
    ...link,
    extras: { ...extras, password: '' },
  });
  storeJobs(jobOf(2, refused(), { command: campaignCommand(2, 'New') }));
  expect(await start().handlers['job-link']({ id: uuid(2) })).toBeNull();
  expect(await handlers['job-link']({ id: uuid(3) })).toBeNull();
});

it('a bulk learns of a lost send, and that it can’t be looked up for now', async () => {
  const sending = { at: noon, serverAt: noon, newest: '4' };
  const failure = { kind: 'unreachable', status: 503, message: null } as const;
  storeJobs(
    jobOf(1, { ...refused(), failure, sending }),
    jobOf(2, unknown({ sending, failure, failedLookups: 5 })),
    jobOf(3, unknown({ sending, failure, failedLookups: 4 })),
  );
  const { handlers } = start();
  const lost = { sending, failure, noteTag: null };
  expect(await handlers['job-status']({ id: uuid(1) })).toMatchObject({ state: 'refused', lost });
  expect(await handlers['job-status']({ id: uuid(2) })).toMatchObject({
    state: 'unknown',
    stalled: 'lookups-fail',
    lost,
  });
  expect(await handlers['job-status']({ id: uuid(3) })).not.toHaveProperty('stalled');
});

describe('a decision on a question', () => {
  const question = { id: '3', shortUrl: 'https://sho.rt/3', address: 'https://example.com/1?x' };

  it('for the link found: the job is done with it, and nothing is sent', async () => {
    storeJobs(jobOf(1, unknown({ question })));
    const { handlers, sent } = start();
    expect(await handlers.decide({ id: uuid(1), decision: 'use' })).toEqual({
      state: 'done',
      result: {
        id: '3',
        shortUrl: 'https://sho.rt/3',
        aliasDiffers: false,
        lookedUp: true,
        existing: false,
        chosen: true,
      },
      failure: null,
    });
    expect(sent).toEqual([]);
  });

  it('for a new link: the job is looked up and sent again', async () => {
    storeJobs(jobOf(1, unknown({ question })));
    const { handlers, sent } = start({
      service: ({ method }) =>
        method === 'GET' ? linkList([]) : { body: { error: 0, id: 8, shorturl: 'https://sho.rt/8' } },
    });
    expect(await handlers.decide({ id: uuid(1), decision: 'again' })).toMatchObject({
      state: 'done',
      result: { id: '8', lookedUp: false },
    });
    expect(sent.map(({ endpoint }) => endpoint)).toEqual(['GET /api/urls', 'POST /api/url/add']);
  });
});

describe('waiting jobs', () => {
  it('cancel-queued cancels every job that has not been sent and returns their number', async () => {
    storeJobs(jobOf(1, undefined, { scope: 'there' }), jobOf(2, done(2)), jobOf(3, unknown()));
    const { handlers, device, jobs } = start();
    device.online = false;
    void jobs.submit(shortenCommand(4));
    await settled();
    expect(await handlers['cancel-queued'](null)).toBe(2);
    expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['cancelled', 'done', 'unknown', 'cancelled']);
    expect(await handlers['cancel-queued'](null)).toBe(0);
  });

  it('resume ends a block, also one that the service requested', async () => {
    let failing = true;
    const { handlers, jobs, backOffsCleared } = start({
      service: () => (failing ? { failure: wrongKey } : succeeds),
    });
    void jobs.submit(shortenCommand(1));
    await settled();
    expect(jobs.blockReason()).not.toBeNull();
    failing = false;
    expect(await handlers['retry-now'](null)).toBeNull();
    await settled();
    expect(jobs.jobs()[0]?.state.name).toBe('done');
    expect(backOffsCleared()).toBe(1);
  });

  it('resume starts delayed jobs, except those in the user’s undo delay', async () => {
    stopTime(noon);
    const { handlers, jobs, sent, items } = start({ service: () => succeeds });
    await items.preferences.update((before) => ({ ...before, holdSeconds: 30 }));
    void jobs.submit(shortenCommand(1, { at: noon }));
    await pass(1_000);
    await handlers['retry-now'](null);
    await pass(1_000);
    expect(sent).toEqual([]);
    await pass(29_000);
    expect(sent).toHaveLength(1);
  });
});

it('sync messages are handled after the start, and the host’s report is processed', async () => {
  const { handlers, acts } = start();
  await handlers.sync({ force: true });
  await handlers.sync({ force: false });
  await handlers['sync-finished']({ scope: 'here', more: true, at: 7 });
  await handlers['sync-results']({ scope: 'here', lists: {}, clicks: [], gone: [] });
  expect(acts).toEqual(['start', 'sync all', 'start', 'sync', 'more', 'lists']);
});

it('target names are stored for the connected account only', async () => {
  const { handlers } = start();
  const names = { countries: ['Germany'], devices: ['iphone'] };
  await handlers['store-target-names']({ scope: 'there', ...names });
  expect(local.keys('target-names')).toEqual([]);
  await handlers['store-target-names']({ scope: 'here', ...names });
  expect(parseTargetSuggestions(local.stored.get('target-names'))).toEqual(names);
});

it('activity gives the view of the Activity page', async () => {
  const { handlers } = start();
  storeJobs(jobOf(1, done(1)), jobOf(2, refused()));
  const { jobs } = await handlers.activity(null);
  expect(jobs.map(({ state }) => state).sort()).toEqual(['done', 'refused']);
});

it('clear-finished removes finished jobs only', async () => {
  storeJobs(
    jobOf(1, done(1)),
    jobOf(2, refused()),
    jobOf(3, { name: 'cancelled', at: 9 }),
    jobOf(4, unknown()),
    jobOf(5),
  );
  const { handlers, acts } = start();
  expect(await handlers['clear-finished'](null)).toBeNull();
  expect(storedJobs()).toEqual([`job:${uuid(4)}`, `job:${uuid(5)}`]);
  expect(acts).toEqual(['start', 'publish']);
});

// A new instance restores its jobs and block from storage; before that these would have no effect.
it.each<[string, (handlers: ReturnType<typeof start>['handlers']) => Promise<unknown>]>([
  ['cancel', (handlers) => handlers.cancel({ id: uuid(1) })],
  ['skip-delay', (handlers) => handlers['skip-delay']({ id: uuid(1) })],
  ['cancel-queued', (handlers) => handlers['cancel-queued'](null)],
  ['decide', (handlers) => handlers.decide({ id: uuid(1), decision: 'use' })],
  ['retry', (handlers) => handlers.retry({ id: uuid(1) })],
  ['retry-now', (handlers) => handlers['retry-now'](null)],
  ['acknowledge', (handlers) => handlers.acknowledge({ id: uuid(1) })],
  ['job-status', (handlers) => handlers['job-status']({ id: uuid(1) })],
  ['job-link', (handlers) => handlers['job-link']({ id: uuid(1) })],
  [
    'api-get',
    (handlers) =>
      handlers['api-get']({ id: uuid(1), scope: '', priority: 'user', path: '/api/account', query: {} }),
  ],
  [
    'save-account',
    (handlers) => handlers['save-account']({ id: uuid(1), scope: '', email: 'a@b.example', password: '' }),
  ],
])('%s waits for the start', async (_name, act) => {
  const { handlers, acts } = start();
  await act(handlers).catch(() => undefined);
  expect(acts[0]).toBe('start');
});
