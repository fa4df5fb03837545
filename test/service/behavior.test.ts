// The effects of the fields of `url/add` that following.test.ts does not cover: apps and their stores, pixels, the preview
// that other sites show, and combinations of fields.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, visit } from './ask.ts';
import { type LocalService, startService } from './start.ts';

let now = Date.UTC(2026, 4, 1, 12);
let service: LocalService;
beforeAll(async () => {
  service = await startService({ demo: true, now: () => now, utcOffsetMinutes: 120 });
});
afterAll(() => service.close());

const target = 'https://example.com/page?a=1#part';
const there = (name: string) => `https://example.com/${name}`;
const iphone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
};
const android = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
};
const windows = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const robot = { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' };

async function make(custom: string, fields: object): Promise<void> {
  const reply = await ask(service, 'POST /api/url/add', { url: target, custom, ...fields });
  expect(reply.body).toMatchObject({ error: 0 });
}
const leadsTo = async (path: string, headers?: Record<string, string>) =>
  (await visit(service, path, headers)).headers.get('location');

describe('deep links', () => {
  const apple = 'https://apps.apple.com/app/id1';
  const google = 'https://play.google.com/store/apps/details?id=a';

  it('lead each phone to its store, and all other visitors to the address', async () => {
    await make('stores', { deeplink: { apple, google } });
    expect(await leadsTo('/stores', iphone)).toBe(apple);
    expect(await leadsTo('/stores', android)).toBe(google);
    expect(await leadsTo('/stores', windows)).toBe(target);
  });

  it('open the app of a device target first, with the store as the fallback', async () => {
    await make('app-first', {
      deeplink: { apple, google },
      devicetarget: [{ device: 'iPhone', link: there('in-the-app') }],
    });
    const page = await visit(service, '/app-first', iphone);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<a id="app" href="${there('in-the-app')}">`);
    expect(page.text).toContain(`<a id="continue" href="${apple}">`);
    expect(page.text).toContain(`content="3;url=${apple}"`);
    expect(await leadsTo('/app-first', android)).toBe(google);
  });

  it('are derived from the address when `auto` is set, where its app is known', async () => {
    await make('made-from', { url: 'https://www.youtube.com/watch?v=1&t=2', deeplink: { auto: true } });
    for (const phone of [iphone, android]) {
      const { text } = await visit(service, '/made-from', phone);
      expect(text).toContain('<a id="app" href="youtube://www.youtube.com/watch?v=1&amp;t=2">');
      expect(text).toContain('<a id="continue" href="https://www.youtube.com/watch?v=1&amp;t=2">');
    }
    expect(await leadsTo('/made-from', windows)).toBe('https://www.youtube.com/watch?v=1&t=2');
    await make('no-app', { deeplink: { auto: true } });
    expect(await leadsTo('/no-app', iphone)).toBe(target);
    await make('not-asked', { url: 'https://www.youtube.com/watch?v=1', deeplink: { auto: false } });
    expect(await leadsTo('/not-asked', iphone)).toBe('https://www.youtube.com/watch?v=1');
  });
});

describe('pixels', () => {
  const marks = (text: string) =>
    [...text.matchAll(/data-pixel="([^"]*)" data-tag="([^"]*)"/gu)].map(([, type, tag]) => [type, tag]);
  const chosen = [
    ['gapixel', 'G-DEMO4567890'],
    ['pinterest', '2600000000001'],
  ];

  it('fire on the way to the address, which needs a page of its own', async () => {
    await make('pixels-direct', { pixels: [2, 5] });
    const { status, text } = await visit(service, '/pixels-direct');
    expect(status).toBe(200);
    expect(marks(text)).toEqual(chosen);
    expect(text).toContain(`content="0;url=${target}"`);
  });

  it.each(['frame', 'splash', '3'])('fire on the page of type %s', async (type) => {
    await make(`pixels-${type}`, { pixels: [2, 5], type });
    expect(marks((await visit(service, `/pixels-${type}`)).text)).toEqual(chosen);
  });

  it('do not fire before the password is right', async () => {
    await make('pixels-locked', { pixels: [2, 5], password: 'open' });
    expect(marks((await visit(service, '/pixels-locked')).text)).toEqual([]);
    expect(marks((await visit(service, '/pixels-locked', {}, { password: 'shut' })).text)).toEqual([]);
    expect(marks((await visit(service, '/pixels-locked', {}, { password: 'open' })).text)).toEqual(chosen);
  });
});

describe('the preview', () => {
  const card = { metatitle: 'A "title"', metadescription: 'A text', metaimage: there('a.png') };

  it('is shown to a site that requests one, and is not counted as a click', async () => {
    await make('preview', card);
    const { status, text } = await visit(service, '/preview', robot);
    expect(status).toBe(200);
    expect(text).toContain('<meta property="og:title" content="A &quot;title&quot;" />');
    expect(text).toContain('<meta property="og:description" content="A text" />');
    expect(text).toContain(`<meta property="og:image" content="${there('a.png')}" />`);
    expect(service.store.link('preview')?.clicks).toBe(0);
    expect(await leadsTo('/preview', windows)).toBe(target);
  });

  it('waits for the password, and ends with the link', async () => {
    await make('preview-locked', { ...card, password: 'open' });
    expect((await visit(service, '/preview-locked', robot)).text).not.toContain('A text');
    await make('preview-brief', { ...card, expiry: '2026-05-01 14:00:01' });
    expect((await visit(service, '/preview-brief', robot)).status).toBe(200);
    now += 1000;
    expect((await visit(service, '/preview-brief', robot)).status).toBe(410);
    now -= 1000;
  });
});

describe('expiry', () => {
  it('is in the service’s own time, to the second', async () => {
    // Noon in Greenwich is two in the afternoon here.
    await make('by-the-clock', { expiry: '2026-05-01 14:30:00' });
    now += 30 * 60_000 - 1;
    expect(await leadsTo('/by-the-clock')).toBe(target);
    now += 1;
    expect((await visit(service, '/by-the-clock')).status).toBe(410);
    now -= 30 * 60_000;
    expect(await leadsTo('/by-the-clock')).toBe(target);
  });

  it('comes before the password', async () => {
    await make('over', { expiry: '2026-05-01 13:59:59', password: 'open' });
    expect((await visit(service, '/over')).status).toBe(410);
    expect((await visit(service, '/over', {}, { password: 'open' })).status).toBe(410);
  });
});

describe('targets', () => {
  it('by the name of a country or its code, by any name of a device, by a language with or without its region', async () => {
    await make('names', {
      geotarget: [{ location: 'FR', link: there('fr') }],
      devicetarget: [{ device: 'Desktop', link: there('desktop') }],
      languagetarget: [{ language: 'pt-br', link: there('pt-br') }],
    });
    expect(await leadsTo('/names', { 'cf-ipcountry': 'FR' })).toBe(there('fr'));
    expect(await leadsTo('/names', { 'cf-ipcountry': 'DE', ...windows })).toBe(there('desktop'));
    expect(await leadsTo('/names', { ...iphone, 'accept-language': 'pt-BR, en' })).toBe(there('pt-br'));
    expect(await leadsTo('/names', { ...iphone, 'accept-language': 'pt, en' })).toBe(target);
  });

  it('each of them with the parameters, before its fragment', async () => {
    await make('all-tagged', {
      parameters: [
        { name: 'ref', value: 'a&b' },
        { name: 'empty', value: '' },
      ],
      geotarget: [{ location: 'Germany', link: `${there('de')}#top` }],
      devicetarget: [{ device: 'iPhone', link: `${there('iphone')}?x=1` }],
      languagetarget: [{ language: 'fr', link: there('fr') }],
    });
    expect(await leadsTo('/all-tagged', { 'cf-ipcountry': 'DE' })).toBe(
      `${there('de')}?ref=a%26b&empty=#top`,
    );
    expect(await leadsTo('/all-tagged', iphone)).toBe(`${there('iphone')}?x=1&ref=a%26b&empty=`);
    expect(await leadsTo('/all-tagged', { 'accept-language': 'fr' })).toBe(`${there('fr')}?ref=a%26b&empty=`);
    expect(await leadsTo('/all-tagged')).toBe('https://example.com/page?a=1&ref=a%26b&empty=#part');
  });

  it.each(['frame', 'splash', '3'])('on the page of type %s as well', async (type) => {
    await make(`aimed-${type}`, { type, geotarget: [{ location: 'Germany', link: there('de') }] });
    const named = `="${there('de')}"`;
    expect((await visit(service, `/aimed-${type}`, { 'cf-ipcountry': 'DE' })).text).toContain(named);
    expect((await visit(service, `/aimed-${type}`, { 'cf-ipcountry': 'FR' })).text).not.toContain(named);
  });
});

it('appends a parameter even if the address has it already', async () => {
  await make('doubled', { parameters: [{ name: 'a', value: '2' }] });
  expect(await leadsTo('/doubled')).toBe('https://example.com/page?a=1&a=2#part');
});
