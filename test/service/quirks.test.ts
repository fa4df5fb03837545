import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Reply, ask } from './ask.ts';
import { type QuirkName, quirkNames } from './quirks.ts';
import { type LocalService, startService } from './start.ts';

const clock = { now: Date.UTC(2026, 2, 3, 4, 5, 6) };
let service: LocalService;
beforeAll(async () => {
  service = await startService({ demo: true, now: () => clock.now, quirkDelayMs: 300, limit: 1000 });
});
afterEach(() => {
  service.setQuirks([]);
  service.setLimit({ limit: 1000 });
});
afterAll(() => service.close());

let aliases = 0;
const create = (fields: object = {}): Promise<Reply> =>
  ask(service, 'POST /api/url/add', {
    url: 'https://example.com/a',
    custom: `quirk-${(aliases += 1)}`,
    ...fields,
  });
const alias = (): string => `quirk-${aliases}`;
const get = (path: string): Promise<Reply> => ask(service, `GET ${path}`);
const isHtml = expect.stringMatching(/^<!doctype html>/);

async function overLimit(): Promise<Reply> {
  service.setLimit({ limit: 1 });
  await get('/api/account');
  return get('/api/account');
}

const checks: Record<QuirkName, () => Promise<void>> = {
  'late-commit': async () => {
    expect(await create()).toMatchObject({ status: 504, text: isHtml });
    expect(service.store.link(alias())).toBeUndefined();
    await vi.waitFor(() => expect(service.store.link(alias())).toBeDefined(), {
      interval: 5,
      timeout: 10_000,
    });
  },
  'lost-reply': async () => {
    await expect(create()).rejects.toThrow();
    expect(service.store.link(alias())).toBeDefined();
    expect((await get('/api/account')).status).toBe(200);
  },
  dedupe: async () => {
    const first = await create({ url: 'https://example.com/same' });
    expect((await create({ url: 'https://example.com/same' })).body).toEqual(first.body);
  },
  normalize: async () => {
    await create({ url: 'https://müller.example/a' });
    expect(service.store.link(alias())?.longurl).toBe('https://xn--mller-kva.example/a/');
  },
  'decoded-urls': async () => {
    await create({ url: 'https://example.com/a%20b%2F?q=c+d%E2%80%8C-%FF' });
    const { id } = service.store.link(alias()) ?? {};
    expect(JSON.stringify((await get(`/api/url/${id}`)).body)).toContain(
      'https://example.com/a b/?q=c d\u200c-%FF',
    );
  },
  'cached-list': async () => {
    const before = await get('/api/urls?limit=1');
    await create();
    expect((await get('/api/urls?limit=1')).text).toBe(before.text);
    clock.now += 301;
    expect((await get('/api/urls?limit=1')).text).not.toBe(before.text);
  },
  'second-device': async () => {
    service.setLimit({ limit: 100 });
    const links = service.store.links().length;
    for (const left of [98, 96, 94])
      expect((await get('/api/account')).headers.get('x-ratelimit-remaining')).toBe(String(left));
    expect(service.store.links()).toHaveLength(links + 1);
    expect(service.counts().others).toBe(3);
  },
  'string-ids': async () => {
    expect((await get('/api/urls?limit=1&order=click')).body).toMatchObject({
      data: { result: expect.any(String), urls: [{ id: '1', clicks: expect.any(String) }] },
    });
    expect((await create()).body).toMatchObject({ error: 0, id: expect.stringMatching(/^\d+$/) });
  },
  'flags-as-numbers': async () => {
    expect((await get('/api/channels?limit=1&page=5')).body).toMatchObject({
      data: { channels: [{ starred: '0' }] },
    });
    expect((await get('/api/channels?limit=1&page=6')).body).toMatchObject({
      data: { channels: [{ starred: 1 }] },
    });
  },
  'error-texts': async () => {
    expect((await get('/api/account')).body).toMatchObject({ error: 'false' });
    expect((await get('/api/url/9999')).body).toMatchObject({ error: 'true' });
  },
  'nested-create': async () => {
    expect((await create()).body).toEqual({
      error: 0,
      data: { id: expect.any(Number), shorturl: `${service.address}/${alias()}` },
    });
  },
  'short-field': async () => {
    expect((await create()).body).toEqual({
      error: 0,
      id: expect.any(Number),
      short: `${service.address}/${alias()}`,
    });
  },
  'id-only': async () => {
    expect((await create()).body).toEqual({ error: 0, id: expect.any(Number) });
  },
  'created-201': async () => {
    expect((await create()).status).toBe(201);
    expect((await create({ status: 'x' })).status).toBe(400);
  },
  'campaign-name-key': async () => {
    const { body } = await ask(service, 'POST /api/campaign/add', { name: 'Named' });
    expect(body).toMatchObject({ campaign: 'Named' });
    expect(body).not.toHaveProperty('domain');
  },
  'list-name-domain': async () => {
    const { body } = await get('/api/campaigns');
    expect(body).toMatchObject({
      data: { campaigns: { 0: { domain: expect.any(String) }, 1: { name: expect.any(String) } } },
    });
    expect(body).not.toHaveProperty('data.campaigns.0.name');
  },
  'empty-map-as-list': async () => {
    expect((await get('/api/url/1')).body).toMatchObject({ details: { location: [], device: [] } });
  },
  'stats-number': async () => {
    expect((await get('/api/url/1')).body).toMatchObject({ data: { topOs: expect.any(Number) } });
  },
  'stats-list': async () => {
    expect((await get('/api/url/1')).body).toMatchObject({
      data: { topOs: expect.arrayContaining([{ name: 'Windows', count: expect.any(Number) }]) },
    });
  },
  'zero-expiry': async () => {
    expect((await get('/api/url/1')).body).toMatchObject({ details: { expiry: '0000-00-00 00:00:00' } });
  },
  'html-403': async () => {
    expect(await get('/api/account')).toMatchObject({ status: 403, text: isHtml });
  },
  'html-405': async () => {
    expect(await ask(service, 'DELETE /api/pixel/1')).toMatchObject({ status: 405, text: isHtml });
    expect(await ask(service, 'PUT /api/account/update', {})).toMatchObject({ status: 405 });
    expect((await get('/api/account')).status).toBe(200);
  },
  maintenance: async () => {
    expect(await get('/api/account')).toMatchObject({ status: 200, text: isHtml });
  },
  unavailable: async () => {
    expect(await create()).toMatchObject({ status: 503, text: isHtml });
    expect(service.store.link(alias())).toBeUndefined();
  },
  challenge: async () => {
    const { status, headers } = await get('/api/account');
    expect([status, headers.get('cf-mitigated')]).toEqual([503, 'challenge']);
  },
  'cookie-reload': async () => {
    expect((await get('/api/account')).text).toContain('location.reload()');
  },
  bom: async () => {
    const headers = { authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.address}/api/account`, { headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Buffer.from(bytes).toString('hex', 0, 7)).toBe('efbbbfefbbbf7b');
  },
  'php-warning': async () => {
    expect((await get('/api/account')).text).toMatch(/^<br \/>\n<b>Warning<\/b>[^]*\{"error":0/);
  },
  'text-warning': async () => {
    expect((await get('/api/account')).text).toMatch(/^\nNotice: [^]*\nDeprecated: [^]*\{"error":0/);
  },
  'json-before': async () => {
    expect((await get('/api/account')).text).toMatch(/^\{"debug":\{.*\}\}\n\{"error":0/);
  },
  'warning-after': async () => {
    expect((await get('/api/account')).text).toMatch(/^\{"error":0[^]*\}<br \/>\n<b>Warning<\/b>/);
  },
  'html-comment': async () => {
    expect((await get('/api/account')).text).toMatch(/^\{"error":0[^]*\}\n<!-- .* -->\n$/);
  },
  'closing-tag': async () => {
    expect((await get('/api/account')).text).toMatch(/^\{"error":0[^]*\}\n<\/body>\n<\/html>\n$/);
  },
  'json-after': async () => {
    expect((await get('/api/account')).text).toMatch(/^\{"error":0[^]*\}\n\{"cached":true.*\}$/);
  },
  'json-as-html': async () => {
    const { headers, body } = await get('/api/account');
    expect(headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(body).toMatchObject({ error: 0 });
  },
  'errors-200': async () => {
    expect(await get('/api/url/9999')).toMatchObject({ status: 200, body: { error: 1 } });
  },
  'limit-200': async () => {
    expect(await overLimit()).toMatchObject({ status: 200, body: { error: 429, 'Retry-After': 60 } });
  },
  'limit-html': async () => {
    expect(await overLimit()).toMatchObject({ status: 429, text: isHtml });
  },
  'limit-header': async () => {
    const { status, headers, body } = await overLimit();
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    expect(body).not.toHaveProperty('Retry-After');
  },
  'reset-epoch-ms': async () => {
    service.setLimit({});
    const reset = Number((await get('/api/account')).headers.get('x-ratelimit-reset'));
    expect(Math.abs(reset - clock.now - 60_000)).toBeLessThan(1000);
  },
  'reset-seconds': async () => {
    service.setLimit({});
    expect((await get('/api/account')).headers.get('x-ratelimit-reset')).toMatch(/^6[01]$/);
  },
  'reset-date': async () => {
    service.setLimit({});
    expect((await get('/api/account')).headers.get('x-ratelimit-reset')).toMatch(
      /^\w{3}, 03 Mar 2026 04:06:0\d GMT$/,
    );
  },
  'no-rate-headers': async () => {
    expect((await get('/api/account')).headers.has('x-ratelimit-limit')).toBe(false);
  },
  redirect: async () => {
    const { status, headers } = await get('/api/urls?page=2');
    expect([status, headers.get('location')]).toEqual([301, `${service.address}/moved/api/urls?page=2`]);
  },
  'ignore-limit-param': async () => {
    expect((await get('/api/urls?limit=50')).body).toMatchObject({
      data: { perpage: 15, urls: { length: 15 } },
    });
  },
  'cap-limit': async () => {
    expect((await get('/api/urls?limit=50')).body).toMatchObject({
      data: { perpage: 25, urls: { length: 25 } },
    });
  },
  'repeat-last-page': async () => {
    expect((await get('/api/splash?page=4')).body).toMatchObject({
      data: { currentpage: 4, nextpage: 5, maxpage: 1, splash: { length: 2 } },
    });
  },
  'nextpage-string': async () => {
    expect((await get('/api/urls')).body).toMatchObject({ data: { nextpage: '2' } });
    expect((await get('/api/splash')).body).toMatchObject({ data: { nextpage: 0 } });
  },
  'null-collection': async () => {
    expect((await get('/api/urls?q=nothing-like-it')).body).toMatchObject({ data: { urls: null } });
  },
  'bad-record': async () => {
    expect((await get('/api/urls')).body).toMatchObject({
      data: {
        urls: {
          0: { id: expect.any(Number) },
          1: { id: null, title: { type: 'div' } },
          2: { id: expect.any(Number) },
        },
      },
    });
  },
  'short-list': async () => {
    await create();
    const short = encodeURIComponent(`${service.address}/${alias()}`);
    expect((await get(`/api/urls?short=${short}`)).body).toMatchObject({
      data: { result: 1, urls: [{ alias: alias() }] },
    });
  },
  'short-many': async () => {
    await create({ custom: 'many' });
    await create({ custom: 'many-more' });
    const short = encodeURIComponent(`${service.address}/many`);
    expect((await get(`/api/urls?short=${short}`)).body).toMatchObject({
      data: { urls: [{ alias: 'many' }, { alias: 'many-more' }] },
    });
  },
  'short-error': async () => {
    expect((await get('/api/urls?short=https%3A%2F%2Fexample.com%2Fx')).body).toMatchObject({ error: 1 });
  },
  'wrong-alias': async () => {
    const { body } = await create();
    const made = service.store.links().at(-1)?.alias;
    expect(made).not.toBe(alias());
    expect(body).toMatchObject({ shorturl: `${service.address}/${made}` });
  },
  'bad-shorturl': async () => {
    expect((await create()).body).toMatchObject({ shorturl: expect.stringMatching(/^javascript:/) });
  },
  'echo-key': async () => {
    expect((await get('/api/url/9999')).body).toMatchObject({
      message: expect.stringContaining(service.key),
    });
  },
};

it.each(quirkNames)('%s', async (name) => {
  service.clearLog();
  service.setQuirks([name]);
  await new Map(Object.entries(checks)).get(name)?.();
  expect.hasAssertions();
});

it('several together are all applied', async () => {
  service.setQuirks(['nested-create', 'string-ids', 'json-as-html', 'created-201', 'bom']);
  const { status, headers, text } = await create();
  expect(status).toBe(201);
  expect(headers.get('content-type')).toContain('text/html');
  // Reading the text has removed the first byte-order mark.
  const body: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  expect(body).toEqual({ error: 0, data: { id: expect.any(String), shorturl: expect.any(String) } });
});

it('an injected response overrides the quirks, and can apply them', async () => {
  service.setQuirks(['lost-reply']);
  service.answerNext('POST /api/url/add', async ({ pass }) => pass());
  await expect(create()).rejects.toThrow('terminated');
  expect(service.store.link(alias())).toBeDefined();
});

it('refuses an unknown name with the list', () => {
  expect(() => service.setQuirks(['bom', 'x'])).toThrow(
    /Unknown quirk "x"\. Known quirks: late-commit, .*echo-key/,
  );
});

it('leaves HTML pages unchanged', async () => {
  service.setQuirks(['maintenance']);
  expect((await get('/demo')).text).toContain('The Daily Detour');
});
