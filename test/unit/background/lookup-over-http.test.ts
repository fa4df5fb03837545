/**
 * A create whose response is lost, looked up over real HTTP at the local service: client, list parsing, comparison and
 * job together. The service's list alters addresses in ways that a unit test of the comparison would not cover.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWriteBatcher } from '../../../entrypoints/background/storage/write-batcher.ts';
import { openGateway } from '../../../entrypoints/background/api/gateway.ts';
import { createHostPermission } from '../../../entrypoints/background/api/host-permission.ts';
import { createHighWaterMarkUpdater } from '../../../entrypoints/background/jobs/high-water-mark.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import type { QuirkName } from '../../service/quirks.ts';
import { startService, type LocalService } from '../../service/start.ts';
import { listLinks } from '../../../lib/api/links.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { linkCommand } from '../../support/samples.ts';
import { browser, fresh } from '../../support/fake-browser.ts';
import { createWorker } from '../../support/background-worker.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));
vi.mock('../../../lib/browser/native.ts', async () => import('../../support/fake-browser.ts'));

let service: LocalService;
beforeAll(async () => {
  service = await startService({ demo: true });
});
afterAll(() => service.close());
beforeEach(() => {
  fresh();
  service.setQuirks([]);
});
afterEach(() => vi.restoreAllMocks());

/** One for each test: a previous worker instance may still be storing its job's result. */
let commandNumber = 0;

const creates = () => service.store.requests('/api/url/add').length;

async function start() {
  const permission = createHostPermission();
  const gateway = await openGateway(
    { address: service.address, key: service.key },
    { disk: createWriteBatcher(browser.storage.local), permission },
  );
  const worker = createWorker({ gateway });
  await worker.jobs.learnNewestLink();
  return { ...worker, gateway, permission };
}

/** Submits a link whose response is lost and that is looked up immediately. */
async function lose(
  command: CreateLinkCommand,
  quirks: readonly QuirkName[] = ['lost-reply', 'decoded-urls'],
) {
  const { jobs } = await start();
  service.setQuirks(quirks);
  void jobs.submit(command);
  const state = () => jobs.jobs().find((job) => job.command.id === command.id)?.state;
  await vi.waitFor(() => expect(state()?.name).toMatch(/^(?:done|unknown)$/u), 5_000);
  // The look-up that follows immediately.
  await vi.waitFor(() => expect(state()?.name).toBe('done'), 1_500).catch(() => undefined);
  return state();
}

describe('a list that contains decoded addresses', () => {
  it.each([
    ['a space, and a plus that is one', 'https://example.com/pages/a%20b?q=c+d'],
    ['an encoded plus', 'https://example.com/search?q=c%2Bd'],
    ['a zero-width non-joiner', 'https://example.com/%D9%86%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88?q=%E2%80%8C'],
    ['user and password', 'https://user:pass@example.com/private'],
    ['a user with a space and an @', 'https://us%20er:p%40ss@example.com/private'],
    ['a percent sign', 'https://example.com/100%25%20sure?off=50%25'],
    ['a doubly encoded character', 'https://example.com/a%2520b?next=%252Fhome'],
    ['reserved characters in the path', 'https://example.com/a%23b/c%3Fd?x=%26y%3D1#z%23'],
    ['a line break', 'https://example.com/?text=one%0Atwo'],
    ['a no-break space', 'https://example.com/?text=one%C2%A0two'],
    ['a path in a path', 'https://example.com/go/https%3A%2F%2Fother.example%2Fx'],
  ])('%s: found, and sent once', async (_name, address) => {
    const before = creates();
    const state = await lose(linkCommand((commandNumber += 1), { address }));
    expect(state).toMatchObject({ name: 'done', result: { lookedUp: true } });
    expect(creates() - before).toBe(1);
  });
});

it('access that is withdrawn while the response is in transit: looked up when it is back, not sent again', async () => {
  const before = creates();
  const { jobs, device, permission } = await start();
  const contains = vi.spyOn(browser.permissions, 'contains');
  function setAccess(isGranted: boolean) {
    contains.mockResolvedValue(isGranted);
    permission.clearCache();
    device.blockingFailure = isGranted ? null : { kind: 'no-permission', origin: service.address };
  }
  const send = globalThis.fetch;
  // As the browser does: the request has arrived, and its response is not shown to a page without access.
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    await send(...request);
    setAccess(false);
    throw new TypeError('Failed to fetch');
  });
  const command = linkCommand((commandNumber += 1), { address: 'https://example.com/withdrawn' });
  void jobs.submit(command);
  await vi.waitFor(() => expect(jobs.blockReason()?.failure?.kind).toBe('no-permission'), 5_000);
  expect(creates() - before).toBe(1);
  setAccess(true);
  jobs.unblock();
  const state = () => jobs.jobs().find((job) => job.command.id === command.id)?.state;
  await vi.waitFor(() => expect(state()).toMatchObject({ name: 'done', result: { lookedUp: true } }), 5_000);
  expect(creates() - before).toBe(1);
});

describe('fields that only a link’s details contain', () => {
  const extras = {
    ...defaultLinkOptions,
    expiry: '2040-01-02T03:04',
    countries: [{ when: 'Germany', link: 'https://example.de/a' }],
    devices: [{ when: 'iPhone', link: 'https://example.com/phone' }],
  };

  it('expiration and targets confirm the link', async () => {
    const before = creates();
    const address = 'https://example.com/limited';
    const state = await lose(linkCommand((commandNumber += 1), { address, extras }), ['lost-reply']);
    expect(state).toMatchObject({ name: 'done', result: { lookedUp: true } });
    expect(creates() - before).toBe(1);
  });

  it('a different expiration does not confirm it', async () => {
    const address = 'https://example.com/other';
    const command = linkCommand((commandNumber += 1), {
      address,
      extras: { ...defaultLinkOptions, expiry: '2040-01-02T03:04' },
    });
    const send = globalThis.fetch;
    // The record with this address is another's: it expires a year later.
    vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) =>
      send(
        url,
        typeof init?.body === 'string' ? { ...init, body: init.body.replace('2040-', '2041-') } : init,
      ),
    );
    const state = await lose(command, ['lost-reply']);
    const { body } = service.store.requests('/api/url/add').at(-1) ?? {};
    expect(JSON.parse(body ?? '')).toMatchObject({ url: address, expiry: '2041-01-02 03:04:00' });
    // It becomes a question once waiting is exhausted.
    expect(state).toMatchObject({ name: 'unknown', question: null });
  });
});

it('a colleague’s link is known from a list that a page read, and not mistaken for this job’s', async () => {
  const { jobs, highWaterMark, gateway } = await start();
  const address = 'https://example.com/both';
  await fetch(`${service.address}/api/url/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: address }),
  });
  // As the background's handler of a page's `api-get` does.
  const raw = { ...listLinks({ order: 'date', limit: 100 }), read: (body: unknown) => body };
  const listed = await gateway.request(raw, { priority: 'background' });
  await createHighWaterMarkUpdater(highWaterMark)('here', '/api/urls', listed.ok && listed.value);
  service.answerNext('POST /api/url/add', { status: 500, body: '' });
  const command = linkCommand((commandNumber += 1), { address });
  void jobs.submit(command);
  const state = () => jobs.jobs().find((job) => job.command.id === command.id)?.state;
  await vi.waitFor(() => expect(state()?.name).toBe('unknown'), 5_000);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(state()).toMatchObject({ name: 'unknown', question: null });
});
