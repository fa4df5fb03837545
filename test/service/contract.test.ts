import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { type LocalService, startService } from './start.ts';
import { contractRoutes } from './routes.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startService({ demo: true, random: () => 0.3 });
});
afterAll(() => service.close());

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const message = { error: 0, message: expect.any(String) };
const missing = { error: 1, message: expect.any(String) };

it('has the 24 endpoints of the contract', () => {
  expect(contractRoutes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [
      'GET /api/account',
      'PUT /api/account/update',
      'GET /api/domains',
      'POST /api/domain/add',
      'PUT /api/domain/:id/update',
      'DELETE /api/domain/:id/delete',
      'GET /api/overlay',
      'GET /api/campaigns',
      'POST /api/campaign/add',
      'POST /api/campaign/:campaignid/assign/:linkid',
      'PUT /api/campaign/:id/update',
      'DELETE /api/campaign/:id/delete',
      'GET /api/channels',
      'GET /api/channel/:id',
      'POST /api/channel/add',
      'POST /api/channel/:channelid/assign/:type/:itemid',
      'PUT /api/channel/:id/update',
      'DELETE /api/channel/:id/delete',
      'GET /api/splash',
      'GET /api/pixels',
      'POST /api/pixel/add',
      'GET /api/urls',
      'GET /api/url/:id',
      'POST /api/url/add',
    ].sort(),
  );
});

describe('the key', () => {
  it.each([undefined, 'Bearer wrong', 'Basic abc', 'Bearer'])(
    '%s is refused with 403',
    async (authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await fetch(`${service.address}/api/account`, { headers });
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({ error: 1, message: expect.any(String) });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('refuses a path outside the contract with JSON', async () => {
    const reply = await ask(service, 'GET /api/links');
    expect(reply).toMatchObject({ status: 404, body: missing });
  });
});

describe('account', () => {
  it('GET /api/account, with a picture that resolves', async () => {
    const { body } = await ask(service, 'GET /api/account');
    const avatar = `${service.address}/picture/user-1.png`;
    expect(body).toEqual({
      error: 0,
      data: {
        id: 1,
        email: expect.any(String),
        username: 'robin',
        avatar,
        status: 'pro',
        expires: timestamp,
        registered: timestamp,
      },
    });
    const response = await fetch(avatar);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect([...new Uint8Array(await response.arrayBuffer()).slice(1, 4)]).toEqual([80, 78, 71]);
  });

  it('PUT /api/account/update', async () => {
    expect((await ask(service, 'PUT /api/account/update', { email: 'new@example.com' })).body).toEqual(
      message,
    );
    expect((await ask(service, 'GET /api/account')).body).toMatchObject({
      data: { email: 'new@example.com' },
    });
    expect(await ask(service, 'PUT /api/account/update', {})).toMatchObject({ status: 400, body: missing });
    expect((await ask(service, 'PUT /api/account/update', { email: 'nonsense' })).body).toEqual(missing);
  });
});

describe('lists', () => {
  it('page by 15, the last page having no next', async () => {
    expect((await ask(service, 'GET /api/urls')).body).toMatchObject({
      error: '0',
      data: { result: 200, perpage: 15, currentpage: 1, nextpage: 2, maxpage: 14, urls: { length: 15 } },
    });
    expect((await ask(service, 'GET /api/urls?page=14')).body).toMatchObject({
      data: { currentpage: 14, nextpage: null, urls: { length: 5 } },
    });
  });

  it('echo the limit and cap it at 100', async () => {
    expect((await ask(service, 'GET /api/urls?limit=40')).body).toMatchObject({
      data: { perpage: 40, maxpage: 5 },
    });
    expect((await ask(service, 'GET /api/urls?limit=500')).body).toMatchObject({
      data: { perpage: 100, maxpage: 2 },
    });
    expect((await ask(service, 'GET /api/urls?limit=x&page=-1')).body).toMatchObject({
      data: { perpage: 15, currentpage: 1 },
    });
  });

  it('are empty beyond the last page', async () => {
    expect((await ask(service, 'GET /api/splash?page=9')).body).toMatchObject({
      data: { currentpage: 9, nextpage: null, splash: [] },
    });
  });
});

it('domains: listed, added, updated, deleted', async () => {
  expect((await ask(service, 'GET /api/domains')).body).toMatchObject({
    data: { result: 3, domains: [{ domain: service.origin }, {}, {}] },
  });
  const added = await ask(service, 'POST /api/domain/add', {
    domain: 'https://s.example.net',
    redirectroot: '',
  });
  expect(added.body).toEqual({ error: 0, id: 4 });
  const again = await ask(service, 'POST /api/domain/add', { domain: 'https://s.example.net' });
  expect(again).toMatchObject({ status: 400, body: missing });
  for (const domain of ['s.example.net', 'ftp://x.example', 'https://x.example/path', 'https://x.invalid', 7])
    expect((await ask(service, 'POST /api/domain/add', { domain })).body).toEqual(missing);
  const update = { redirect404: 'https://example.com/lost' };
  expect((await ask(service, 'PUT /api/domain/4/update', update)).body).toEqual(message);
  expect(service.store.domains()[3]).toMatchObject(update);
  expect((await ask(service, 'DELETE /api/domain/4/delete')).body).toEqual(message);
  expect(await ask(service, 'DELETE /api/domain/4/delete')).toMatchObject({ status: 404, body: missing });
});

it('overlays and splash pages are listed', async () => {
  expect((await ask(service, 'GET /api/overlay')).body).toMatchObject({
    data: {
      cta: [{ id: 1, type: 'message', name: 'Subscribe bar', date: timestamp }, { type: 'contact' }, {}],
    },
  });
  expect((await ask(service, 'GET /api/splash')).body).toMatchObject({
    data: { splash: [{ id: 1, name: 'Partner notice', date: timestamp }, {}] },
  });
});

it('campaigns: listed, added, assigned, updated, deleted with their links unassigned', async () => {
  expect((await ask(service, 'GET /api/campaigns?limit=3')).body).toMatchObject({
    data: { result: 8, campaigns: [{ name: 'Winter timetable', public: false }, {}, { rotator: false }] },
  });
  const added = await ask(service, 'POST /api/campaign/add', { name: 'Fair', slug: 'fair', public: true });
  const list = `${service.address}/u/robin/fair`;
  const rotator = `${service.address}/r/fair`;
  expect(added.body).toEqual({ error: 0, id: 9, domain: 'Fair', public: true, rotator, list });
  expect((await ask(service, 'POST /api/campaign/add', { slug: 'fair' })).body).toEqual(missing);
  expect((await ask(service, 'POST /api/campaign/9/assign/5')).body).toEqual(message);
  expect(service.store.links()[4]?.campaign).toBe(9);
  expect((await ask(service, 'POST /api/campaign/9/assign/999')).body).toEqual(missing);
  expect((await ask(service, 'POST /api/campaign/99/assign/5')).body).toEqual(missing);
  const updated = await ask(service, 'PUT /api/campaign/9/update', { name: 'Book fair', slug: '' });
  expect(updated.body).toMatchObject({ domain: 'Book fair', public: true, rotator: false });
  expect((await ask(service, 'PUT /api/campaign/9/update', { public: false })).body).toEqual(missing);
  expect((await ask(service, 'DELETE /api/campaign/9/delete')).body).toEqual(message);
  expect(service.store.links()[4]?.campaign).toBeNull();
});

it('channels: listed, added, filled, updated, deleted with their items unassigned', async () => {
  expect((await ask(service, 'GET /api/channels?limit=1&page=6')).body).toMatchObject({
    data: { result: 6, channels: [{ id: 1, name: 'Social', color: '#2F6FDE', starred: true }] },
  });
  const added = await ask(service, 'POST /api/channel/add', { name: 'Radio', color: '#112233' });
  expect(added.body).toEqual({
    error: 0,
    id: 7,
    name: 'Radio',
    description: '',
    color: '#112233',
    starred: false,
  });
  for (const body of [{}, { name: 'x', color: 'red' }, { name: 'x', starred: 'yes' }])
    expect((await ask(service, 'POST /api/channel/add', body)).body).toEqual(missing);
  for (const item of ['links/5', 'bio/1', 'qr/1'])
    expect((await ask(service, `POST /api/channel/7/assign/${item}`)).body).toEqual(message);
  for (const item of ['links/999', 'posts/1', 'links/0', 'links/x'])
    expect((await ask(service, `POST /api/channel/7/assign/${item}`)).body).toEqual(missing);
  expect((await ask(service, 'GET /api/channel/7')).body).toMatchObject({
    error: '0',
    data: {
      result: 3,
      items: [
        { type: 'qr' },
        { type: 'links', id: 5, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), link: expect.any(String) },
        { type: 'bio', title: 'Robin, all links', preview: expect.stringMatching(/^http/) },
      ],
    },
  });
  expect((await ask(service, 'PUT /api/channel/7/update', { starred: true })).body).toEqual(message);
  expect(service.store.channels()[6]).toEqual({
    id: 7,
    name: 'Radio',
    description: '',
    color: '#112233',
    starred: true,
  });
  expect((await ask(service, 'DELETE /api/channel/7/delete')).body).toEqual(message);
  expect(service.store.channelItems().some(({ channel }) => channel === 7)).toBe(false);
  expect(await ask(service, 'GET /api/channel/7')).toMatchObject({ status: 404, body: missing });
});

it('pixels: listed and added', async () => {
  const pixel = { type: 'provider3pixel', name: 'Mine', tag: 'T-1' };
  expect((await ask(service, 'POST /api/pixel/add', pixel)).body).toEqual({ error: 0, id: 7 });
  expect((await ask(service, 'POST /api/pixel/add', { ...pixel, type: 'other' })).body).toEqual(missing);
  expect((await ask(service, 'POST /api/pixel/add', { type: 'gapixel', name: 'x' })).body).toEqual(missing);
  expect((await ask(service, 'GET /api/pixels?limit=2')).body).toMatchObject({
    data: { result: 7, pixels: [{ ...pixel, id: 7, date: timestamp }, { type: 'tiktok' }] },
  });
});

describe('links', () => {
  it('are ordered by date or by clicks', async () => {
    const ids = service.store.links().map(({ id }) => id);
    expect((await ask(service, 'GET /api/urls?limit=1')).body).toMatchObject({
      data: { urls: [{ id: ids.at(-1) }] },
    });
    const most = Math.max(...service.store.links().map(({ clicks }) => clicks));
    expect((await ask(service, 'GET /api/urls?limit=1&order=click')).body).toMatchObject({
      data: { urls: [{ clicks: most }] },
    });
  });

  it('are searched by keyword, its wildcards taken literally', async () => {
    expect((await ask(service, 'GET /api/urls?q=SOURDOUGH&limit=1')).body).toMatchObject({
      data: { urls: [{ title: 'Sourdough in a small kitchen' }] },
    });
    expect((await ask(service, 'GET /api/urls?q=%25')).body).toMatchObject({ data: { result: 0, urls: [] } });
  });

  it('are found by short URL, which overrides the other parameters', async () => {
    const link = service.store.links().find(({ domain }) => domain === null);
    const short = encodeURIComponent(`${service.address}/${link?.alias}`);
    expect((await ask(service, `GET /api/urls?short=${short}&q=nothing&page=7`)).body).toMatchObject({
      error: 0,
      id: link?.id,
      details: { longurl: link?.longurl },
    });
    expect((await ask(service, `GET /api/urls?short=${short}x&limit=3`)).body).toMatchObject({
      error: '0',
      data: { result: 0, perpage: 15, urls: [] },
    });
  });

  it('one is shown with its details and statistics', async () => {
    expect((await ask(service, 'GET /api/url/1')).body).toEqual({
      error: 0,
      id: 1,
      details: {
        id: 1,
        shorturl: expect.stringMatching(/^https?:/),
        longurl: `${service.address}/demo/sourdough-in-a-small-kitchen`,
        title: 'Sourdough in a small kitchen',
        description: expect.any(String),
        location: {},
        device: {},
        expiry: null,
        date: timestamp,
      },
      data: {
        clicks: expect.any(Number),
        uniqueClicks: expect.any(Number),
        topCountries: expect.objectContaining({ Germany: expect.any(Number) }),
        topReferrers: expect.objectContaining({ Direct: expect.any(Number) }),
        topBrowsers: expect.objectContaining({ Chrome: expect.any(Number) }),
        topOs: expect.objectContaining({ Windows: expect.any(Number) }),
        socialCount: { facebook: 0, twitter: 0, google: 0 },
      },
    });
    for (const id of ['0', '007', 'x', '9999'])
      expect((await ask(service, `GET /api/url/${id}`)).body).toEqual(missing);
  });

  it('store every field, and the body to the byte', async () => {
    const body = {
      url: 'https://example.com/ü?a=1#b',
      custom: 'every-field',
      type: 'frame',
      password: 'secret',
      domain: 'https://go.example.com',
      expiry: '2031-02-28 23:59:59',
      geotarget: [{ location: 'Germany', link: 'https://example.com/de' }],
      devicetarget: [{ device: 'iPhone', link: 'https://example.com/iphone' }],
      languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
      metatitle: 'A title',
      metadescription: 'A description',
      metaimage: 'https://example.com/a.png',
      description: 'a note',
      pixels: [1, 2],
      channel: 2,
      campaign: 3,
      deeplink: { apple: 'https://apps.example.com/a', google: 'https://apps.example.com/g', auto: true },
      status: 'public',
      parameters: [{ name: 'ref', value: 'x y' }],
    };
    const reply = await ask(service, 'POST /api/url/add', body);
    expect(reply.body).toEqual({ error: 0, id: 201, shorturl: 'https://go.example.com/every-field' });
    const { url, custom, geotarget, devicetarget, languagetarget, channel, ...same } = body;
    expect(service.store.link('every-field')).toMatchObject({
      ...same,
      longurl: url,
      alias: custom,
      geotarget: [{ when: 'Germany', link: geotarget[0]?.link }],
      devicetarget: [{ when: 'iPhone', link: devicetarget[0]?.link }],
      languagetarget: [{ when: 'fr', link: languagetarget[0]?.link }],
      channels: [channel],
      raw: JSON.stringify(body),
    });
    expect(service.store.requests('/api/url/add').at(-1)).toMatchObject({
      method: 'POST',
      body: JSON.stringify(body),
      status: 200,
      breaches: [],
    });
  });

  it('get a random alias, the default status and the title of a demo page', async () => {
    const url = `${service.address}/demo/night-trains-are-back?x=1`;
    await ask(service, 'POST /api/url/add', { url });
    expect(service.store.links().at(-1)).toMatchObject({
      alias: expect.stringMatching(/^[A-Za-z0-9]{5,}$/),
      status: 'private',
      type: 'direct',
      title: 'Night trains are back, and the berths are full',
    });
  });

  it.each([
    ['no url', { url: undefined }],
    ['an address of another scheme', { url: 'javascript:alert(1)' }],
    ['an alias that is taken', { custom: 'every-field' }],
    ['an alias that is too short', { custom: 'ab' }],
    ['an alias of the service', { custom: 'demo' }],
    ['an alias with a slash', { custom: 'a/b/c' }],
    ['an unknown type', { type: '999' }],
    ['a type that is no text', { type: 1 }],
    ['a domain without its scheme', { domain: 'go.example.com' }],
    ['a domain with a slash', { domain: 'https://go.example.com/' }],
    ['a day that is none', { expiry: '2031-02-30 00:00:00' }],
    ['an expiry of another form', { expiry: '2031-02-03T00:00:00Z' }],
    ['a target without a link', { geotarget: [{ location: 'Germany' }] }],
    ['targets that are no list', { devicetarget: { device: 'iPhone' } }],
    [
      'a language that is a name',
      { languagetarget: [{ language: 'French (France)', link: 'https://example.com' }] },
    ],
    ['a picture that is no address', { metaimage: 'a.png' }],
    ['an unknown pixel', { pixels: [99] }],
    ['a pixel id that is a text', { pixels: ['1'] }],
    ['an unknown channel', { channel: 99 }],
    ['an unknown campaign', { campaign: 99 }],
    ['a deep link that is a text', { deeplink: 'x' }],
    ['an unknown status', { status: 'hidden' }],
    ['a parameter without a name', { parameters: [{ value: 'x' }] }],
  ])('refuse %s', async (_, wrong) => {
    const before = service.store.links().length;
    const reply = await ask(service, 'POST /api/url/add', { url: 'https://example.com/', ...wrong });
    expect(reply).toMatchObject({ status: 400, body: missing });
    expect(service.store.links()).toHaveLength(before);
  });

  it('refuse a body that is no JSON object, or comes without its type', async () => {
    const send = async (body: string, type: string) => {
      const headers = { authorization: `Bearer ${service.key}`, 'content-type': type };
      return (await fetch(`${service.address}/api/url/add`, { method: 'POST', headers, body })).status;
    };
    expect(await send('{"url":', 'application/json')).toBe(400);
    expect(await send('[]', 'application/json')).toBe(400);
    expect(await send('{"url":"https://example.com"}', 'text/plain')).toBe(400);
  });
});

it('records how a request departs from the contract', async () => {
  await fetch(`${service.address}/api/urls?sort=date`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect(service.store.requests('/api/').at(-1)?.breaches).toEqual([
    'the Content-Type is not application/json',
    'the query parameter sort is not in the contract',
  ]);
});
