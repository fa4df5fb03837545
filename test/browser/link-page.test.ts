// One link with everything that the form can give it, followed over HTTP as its visitors would: each option has
// its effect. And one for each other way in which a link can be shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from '../service/ask.ts';
import { openPopup, readClipboard, type Driver } from './harness/index.ts';
import { linkFieldNames } from '../fixtures/link-fields.ts';
import {
  choose,
  explainFailures,
  waitForForm,
  waitForText,
  startConnected,
  type Scene,
} from './setup/connected.ts';
import { select, setExpiry, unfold } from './setup/link-options.ts';
import { msg, msgWithin } from '../support/texts.ts';

let scene: Scene;
/** The service's clock stands at this moment; where there is none it goes by this machine's. */
let frozenTime: Date | undefined;
explainFailures(() => scene);
beforeAll(async () => {
  scene = await startConnected({ service: { now: () => frozenTime?.getTime() ?? Date.now() } });
});
afterAll(() => scene.close());

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  preview: 'facebookexternalhit/1.1',
};
const there = (name: string) => `https://example.com/${name}`;
const apple = 'https://apps.apple.com/app/id1';
const google = 'https://play.google.com/store/apps/details?id=a';
const dayMs = 86_400_000;

/** The popup over a page at this address, with "More options" unfolded. */
async function optionsOver(path: string): Promise<Driver> {
  scene.site.set(path.replace(/[?#].*$/u, ''), { title: 'A page' });
  const popup = await openPopup(scene.running, await scene.running.openTab(scene.site.url(path)));
  await waitForForm(popup);
  await popup.click('button', msg('moreOptions'));
  await popup.waitFor('textbox', msg('note'));
  return popup;
}

const targetKeys = {
  country: ['addCountry', 'countryRow'],
  device: ['addDevice', 'deviceRow'],
  language: ['addLanguage', 'languageRow'],
} as const;

async function addTarget(popup: Driver, kind: keyof typeof targetKeys, when: string, to: string) {
  const [add, row] = targetKeys[kind];
  await popup.click('button', msg(add));
  await popup.fill('combobox', msg(row, '1'), when);
  await popup.fill('textbox', msg('urlFor', msg(row, '1')), to);
}

/** The address of an element of a page of the service, read as a browser reads it. */
function addressIn(text: string, before: string): string | undefined {
  const at = text.indexOf(before);
  return at < 0 ? undefined : /(?:href|src)="([^"]*)"/u.exec(text.slice(at))?.[1]?.replaceAll('&amp;', '&');
}

describe('one link with every option', () => {
  const path = '/everything?utm_source=page&x=1#part';
  /** A whole minute, as the field has no parts of one. */
  const ends = new Date(Math.floor((Date.now() + dayMs) / 60_000) * 60_000);
  const password = ' open "sesame" ';
  /** Put on by the service. The one that the address had is replaced there as chosen, and written into the targets. */
  const tags = 'utm_medium=e-mail&ref=poster+%26+co';
  const written = 'utm_source=letter';

  const open = (headers: Record<string, string> = {}) =>
    visit(scene.service, '/everything', headers, { password });
  async function leadsTo(headers: Record<string, string> = {}): Promise<string | undefined> {
    return addressIn((await open(headers)).text, 'id="continue"');
  }

  beforeAll(async () => {
    const popup = await optionsOver(path);
    await choose(popup, msg('campaign'), 'Confer');
    await choose(popup, msg('channel'), 'Press');
    await choose(popup, msg('pixels'), 'Recipes');
    await popup.press('Escape');
    await popup.fill('textbox', msg('alias'), 'everything');
    await select(popup, msg('domain'), 'https://go.example.com');
    await select(popup, msg('linkType'), 'id');
    await popup.fill('textbox', msg('typeId'), '2');
    await popup.fill('textbox', msg('password'), password);
    await setExpiry(popup, ends.toISOString().slice(0, 16));
    await select(popup, msg('visibility'), 'public');
    await popup.fill('textbox', msg('note'), 'a note to myself');
    await unfold(popup, msg('linkPreview'));
    await popup.fill('textbox', msg('fieldTitle'), 'A "title" <b>');
    await popup.fill('textbox', msg('fieldDescription'), 'A text');
    await popup.fill('textbox', msg('linkPreviewImage'), there('a.png'));
    await unfold(popup, msg('targets'));
    await addTarget(popup, 'country', 'Germany', `${there('de')}#oben`);
    await addTarget(popup, 'device', 'iPhone', there('in-the-app'));
    await addTarget(popup, 'language', 'fr', there('fr'));
    await unfold(popup, msg('deepLink'));
    await popup.fill('textbox', msg('appStore'), apple);
    await popup.fill('textbox', msg('googlePlay'), google);
    await popup.click('checkbox', msg('deepLinkAuto'));
    await unfold(popup, msg('utmParameters'));
    await popup.fill('textbox', msg('utmSource'), 'letter');
    await popup.fill('textbox', msg('utmMedium'), 'e-mail');
    await popup.click('button', msg('addParameter'));
    await popup.fill('textbox', msg('parameterRow', '1'), 'ref');
    await popup.fill('textbox', msg('parameterValue', msg('parameterRow', '1')), 'poster & co');
    // The page's address has a source of its own: nothing of it is rewritten unless that is chosen.
    await popup.waitFor('radio', msgWithin('conflictKeep', /.*page.*/));
    await popup.click('radio', msgWithin('conflictReplace', /.*letter.*/));
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
  });

  it('was sent with every field of the contract, once', () => {
    const bodies = scene.service.store.requests('/api/url/add').map(({ body }) => JSON.parse(body) as object);
    expect(bodies.map((body) => Object.keys(body).sort())).toEqual([[...linkFieldNames].sort()]);
  });

  it('has its alias, its domain, its note, its campaign and its channel', async () => {
    expect(await readClipboard(scene.running)).toBe('https://go.example.com/everything');
    const { campaigns, channels } = scene.service.store;
    expect(scene.made()).toMatchObject([
      {
        alias: 'everything',
        domain: 'https://go.example.com',
        description: 'a note to myself',
        campaign: campaigns().find(({ name }) => name === 'Conference 2026')?.id,
        channels: [channels().find(({ name }) => name === 'Press')?.id],
      },
    ]);
  });

  it('asks for its password, and opens only with the right one', async () => {
    const asked = await visit(scene.service, '/everything');
    expect(asked.text).toContain('type="password"');
    for (const wrong of ['', 'open sesame', password.trim()]) {
      const refused = await visit(scene.service, '/everything', {}, { password: wrong });
      expect([wrong, refused.status, refused.text.includes('id="continue"')]).toEqual([wrong, 403, false]);
    }
    expect(asked.text).not.toContain(scene.site.origin);
    expect((await open()).status).toBe(200);
  });

  it('shows the account’s own splash page on the way, which fires the pixel', async () => {
    const { text } = await open();
    expect(text).toContain('See you in Leipzig');
    expect(text).toContain('data-pixel="pinterest" data-tag="2600000000001"');
  });

  it('leads to the address, each parameter once and before the fragment', async () => {
    expect(await leadsTo({ 'user-agent': agents.windows })).toBe(
      scene.site.url(`/everything?utm_source=letter&x=1&${tags}#part`),
    );
  });

  it('redirects by country before device, and by device before language', async () => {
    const german = { 'cf-ipcountry': 'DE', 'accept-language': 'fr' };
    const inGermany = `${there('de')}?${written}&${tags}#oben`;
    for (const agent of Object.values(agents))
      if (agent !== agents.preview) expect(await leadsTo({ ...german, 'user-agent': agent })).toBe(inGermany);
    expect(await leadsTo({ 'accept-language': 'fr-CA, en;q=0.5' })).toBe(`${there('fr')}?${written}&${tags}`);
    expect(await leadsTo({ 'accept-language': 'en, de;q=0.5', 'user-agent': agents.windows })).toContain(
      scene.site.origin,
    );
  });

  it('opens the app on the device that has one, with the store beside it, and the store on another phone', async () => {
    const { text } = await open({ 'user-agent': agents.iphone, 'accept-language': 'fr' });
    expect(addressIn(text, 'id="app"')).toBe(`${there('in-the-app')}?${written}&${tags}`);
    expect(addressIn(text, 'id="continue"')).toBe(`${apple}?${tags}`);
    expect(await leadsTo({ 'user-agent': agents.android })).toBe(`${google}&${tags}`);
  });

  it('shows its card to a site that asks for a preview', async () => {
    const { text } = await open({ 'user-agent': agents.preview });
    expect(text).toContain('<meta property="og:title" content="A &quot;title&quot; &lt;b&gt;" />');
    expect(text).toContain('<meta property="og:description" content="A text" />');
    expect(text).toContain(`<meta property="og:image" content="${there('a.png')}" />`);
  });

  it('is in its campaign’s public list', async () => {
    const { text } = await visit(scene.service, '/u/robin/conf-26');
    expect(text).toContain('href="https://go.example.com/everything"');
  });

  it('ends with its expiry for every visitor', async () => {
    frozenTime = new Date(ends.getTime() - 1_000);
    expect((await open()).status).toBe(200);
    frozenTime = ends;
    expect((await open()).status).toBe(410);
    expect((await visit(scene.service, '/everything')).status).toBe(410);
    expect((await visit(scene.service, '/u/robin/conf-26')).text).not.toContain('/everything"');
    frozenTime = undefined;
  });
});

describe('other types and visibilities of links', () => {
  const shown: readonly [name: string, value: string, id: string | null, before: string, words: string][] = [
    ['a frame', 'frame', null, '<iframe', '<iframe class="whole"'],
    ['the service’s own splash page', 'splash', null, 'id="continue"', 'You are about to leave'],
    ['an overlay', 'id', '3', '<iframe', 'The next count begins in May.'],
  ];
  it.each(shown)('%s', async (name, value, id, before, words) => {
    const at = `/shown-as-${value}`;
    const popup = await optionsOver(at);
    await popup.fill('textbox', msg('alias'), at.slice(1));
    await select(popup, msg('linkType'), value);
    if (id !== null) await popup.fill('textbox', msg('typeId'), id);
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    const { status, text } = await visit(scene.service, at);
    expect([name, status]).toEqual([name, 200]);
    expect(text).toContain(words);
    expect(addressIn(text, before)).toBe(scene.site.url(at));
  });

  it('a direct link redirects, and is in no public list while it is private', async () => {
    const popup = await optionsOver('/straight');
    await choose(popup, msg('campaign'), 'Confer');
    await popup.fill('textbox', msg('alias'), 'straight');
    await select(popup, msg('linkType'), 'direct');
    await select(popup, msg('visibility'), 'private');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    await popup.close();
    const { status, headers } = await visit(scene.service, '/straight');
    expect([status, headers.get('location')]).toEqual([302, scene.site.url('/straight')]);
    expect((await visit(scene.service, '/u/robin/conf-26')).text).not.toContain('/straight"');
  });

  it('runs without an error or a policy violation', () => {
    for (const { path, breaches } of scene.service.store.requests('/api/'))
      expect([path, breaches]).toEqual([path, []]);
    scene.running.assertClean();
  });
});
