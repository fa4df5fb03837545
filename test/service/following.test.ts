import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, visit } from './ask.ts';
import { type LocalService, startService } from './start.ts';

let now = Date.UTC(2026, 4, 1, 12);
let service: LocalService;
beforeAll(async () => {
  service = await startService({ demo: true, now: () => now });
});
afterAll(() => service.close());

const target = 'https://example.com/page?a=1#part';
const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

async function make(custom: string, fields: object = {}): Promise<void> {
  const reply = await ask(service, 'POST /api/url/add', { url: target, custom, ...fields });
  expect(reply.body).toEqual({ error: 0, id: expect.any(Number), shorturl: `${service.address}/${custom}` });
}

const leadsTo = async (path: string, headers?: Record<string, string>): Promise<string | null> =>
  (await visit(service, path, headers)).headers.get('location');

it('redirects, and counts each visitor once as unique', async () => {
  await make('plain');
  const windows = {
    'user-agent': agents.windows,
    'cf-ipcountry': 'DE',
    referer: 'https://news.example.org/today',
  };
  expect(await visit(service, '/plain', windows)).toMatchObject({ status: 302 });
  expect(await leadsTo('/plain', windows)).toBe(target);
  expect(await leadsTo('/plain', { 'user-agent': agents.iphone, 'x-forwarded-for': '203.0.113.9' })).toBe(
    target,
  );
  const id = service.store.link('plain')?.id;
  expect((await ask(service, `GET /api/url/${id}`)).body).toMatchObject({
    data: {
      clicks: 3,
      uniqueClicks: 2,
      topCountries: { Germany: 2, Unknown: 1 },
      topReferrers: { 'news.example.org': 2, Direct: 1 },
      topBrowsers: { Firefox: 2, Safari: 1 },
      topOs: { Windows: 2, iOS: 1 },
    },
  });
});

it('answers an unknown alias with a page and 404', async () => {
  expect(await visit(service, '/nowhere')).toMatchObject({ status: 404 });
});

it('asks for a password, and counts nothing before it is right', async () => {
  await make('locked', { password: 'open "sesame"' });
  const page = await visit(service, '/locked');
  expect(page.status).toBe(200);
  expect(page.text).toContain('type="password"');
  expect(page.text).not.toContain('example.com');
  expect(await visit(service, '/locked', {}, { password: 'wrong' })).toMatchObject({ status: 403 });
  expect(service.store.link('locked')?.clicks).toBe(0);
  const opened = await visit(service, '/locked', {}, { password: 'open "sesame"' });
  expect(opened.headers.get('location')).toBe(target);
  expect(service.store.link('locked')?.clicks).toBe(1);
});

it('a link ends with its expiry', async () => {
  await make('brief', { expiry: '2026-05-01 12:30:00' });
  expect(await leadsTo('/brief')).toBe(target);
  now += 30 * 60_000;
  expect(await visit(service, '/brief')).toMatchObject({ status: 410 });
  expect(service.store.link('brief')?.clicks).toBe(1);
});

it('targets: country before device before app before language before the address', async () => {
  await make('aimed', {
    geotarget: [{ location: 'germany', link: 'https://example.com/de' }],
    devicetarget: [{ device: 'iPhone', link: 'https://example.com/iphone' }],
    languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
    deeplink: { google: 'https://apps.example.com/g' },
  });
  const iphone = { 'user-agent': agents.iphone, 'accept-language': 'de;q=0.5, fr-CA' };
  expect(await leadsTo('/aimed', { ...iphone, 'cf-ipcountry': 'DE' })).toBe('https://example.com/de');
  expect(await leadsTo('/aimed', iphone)).toBe('https://example.com/iphone');
  expect(await leadsTo('/aimed', { 'user-agent': agents.android })).toBe('https://apps.example.com/g');
  expect(await leadsTo('/aimed', { ...iphone, 'user-agent': agents.windows })).toBe('https://example.com/fr');
  expect(await leadsTo('/aimed', { 'user-agent': agents.windows })).toBe(target);
  service.setVisitorCountry('DE');
  expect(await leadsTo('/aimed', { 'user-agent': agents.windows })).toBe('https://example.com/de');
  service.setVisitorCountry(null);
});

it('parameters are appended to every target that is chosen', async () => {
  await make('tagged', { parameters: [{ name: 'ref', value: 'a&b' }] });
  expect(await leadsTo('/tagged')).toBe('https://example.com/page?a=1&ref=a%26b#part');
});

it('a frame shows the target inside, everything escaped', async () => {
  await make('framed', {
    type: 'frame',
    metatitle: '<script>alert("x")</script>',
    url: 'https://example.com/?a=1&b="2"',
  });
  const { status, text } = await visit(service, '/framed');
  expect(status).toBe(200);
  expect(text).toContain('<iframe class="whole"');
  expect(text).toContain('src="https://example.com/?a=1&amp;b=%222%22"');
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('property="og:title" content="&lt;script&gt;');
});

it('splash pages: the default one and an own one', async () => {
  await make('splashed', { type: 'splash' });
  expect((await visit(service, '/splashed')).text).toContain(`href="${target}"`);
  await make('own-splash', { type: '2' });
  expect((await visit(service, '/own-splash')).text).toContain('See you in Leipzig');
});

it('overlays: by an id no splash page has, or by the long form', async () => {
  await make('over-three', { type: '3' });
  expect((await visit(service, '/over-three')).text).toContain('The next count begins in May.');
  await make('over-two', { type: 'overlay-2' });
  const { text } = await visit(service, '/over-two');
  expect(text).toContain('data-type="contact"');
  expect(text).toContain('<iframe');
});

it('a rotator leads to one of its short links, a list page names the public ones', async () => {
  const added = await ask(service, 'POST /api/campaign/add', {
    name: 'Two & more',
    slug: 'two',
    public: true,
  });
  const id = service.store.campaigns().at(-1)?.id;
  expect(added.body).toMatchObject({ id });
  expect(await visit(service, '/r/two')).toMatchObject({ status: 404 });
  await make('shown', { campaign: id, status: 'public', metatitle: 'Shown <b>' });
  await make('hidden', { campaign: id, metatitle: 'Hidden' });
  expect(await leadsTo('/r/two')).toMatch(/\/(shown|hidden)$/);
  for (const name of ['two', String(id)]) {
    const { text } = await visit(service, `/u/robin/${name}`);
    expect(text).toContain('Two &amp; more');
    expect(text).toContain('Shown &lt;b&gt;');
    expect(text).not.toContain('Hidden');
  }
  await ask(service, `PUT /api/campaign/${id}/update`, { name: 'Two', public: false });
  expect(await visit(service, '/u/robin/two')).toMatchObject({ status: 404 });
});

it('a branded domain has its own root and its own 404', async () => {
  await ask(service, 'PUT /api/domain/2/update', { redirect404: 'https://example.com/lost' });
  const at = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      const options = { port: service.port, host: '127.0.0.1', path, headers: { host: 'go.example.com' } };
      request(options, (response) => resolve(response.resume().headers.location))
        .on('error', reject)
        .end();
    });
  expect(await at('/')).toBe('https://www.example.com/');
  expect(await at('/nowhere')).toBe('https://example.com/lost');
  expect((await visit(service, '/')).text).toContain(service.address);
});

it('demo pages can be read and have links to shorten', async () => {
  expect((await visit(service, '/demo')).text).toContain('/demo/night-trains-are-back');
  const { text } = await visit(service, '/demo/a-city-counts-its-trees');
  expect(text).toContain('<h1>A city counts its trees</h1>');
  expect(text).toMatch(/<a id="link-3" href="https:/);
  expect(await visit(service, '/demo/none')).toMatchObject({ status: 404 });
});

it('runs under a sub-path when one is set', async () => {
  await using below = await startService({ basePath: '/links/' });
  expect(below.address).toBe(`${below.origin}/links`);
  const { body } = await ask(below, 'POST /api/url/add', { url: target, custom: 'below' });
  expect(body).toMatchObject({ shorturl: `${below.origin}/links/below` });
  expect((await visit(below, '/below')).headers.get('location')).toBe(target);
  expect((await fetch(`${below.origin}/api/account`)).status).toBe(404);
});
