import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { type LocalService, startService } from './start.ts';

let service: LocalService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

it('answers once with the injected response, then normally', async () => {
  const injected = service.answerNext('GET /api/account', {
    status: 418,
    headers: { 'x-ratelimit-limit': ['30', '30'] },
    body: '"error"',
  });
  expect((await ask(service, 'GET /api/urls')).status).toBe(200);
  const odd = await ask(service, 'GET /api/account');
  expect(odd).toMatchObject({ status: 418, body: 'error' });
  expect(odd.headers.get('x-ratelimit-limit')).toBe('30, 30');
  expect((await ask(service, 'GET /api/account')).status).toBe(200);
  expect(injected.used).toBe(1);
});

it('matches by path, by pattern and by function, several times if that is set', async () => {
  service.answerNext('/api/urls', { status: 500 }, 2);
  service.answerNext(/q=tea/, { status: 501 });
  service.answerNext(({ body }) => body.includes('coffee'), { status: 502 });
  const statuses = [];
  for (const line of ['GET /api/urls', 'GET /api/urls?q=tea', 'GET /api/urls?q=tea', 'GET /api/urls'])
    statuses.push((await ask(service, line)).status);
  statuses.push((await ask(service, 'POST /api/pixel/add', { name: 'coffee' })).status);
  expect(statuses).toEqual([500, 500, 501, 200, 502]);
});

it('can do the real work first, and answer something else', async () => {
  service.answerNext('POST /api/url/add', async ({ pass }) => {
    const { body } = await pass();
    return { status: 500, body };
  });
  const reply = await ask(service, 'POST /api/url/add', { url: 'https://example.com/', custom: 'stored' });
  expect(reply).toMatchObject({ status: 500, body: { error: 0 } });
  expect(service.store.link('stored')).toBeDefined();
});

it('drops the socket, cuts the response, stalls or hangs', async () => {
  service.answerNext('/api/account', 'destroy');
  await expect(ask(service, 'GET /api/account')).rejects.toThrow('fetch failed');
  service.answerNext('/api/account', { status: 200, body: '{"error":0,"da', end: 'cut' });
  await expect(ask(service, 'GET /api/account')).rejects.toThrow();
  const headers = { authorization: `Bearer ${service.key}` };
  const account = `${service.address}/api/account`;

  service.answerNext('/api/account', { status: 200, body: '{', end: 'stall' });
  const stalled = await fetch(account, { headers });
  await expect(
    Promise.race([stalled.text(), new Promise((resolve) => setTimeout(resolve, 30, 'still'))]),
  ).resolves.toBe('still');

  service.answerNext('/api/account', 'hang');
  await expect(fetch(account, { headers, signal: AbortSignal.timeout(500) })).rejects.toThrow('timeout');
  expect(service.store.requests('/api/').map(({ status }) => status)).toEqual([null, 200, 200, null]);
});

it('sends an endless response until the client disconnects', async () => {
  service.answerNext('/api/account', { status: 200, body: 'x'.repeat(65_536), end: 'endless' });
  const leave = new AbortController();
  const response = await fetch(`${service.address}/api/account`, { signal: leave.signal });
  const reader = response.body?.getReader();
  let read = 0;
  while (read < 3_000_000) read += (await reader?.read())?.value?.length ?? Number.POSITIVE_INFINITY;
  leave.abort();
  expect(read).toBeLessThan(Number.POSITIVE_INFINITY);
});

it('can be removed', async () => {
  service.answerNext('/api/account', 'hang', Number.POSITIVE_INFINITY).cancel();
  expect((await ask(service, 'GET /api/account')).status).toBe(200);
});

it('waits for the given latency', async () => {
  service.setLatency(40);
  const before = performance.now();
  await ask(service, 'GET /api/account');
  expect(performance.now() - before).toBeGreaterThan(35);
});

it('closes while requests hang', async () => {
  service.answerNext('/api/account', 'hang');
  const hanging = ask(service, 'GET /api/account');
  const failed = hanging.catch((error: unknown) => error);
  while (service.counts().seen === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await service.close();
  expect(await failed).toBeInstanceOf(Error);
});

it('replaces the former key by another', async () => {
  const former = service.key;
  service.setKey('another');
  const headers = { authorization: `Bearer ${former}` };
  expect((await fetch(`${service.address}/api/account`, { headers })).status).toBe(403);
  expect((await ask(service, 'GET /api/account')).status).toBe(200);
});
