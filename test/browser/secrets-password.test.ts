// A canary for a link's password: for every result of its job, it was sent in the body of one `url/add`, was stored
// in intent and job alone and only while they were in progress, and is in no other readable place.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  drivePage,
  openExtensionPage,
  removeFolder,
  temporaryFolder,
  until,
  type Driver,
  type PageDriver,
} from './harness/index.ts';
import { Consoles, errorListOf, guisesOf, readSent, requestsOf } from './setup/leak-detector.ts';
import {
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { msg, msgWithin } from '../support/texts.ts';

const places = ['popup', 'page'] as const;
type Place = (typeof places)[number];
const ends = ['made', 'refused', 'cancelled'] as const;
type End = (typeof ends)[number];

const jobs = places.flatMap((place) => ends.map((end) => ({ place, end, path: `/${place}-${end}` })));
/** One for each job, with what JSON, addresses and markup write otherwise. */
const passwordOf = (place: Place, end: End) => `canary-${place}9${end}7Kq+/&"=9`;
const passwords = jobs.map(({ place, end }) => passwordOf(place, end));
const found = (text: string): string[] => passwords.flatMap(guisesOf).filter((guise) => text.includes(guise));

describe('the password of a link', () => {
  let scene: Scene;
  let folder: string;
  let netLog: string;
  let consoles: Consoles;
  let listener: PageDriver;
  /** The text of pages, by the moment. */
  const shown: [moment: string, text: string][] = [];
  /** The passwords that were still stored once a job had ended. */
  const left: [moment: string, found: string[]][] = [];
  /** Jobs that were seen with their password while they were in progress: so the right places are looked at. */
  const seenUnderWay: string[] = [];

  const look = async (moment: string, page: Driver): Promise<void> => {
    shown.push([
      moment,
      await page.evaluate<string>('document.documentElement.outerHTML + document.title + location.href'),
    ]);
  };
  const allStored = async (): Promise<string> =>
    JSON.stringify(
      await Promise.all(
        ['local', 'session', 'sync'].map((area) =>
          scene.options.evaluate(`chrome.storage.${area}.get(null)`),
        ),
      ),
    );

  async function form(place: Place, at: string): Promise<Driver> {
    const popup = await scene.popupOn(at);
    await waitForForm(popup);
    await popup.click('button', msg('moreOptions'));
    if (place === 'popup') return popup;
    await popup.click('button', msg('openInTab'));
    const page = await until('the page to open', async () =>
      (await scene.running.browser.pages()).find((one) =>
        one.url().startsWith(scene.running.url('link.html')),
      ),
    );
    const driver = await drivePage(page);
    await driver.waitFor('textbox', msg('alias'));
    return driver;
  }

  async function run({ place, end, path: at }: (typeof jobs)[number]): Promise<void> {
    const password = passwordOf(place, end);
    const page = await form(place, at);
    await page.fill('textbox', msg('note'), `a note on ${at}`);
    await page.fill('textbox', msg('password'), password);
    await waitUntil('the draft to be stored', async () => (await allStored()).includes(`a note on ${at}`));
    // Everything typed is stored, except the password.
    expect([at, found(await allStored())]).toEqual([at, []]);
    await look(`${at}, typed`, page);
    if (end === 'refused')
      scene.service.answerNext('POST /api/url/add', {
        status: 400,
        // A hostile service repeats what it was sent.
        body: JSON.stringify({ error: 1, message: `No link with the password ${password} today.` }),
      });
    scene.service.setLatency(end === 'cancelled' ? 0 : 700);
    await page.click('button', msg('shorten'));
    await waitUntil('the job to be stored', async () => {
      if (found(await allStored()).length === 0) return false;
      seenUnderWay.push(at);
      return true;
    });
    if (end === 'made') await waitForText(page, 'status', msg('copied'));
    if (end === 'refused') await waitForText(page, 'alert', 'No link with the password');
    if (end === 'cancelled') {
      await waitForText(page, 'status', msgWithin('creatingIn'));
      await page.click('button', msg('cancel'));
      await page.waitFor('button', msg('shorten'));
    }
    await look(`${at}, ended`, page);
    await waitUntil(
      'it to be gone from storage',
      async () => found(await allStored()).length === 0,
      5_000,
    ).catch(() => undefined);
    left.push([at, found(await allStored())]);
    scene.service.setLatency(0);
    await page.close();
  }

  async function hold(seconds: number): Promise<void> {
    await scene.options.page.select('#hold', String(seconds));
    await waitUntil('the choice to be stored', async () =>
      JSON.stringify((await stored(scene.options))['preferences'] ?? '').includes(`"holdSeconds":${seconds}`),
    );
  }

  beforeAll(async () => {
    folder = await temporaryFolder('net-log');
    netLog = path.join(folder, 'net.json');
    scene = await startConnected({
      launch: { args: [`--log-net-log=${netLog}`, '--net-log-capture-mode=Everything'] },
    });
    consoles = new Consoles(scene.running);
    listener = await openExtensionPage(scene.running, 'manifest.json');
    await listener.evaluate(`
      globalThis.heard = [];
      globalThis.written = [];
      chrome.runtime.onMessage.addListener((message) => void heard.push(JSON.stringify(message)));
      chrome.storage.onChanged.addListener((changes, area) => {
        for (const [key, { newValue }] of Object.entries(changes)) written.push([area, key, JSON.stringify(newValue ?? null)]);
      });`);
    for (const job of jobs.filter(({ end }) => end !== 'cancelled')) await run(job);
    await hold(10);
    for (const job of jobs.filter(({ end }) => end === 'cancelled')) await run(job);
    await hold(0);
    const manage = await openExtensionPage(scene.running, 'manage.html#activity');
    await manage.waitFor('heading', msg('activity'));
    await waitUntil('the jobs to be listed', async () =>
      (await manage.evaluate<string>('document.body.innerText')).includes('/popup-refused'),
    );
    await look(msg('activity'), manage);
    await manage.close();
  }, 120_000);
  afterAll(async () => {
    await scene.close();
    await removeFolder(folder);
  });

  it('reached the service once for each link, in the body of `url/add`', () => {
    const sent = scene.service.store.requests('/').map(({ path: to, search, headers, body }) => {
      expect(found(to + search + JSON.stringify(headers))).toEqual([]);
      return found(body).length > 0 ? [to, (JSON.parse(body) as { password?: string }).password] : [];
    });
    expect(sent.filter((one) => one.length > 0)).toEqual(
      jobs
        .filter(({ end }) => end !== 'cancelled')
        .map(({ place, end }) => ['/api/url/add', passwordOf(place, end)]),
    );
    expect(scene.made().map(({ password }) => password)).toEqual(
      places.map((place) => passwordOf(place, 'made')),
    );
    expect(found(scene.site.requests.join(' '))).toEqual([]);
  });

  it('was stored only while its job was in progress', () => {
    expect(seenUnderWay).toHaveLength(jobs.length);
    expect(Object.fromEntries(left)).toEqual(Object.fromEntries(jobs.map(({ path: at }) => [at, []])));
  });

  it('was stored in no other place than an intent and a job', async () => {
    const written = await listener.evaluate<[string, string, string][]>('written');
    const holding = written
      .filter(([, , value]) => found(value).length > 0)
      .map(([area, key]) => `${area} ${key.replace(/:.*/, ':*')}`);
    expect([...new Set(holding)].sort()).toEqual(['local intent:*', 'local job:*']);
    const drafts = written.filter(([, key]) => key.startsWith('draft:'));
    expect(drafts.some(([, , value]) => value.includes('a note on'))).toBe(true);
  });

  it('was in no message but the command for its own link', async () => {
    const heard = await listener.evaluate<string[]>('heard');
    const kinds = heard
      .filter((message) => found(message).length > 0)
      .map((message) => (JSON.parse(message) as { kind?: string }).kind);
    expect([...new Set(kinds)]).toEqual(['submit']);
  });

  it('was shown on no page', () => {
    expect(shown).toHaveLength(2 * jobs.length + 1);
    expect(shown.map(([moment, text]) => [moment, found(text)])).toEqual(
      shown.map(([moment]) => [moment, []]),
    );
  });

  it('is in no other store that a page can open', async () => {
    const all = await scene.options.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookie: document.cookie,
    }));
    expect(found(JSON.stringify(all))).toEqual([]);
  });

  it('is in no console and in no list of errors', async () => {
    expect((await consoles.heardEverywhere(scene)).filter((line) => found(line).length > 0)).toEqual([]);
    expect(found(await errorListOf(scene))).toEqual([]);
    scene.running.assertClean();
  });

  // The last test closes what the others read.
  it('left the browser only in those bodies', async () => {
    const host = new URL(scene.service.origin).host;
    await scene.running.close();
    const { notes, sockets } = await readSent(netLog);
    expect(notes.filter(({ params }) => found(JSON.stringify(params)).length > 0)).toEqual([]);
    const requests = sockets.flatMap(requestsOf).filter((request) => found(request).length > 0);
    expect(requests).toHaveLength(jobs.filter(({ end }) => end !== 'cancelled').length);
    for (const request of requests) {
      const [heading = '', body = ''] = request.split('\r\n\r\n');
      expect(heading).toMatch(/^POST \/api\/url\/add HTTP\/1\.1\r\n/u);
      expect(heading).toContain(`\r\nHost: ${host}\r\n`);
      expect(found(heading)).toEqual([]);
      expect(found(body).length).toBeGreaterThan(0);
    }
  });
});
