/**
 * The only path to the service, with the real client and request queue: what is awaited before the bytes
 * leave, and after a refusal.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWriteBatcher } from '../../../../entrypoints/background/storage/write-batcher.ts';
import { openGateway } from '../../../../entrypoints/background/api/gateway.ts';
import { createHostPermission } from '../../../../entrypoints/background/api/host-permission.ts';
import { SendAborted } from '../../../../lib/outbox/outbox-deps.ts';
import { unsent, type Call } from '../../../../lib/api/call.ts';
import { draft, noon, shortenCommand } from '../../../support/samples.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';
import { knowNewest, pass, createWorker, stopTime } from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';
import { gate } from '../../../support/gate.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const create: Call<string> = {
  method: 'POST',
  path: '/api/x',
  body: {},
  read: () => 'made',
  idempotent: false,
};

/** Responds by the script, and with success once it is exhausted. */
async function open(script: (() => Response | Promise<Response>)[] = [], log: string[] = []) {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    log.push(`${init.method} ${new URL(address).pathname}`);
    return script.shift()?.() ?? response({ error: 0, id: 5, shorturl: 'https://sho.rt/x' });
  });
  const disk = createWriteBatcher(browser.storage.local);
  const gateway = await openGateway(
    { address: 'https://sho.rt', key: 'key' },
    { disk, permission: createHostPermission() },
  );
  return { gateway, log };
}

function response(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

const tooMany = (seconds: number) => () =>
  response({ error: 429, message: 'Slow down.' }, 429, { 'Retry-After': String(seconds) });

beforeEach(() => {
  fresh();
  knowNewest('4');
  stopTime(noon);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('before a request is sent', () => {
  it('the request queue’s state and the caller’s own step are on disk', async () => {
    const { gateway, log } = await open();
    const request = gateway.request(create, {
      priority: 'user',
      beforeSend: async () => {
        await settled();
        log.push(`on disk: ${browser.storage.local.keys('lane-memory').length}`);
      },
    });
    await settled();
    await settled();
    expect((await request).ok).toBe(true);
    expect(log).toEqual(['on disk: 1', 'POST /api/x']);
  });

  it('a failing step prevents the request', async () => {
    const { gateway, log } = await open();
    const outcome = await gateway.request(create, {
      priority: 'user',
      beforeSend: () => Promise.reject(new Error('disk full')),
    });
    expect([outcome, log]).toEqual([unsent({ kind: 'not-stored' }), []]);
    expect(gateway.queue.usage().usedHere).toBe(0);
  });

  it('a job that is held back is canceled, not reported as a storage failure', async () => {
    const { gateway, log } = await open();
    const outcome = await gateway.request(create, {
      priority: 'user',
      beforeSend: () => Promise.reject(new SendAborted()),
    });
    expect([outcome, log]).toEqual([unsent({ kind: 'cancelled' }), []]);
    expect(gateway.queue.usage().usedHere).toBe(0);
  });

  it('a failing write of the request queue’s state prevents the request', async () => {
    const { gateway, log } = await open();
    browser.storage.local.fails = (key) => key === 'lane-memory';
    const outcome = await gateway.request(create, { priority: 'user' });
    expect([outcome, log]).toEqual([unsent({ kind: 'not-stored' }), []]);
    expect(gateway.queue.usage().usedHere).toBe(0);
  });

  it('where that write fails, the caller’s step has ended before the outcome is known', async () => {
    const { gateway, log } = await open();
    browser.storage.local.fails = (key) => key === 'lane-memory';
    const step = gate();
    const request = gateway
      .request(create, {
        priority: 'user',
        beforeSend: () => step.passed.then(() => void log.push('step')),
      })
      .then(() => log.push('outcome'));
    await settled();
    step.open();
    await request;
    expect(log).toEqual(['step', 'outcome']);
  });
});

describe('a request over the service’s rate limit', () => {
  it('reports the wait and is sent again after it, with its step before the new send', async () => {
    const { gateway, log } = await open([tooMany(3)]);
    const request = gateway.request(create, {
      priority: 'user',
      beforeSend: async () => void log.push('before'),
      onHeldBack: async (until) => void log.push(`held back until ${until - noon}`),
    });
    await pass(2_000);
    expect(log).toEqual(['before', 'POST /api/x', 'held back until 3000']);
    await pass(2_000);
    expect(await request).toMatchObject({ ok: true, value: 'made' });
    expect(log.slice(3)).toEqual(['before', 'POST /api/x']);
  });

  it('a step that fails then does not end the wait', async () => {
    const { gateway, log } = await open([tooMany(3)]);
    const request = gateway.request(create, {
      priority: 'user',
      onHeldBack: () => Promise.reject(new Error('disk full')),
    });
    await pass(4_000);
    expect((await request).ok).toBe(true);
    expect(log).toHaveLength(2);
  });

  it('a job is queued meanwhile, has its send time, and is executed once', async () => {
    const { gateway, log } = await open([tooMany(20)]);
    const { jobs } = createWorker({ gateway });
    void jobs.submit(shortenCommand(1));
    await pass(1_000);
    expect(jobs.jobs()[0]?.state).toMatchObject({ name: 'queued', tries: 0 });
    expect(jobs.waitOf(shortenCommand(1).id)).toEqual({ goesAt: noon + 20_000, waits: 'limit' });
    await pass(20_000);
    expect(jobs.jobs()[0]?.state.name).toBe('done');
    expect(log).toEqual(['POST /api/url/add', 'POST /api/url/add']);
  });

  it('a job can be canceled meanwhile', async () => {
    const { gateway, log } = await open([tooMany(20)]);
    const { jobs } = createWorker({ gateway });
    void jobs.submit(shortenCommand(1));
    await pass(1_000);
    expect(await jobs.cancel(shortenCommand(1).id)).toBe(true);
    await pass(30_000);
    expect(jobs.jobs()[0]?.state.name).toBe('cancelled');
    expect(log).toHaveLength(1);
  });

  it('for longer than five minutes blocks all requests until then or until the user resumes', async () => {
    const { gateway, log } = await open([tooMany(3_600)]);
    const { jobs } = createWorker({ gateway });
    void jobs.submit(shortenCommand(1, { link: draft() }));
    await pass(2_000);
    expect(jobs.blockReason()).toMatchObject({ failure: { kind: 'limit' }, until: noon + 3_600_000 });
    // As the `resume` message does.
    gateway.queue.clearServerBackOff();
    jobs.unblock();
    jobs.retryNow();
    await pass(1_000);
    expect(jobs.jobs()[0]?.state.name).toBe('done');
    expect(log).toHaveLength(2);
  });
});

describe('the service’s clock', () => {
  const dated = (at: number) => () => response({ error: 0 }, 200, { Date: new Date(at).toUTCString() });

  it('is unknown before the first response, then advances with this device’s monotonic clock', async () => {
    const { gateway } = await open([dated(noon + 7_000_000)]);
    expect(gateway.serverNow()).toBeNull();
    const request = gateway.request(create, { priority: 'user' });
    await pass(0);
    await request;
    expect(gateway.serverNow()).toBe(noon + 7_000_000);
    await pass(5_000);
    expect(gateway.serverNow()).toBe(noon + 7_005_000);
    // This device's clock is changed.
    vi.setSystemTime(noon - 86_400_000);
    expect(gateway.serverNow()).toBe(noon + 7_005_000);
  });

  it('is not read from a response without a date', async () => {
    const { gateway } = await open();
    await gateway.request(create, { priority: 'user' });
    expect(gateway.serverNow()).toBeNull();
  });
});
