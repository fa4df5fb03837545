/** A service whose responses to creates have no id: a link is not taken for another's once its job is forgotten. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateLinkCommand } from '../../../../lib/outbox/commands.ts';
import type { Job } from '../../../../lib/outbox/job.ts';
import {
  draft,
  linkList,
  listed,
  noon,
  shortenCommand,
  unreachable,
  uuid,
} from '../../../support/samples.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';
import type { Reply } from '../../../support/fake-gateway.ts';
import { createWorker, pass, stopTime } from '../../../support/background-worker.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local } = browser.storage;
const address = 'https://example.com/both';
const forbidden: Reply = { failure: { kind: 'key', status: 403, message: null } };
const inCampaign = (n: number, id: string, url = `https://example.com/${n}`): CreateLinkCommand =>
  shortenCommand(n, { link: draft({ address: url, campaign: { id, name: `Campaign ${id}` } }) });

function start() {
  const links: unknown[] = [];
  const service = {
    isLost: false,
    list: null as Reply | null,
    create: null as Reply | null,
    lists: 0,
    creates: 0,
  };
  const worker = createWorker({
    service({ method, body }) {
      if (method === 'GET') {
        service.lists += 1;
        return service.list ?? linkList(links.toReversed());
      }
      service.creates += 1;
      if (service.isLost) {
        service.isLost = false;
        return { failure: unreachable };
      }
      if (service.create !== null) return service.create;
      const id = 100 + links.length;
      links.push(listed(id, String(body?.['url'])));
      return { body: { error: 0, shorturl: `https://sho.rt/a${id}` } };
    },
  });
  const shorten = async (command: CreateLinkCommand) => {
    void worker.jobs.submit(command);
    await pass(1_000);
  };
  const made = (n: number) => {
    const state = worker.jobs.jobs().find(({ command }) => command.id === uuid(n))?.state;
    return state?.name === 'done' ? state.result.shortUrl : state?.name;
  };
  return { ...worker, service, links, shorten, made };
}

/** The second link for the URL, of another campaign, is lost before it reaches the service. */
async function expectOwnLink({ service, jobs, links, made }: ReturnType<typeof start>) {
  const before = links.length;
  service.isLost = true;
  void jobs.submit(inCampaign(1_000, '2', address));
  await pass(60_000);
  expect([links.length, made(1_000)]).toEqual([before + 1, `https://sho.rt/a${100 + before}`]);
}

beforeEach(() => {
  fresh();
  stopTime(noon);
});
afterEach(() => vi.useRealTimers());

it('a lost link is not taken for the link of a job that was dropped after 61 later jobs', async () => {
  const world = start();
  await world.shorten(inCampaign(1, '1', address));
  for (let n = 2; n < 63; n++) await world.shorten(inCampaign(n, String(1 + (n % 2))));
  expect(world.made(1)).toBeUndefined();
  await expectOwnLink(world);
});

it('a lost link is not taken for the link of a job that "Clear finished" removed in an earlier worker instance', async () => {
  const world = start();
  await world.shorten(inCampaign(1, '1', address));
  await world.jobs.clearFinished();
  expect(local.keys('job:')).toEqual([]);
  const links = world.links.slice();
  const next = start();
  next.links.push(...links);
  await expectOwnLink(next);
});

it('a lost link is not taken for the link of a job of a private window that was closed', async () => {
  const world = start();
  await world.shorten({ ...inCampaign(1, '1', address), private: true });
  expect(local.keys('job:')).toEqual([]);
  browser.storage.session.stored.clear();
  const links = world.links.slice();
  const next = start();
  next.links.push(...links);
  await expectOwnLink(next);
});

it('one list is read for about sixty links without an id', async () => {
  const { shorten, service } = start();
  for (let n = 1; n <= 130; n++) await shorten(inCampaign(n, '1'));
  expect([service.creates, service.lists]).toEqual([130, 3]);
});

it('a finished job stays while the mark cannot be marked as out of date', async () => {
  const { shorten, jobs } = start();
  await shorten(inCampaign(1, '1', address));
  local.fails = (key) => key === 'newest-link';
  await expect(jobs.clearFinished()).rejects.toThrow();
  local.fails = () => false;
  expect(local.keys('job:')).toHaveLength(1);
});

it('made while the clock was ahead cost one list, not one for every link', async () => {
  const { shorten, service, jobs } = start();
  vi.setSystemTime(noon + 86_400_000);
  await shorten(inCampaign(1, '1'));
  await jobs.clearFinished();
  vi.setSystemTime(noon + 60_000);
  for (let n = 2; n <= 12; n++) await shorten(inCampaign(n, '1'));
  expect([service.creates, service.lists]).toEqual([12, 2]);
});

it('that was listed while the clock was ahead is listed again once a later claim is dropped', async () => {
  const world = start();
  vi.setSystemTime(noon + 86_400_000);
  void world.jobs.learnNewestLink();
  await pass(1_000);
  vi.setSystemTime(noon + 60_000);
  await world.shorten(inCampaign(1, '1', address));
  await world.jobs.clearFinished();
  await world.shorten(inCampaign(2, '1'));
  expect(world.service.lists).toBe(2);
});

it.each([
  ['the mark is known', 1, 'done'],
  ['no list was read before', 0, 'unknown'],
])('a pixel is looked up, and its link is sent with the pixel’s id: %s', async (_, listedAt, pixelState) => {
  const pixel = { name: 'Ads', type: 'gapixel', tag: 'G-1' };
  const { jobs, items, sent } = createWorker({
    service({ method, path }) {
      if (path === '/api/pixel/add') return { body: { error: 0 } };
      if (path === '/api/pixels') return { body: { error: 0, data: { pixels: [{ ...pixel, id: 9 }] } } };
      return method === 'GET' ? linkList([]) : { body: { error: 0, shorturl: 'https://sho.rt/a1' } };
    },
  });
  await items.pickerLists.update((lists) => ({ ...lists, scope: 'here', at: listedAt }));
  const isPixel = ({ command }: Job) => command.id === uuid(1);
  void jobs.submit({ id: uuid(1), at: noon, private: false, kind: 'add-pixel', ...pixel });
  void jobs.submit(shortenCommand(2, { awaits: [{ field: 'pixels', id: uuid(1), name: 'Ads' }] }));
  await pass(60_000);
  expect(jobs.jobs().find(isPixel)?.state.name).toBe(pixelState);
  if (pixelState === 'unknown') await jobs.decide(uuid(1), 'use');
  await pass(60_000);
  expect(jobs.jobs().map(({ state }) => state.name)).toEqual(['done', 'done']);
  expect(sent.find(({ endpoint }) => endpoint === 'POST /api/url/add')?.call.body).toMatchObject({
    pixels: [9],
  });
  expect(sent.filter(({ endpoint }) => endpoint === 'POST /api/pixel/add')).toHaveLength(1);
});

describe('while the list can’t be read', () => {
  const lists: [string, Reply][] = [
    ['refused', { failure: { kind: 'refused', status: 200, message: 'No.' } }],
    ['unreadable', { body: 'no list' }],
    ['blocked', { failure: { kind: 'blocked', status: 403 } }],
    ['failing', { failure: { kind: 'unreachable', status: 500, message: null } }],
    ['too slow', { failure: { kind: 'timed-out' } }],
    ['not part of the plan', forbidden],
  ];

  it.each(lists)('(%s), links are made nevertheless, and it is requested once a minute', async (_, list) => {
    const { shorten, service, jobs, made } = start();
    await shorten(inCampaign(1, '1'));
    await jobs.clearFinished();
    service.list = list;
    for (let n = 2; n <= 63; n++) await shorten(inCampaign(n, '1'));
    expect([made(63), service.creates, service.lists]).toEqual(['https://sho.rt/a162', 63, 3]);
  });

  it.each(lists)('(%s), a new account’s links are made', async (_, list) => {
    const { shorten, service, made } = start();
    service.list = list;
    await shorten(inCampaign(1, '1'));
    expect([made(1), service.creates]).toEqual(['https://sho.rt/a100', 1]);
  });

  it('(not part of the plan), a lost response is a question after some minutes, and stops no other link', async () => {
    const { shorten, service, jobs, made, links } = start();
    await shorten(inCampaign(1, '1'));
    service.list = forbidden;
    service.isLost = true;
    await shorten(inCampaign(2, '1'));
    await shorten(inCampaign(3, '1'));
    await pass(600_000);
    expect([made(2), made(3), links.length, jobs.blockReason()]).toEqual([
      'unknown',
      'https://sho.rt/a101',
      2,
      null,
    ]);
    expect(jobs.jobs().find(({ command }) => command.id === uuid(2))?.state).toMatchObject({
      question: { id: null },
    });
  });

  it('a key that is refused costs one create', async () => {
    const { shorten, service, jobs } = start();
    service.list = forbidden;
    service.create = forbidden;
    await shorten(inCampaign(1, '1'));
    await shorten(inCampaign(2, '1'));
    await pass(120_000);
    expect([service.creates, jobs.blockReason()]).toMatchObject([1, forbidden]);
  });

  it('a key that is not known to the service costs one list and no create', async () => {
    const { shorten, service, jobs } = start();
    service.list = { failure: { kind: 'key', status: 401, message: null } };
    await shorten(inCampaign(1, '1'));
    expect([service.lists, service.creates, jobs.blockReason()]).toMatchObject([1, 0, service.list]);
  });

  it('a service that can’t be reached at all is sent nothing', async () => {
    const { shorten, service } = start();
    service.list = { failure: unreachable };
    await shorten(inCampaign(1, '1'));
    expect([service.creates, service.lists]).toEqual([0, 1]);
  });

  it.each(['ask', 'use'] as const)(
    'an older link is not taken for one whose response was lost (%s)',
    async (unclear) => {
      const { shorten, service, jobs, items, links } = start();
      await items.preferences.update((preferences) => ({ ...preferences, unclear }));
      await shorten(inCampaign(1, '1', address));
      await jobs.clearFinished();
      service.list = { body: 'no list' };
      service.isLost = true;
      await shorten(inCampaign(2, '2', address));
      service.list = null;
      await pass(120_000);
      const job = jobs.jobs().find(({ command }) => command.id === uuid(2));
      expect([links.length, job?.state]).toMatchObject([1, { name: 'unknown', question: { id: '100' } }]);
      void jobs.decide(uuid(2), 'again');
      await pass(1_000);
      expect(links).toHaveLength(2);
    },
  );
});
