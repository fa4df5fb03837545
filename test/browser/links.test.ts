// The section "Links" of the manage page: all links of the account, found while typing, and each link with everything that
// the service reports about it.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Link } from '../service/link.ts';
import { startService } from '../service/start.ts';
import {
  drivePage,
  openExtensionPage,
  readClipboard,
  removeFolder,
  temporaryFolder,
  until,
  writeClipboard,
  type PageDriver,
} from './harness/index.ts';
import {
  addLinkElsewhere,
  submitConnection,
  choose,
  explainFailures,
  waitForForm,
  waitUntil,
  waitForText,
  startConnected,
  type Scene,
} from './setup/connected.ts';
import { fillMirror } from './setup/fill-mirror.ts';
import { unfold } from './setup/link-options.ts';
import { picture } from './setup/popup-page.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { msg, msgCount, msgPattern, msgWithin } from '../support/texts.ts';

let scene: Scene;
let page: PageDriver;

const shortOf = ({ domain, alias }: Link): string => `${domain ?? scene.service.address}/${alias}`;
const shown = (address: string): string => address.replace(/^https?:\/\//u, '');

/** The rows as shown, with their highlighted parts. */
const rows = (): Promise<{ name: string; short: string; clicks: number; marks: string[] }[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('[role=grid] [role=row]'), (row) => ({
      name: row.querySelector('.name')?.textContent ?? '',
      // Text that is cut for its length is read out whole.
      short: (row.querySelector('.short .visually-hidden') ?? row.querySelector('.short'))?.textContent ?? '',
      clicks: Number.parseInt(row.querySelector('.row-clicks')?.textContent?.replaceAll(',', '') ?? '', 10),
      marks: Array.from(row.querySelectorAll('mark'), ({ textContent }) => textContent ?? ''),
    })),
  );

const find = (text: string): Promise<void> => page.fill('searchbox', msg('searchLinks'), text);
const counted = (words: string | RegExp): Promise<string> => waitForText(page, 'status', words);

async function details(id: number): Promise<unknown> {
  const response = await fetch(`${scene.service.address}/api/url/${id}`, {
    headers: { authorization: `Bearer ${scene.service.key}` },
  });
  return response.json();
}

const facts = z.object({
  details: z.object({
    longurl: z.string(),
    location: z.unknown(),
    device: z.unknown(),
    expiry: z.nullable(z.string()),
  }),
  data: z.object({
    clicks: z.number(),
    uniqueClicks: z.number(),
    topCountries: z.record(z.string(), z.number()),
    topReferrers: z.record(z.string(), z.number()),
    topBrowsers: z.record(z.string(), z.number()),
    topOs: z.record(z.string(), z.number()),
  }),
});

/** The statistics as shown. */
const statistics = (): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries([
      ...Array.from(document.querySelectorAll('.figures > div'), (one) => [
        one.querySelector('dt')?.textContent ?? '',
        one.querySelector('dd')?.textContent ?? '',
      ]),
      ...Array.from(document.querySelectorAll('.ranking'), (one) => [
        one.querySelector('h4')?.textContent ?? '',
        Array.from(
          one.querySelectorAll('li, p'),
          (line) =>
            Array.from(line.querySelectorAll('bdi, .number'), ({ textContent }) => textContent).join(' ') ||
            line.textContent,
        ).join('; '),
      ]),
    ]),
  );

const isAsked = (part: string): boolean =>
  scene.service.store.requests('/api/').some(({ path: to, search }) => `${to}${search}`.includes(part));

/** The link with the most clicks. */
const busiest = (): Link => {
  const [best] = scene.service.store.links().toSorted((a, b) => b.clicks - a.clicks);
  if (best === undefined) throw new Error('There are no links.');
  return best;
};

describe('the section "Links"', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());

  it('opens from the popup, with the newest link first and the time of the last sync', async () => {
    const popup = await scene.popupOn('/opens');
    await waitForForm(popup);
    await popup.click('button', msg('manageLinks'));
    const opened = await until('the page to open', async () =>
      (await scene.running.browser.pages()).find((one) => one.url().includes('manage.html#links')),
    );
    page = await drivePage(opened);
    await page.waitFor('heading', msg('links'));
    await counted(msgCount('linksCount', 200));
    const newest = scene.service.store.links().at(-1);
    expect((await rows())[0]?.short).toBe(shown(newest ? shortOf(newest) : ''));
    expect(await page.page.title()).toBe('Links · Curtail');
    const grid = await page.evaluate(() =>
      document.querySelector('[role=grid]')?.getAttribute('aria-rowcount'),
    );
    expect(grid).toBe('200');
    // The links may be listed a moment before their sync has ended.
    await waitUntil('the time of the last sync', async () =>
      msgWithin('syncedAgo').test(await page.evaluate<string>('document.body.innerText')),
    );
  });

  it('finds while typing, highlights the matches, and tolerates typos', async () => {
    await find('harbour NIGHT');
    await counted(msgCount('linksFound', 200, '7'));
    for (const { marks } of await rows())
      expect(marks.slice(0, 2).map((mark) => mark.toLowerCase())).toEqual(['harbour', 'night']);
    await find('harbuor nigth');
    await counted(msgCount('linksOnlySimilar', 7));
    expect((await rows())[0]?.marks).toEqual(expect.arrayContaining(['Harbour', 'night']));
    await find('no such link');
    await counted(msg('linksNone', isolate('no such link')));
    expect(await rows()).toEqual([]);
    await page.click('button', msg('showAllLinks'));
    await counted(msgCount('linksCount', 200));
    expect(scene.service.store.requests('/api/urls?q').length).toBe(0);
  });

  it('filters by campaign, channel, domain and date, and sorts by clicks', async () => {
    const links = scene.service.store.links();
    await page.click('button', msg('linkFilters'));
    const select = (id: string, value: string) => page.page.select(`#${id}`, value);
    // The channel of a link is known from the channels' own lists.
    const press = scene.service.store.channels().find(({ name }) => name === 'Press');
    const inPress = links.filter(({ channels }) => channels.includes(press?.id ?? 0)).length;
    expect(inPress).toBeGreaterThan(0);
    await waitUntil('the links of a channel to be known', async () => {
      await select('filter-channel', String(press?.id));
      return (await page.evaluate<string>('document.body.innerText')).includes(
        msgCount('linksFound', 200, String(inPress)),
      );
    });
    await select('filter-channel', '');
    await select('filter-domain', 'go.example.com');
    const there = links.filter(({ domain }) => domain?.includes('go.example.com')).length;
    expect(there).toBeGreaterThan(0);
    await counted(msgCount('linksFound', 200, String(there)));
    await page.click('button', msg('showAllLinks'));
    await select('sort-links', 'clicks');
    await waitUntil('the most clicked to stand first', async () => {
      const clicks = (await rows()).slice(0, 8).map((row) => row.clicks);
      return clicks.every((one, n) => n === 0 || one <= (clicks[n - 1] ?? 0)) && (clicks[0] ?? 0) > 0;
    });
    // Other results are shown from their start, also after no results, when the list has no height.
    const scrollDown = () => page.evaluate<number>('document.querySelector("[role=grid]").scrollTop = 3_000');
    const isAtStart = () => page.evaluate<boolean>('document.querySelector("[role=grid]").scrollTop === 0');
    await scrollDown();
    await find('no such link');
    await counted(msg('linksNone', isolate('no such link')));
    await find('');
    await counted(msgCount('linksCount', 200));
    await waitUntil('the results to start with the first', isAtStart);
    await scrollDown();
    await select('sort-links', 'oldest');
    await waitUntil('the list to start with the first', isAtStart);
    await waitUntil(
      'the oldest to stand first',
      async () => (await rows())[0]?.short === shown(shortOf(links[0] as Link)),
    );
    await page.click('button', msg('linkFilters'));
    await select('sort-links', 'best');
  });

  it('can be used by keyboard alone: from the search to a copy, to a link, and back', async () => {
    await page.evaluate('document.querySelector("h2").focus()');
    await page.press('/');
    await waitUntil(
      'the search to have the focus',
      async () => (await page.focused())?.name === msg('searchLinks'),
    );
    await page.type('chestnut sq');
    await counted(msgWithin('linksFound_other', '200'));
    await page.press('ArrowDown');
    await page.press('ArrowDown');
    await page.press('ArrowUp');
    await writeClipboard(scene.running, 'from before');
    await page.page.bringToFront();
    await waitUntil(
      'the list to have the focus',
      async () => (await page.focused())?.role === 'row' || (await page.focused())?.role === 'grid',
    );
    await page.press('Control+c');
    await waitUntil(
      'the button to tell',
      async () =>
        (await page.all('button', msgPattern('copyLink'))).length > 0 &&
        (await page.evaluate<string>('document.body.innerText')).includes(msg('copied')),
    );
    const first = (await rows())[0]?.short ?? '?';
    expect(shown(await readClipboard(scene.running))).toBe(first);

    await page.page.bringToFront();
    await page.press('Enter');
    await page.waitFor('heading', /^Chestnut square/);
    await waitUntil(
      'the focus to be on its name',
      async () => (await page.focused())?.name.startsWith('Chestnut square') === true,
    );
    await page.press('Escape');
    await page.waitGone('button', msg('close'));
    await waitUntil('the focus to be in the list', () =>
      page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid'),
    );
    await find('');
  });

  it('shows the keyboard focus in the list before an arrow key is pressed, and opens that link by Enter', async () => {
    await page.page.goto(scene.running.url('manage.html#links'));
    await page.page.reload();
    await counted(msgCount('linksCount', 200));
    const isInList = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid');
    const outlined = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLElement>('[role=grid] [role=row]'))
          .filter((row) => getComputedStyle(row).outlineStyle === 'solid')
          .map(({ dataset }) => dataset['row']),
      );
    await page.evaluate(() => document.querySelector<HTMLElement>('[type=search]')?.focus());
    for (let presses = 0; presses < 10 && !(await isInList()); presses++) await page.press('Tab');
    expect(await isInList()).toBe(true);
    await waitUntil('a row to have the ring', async () => (await outlined()).join() === '0');
    await page.press('Enter');
    await page.waitFor('button', msg('close'));
    await page.press('Escape');
    await page.waitGone('button', msg('close'));
  });

  it('moves in the menu of a link’s actions by arrow keys, Home and End, and scrolls nothing meanwhile', async () => {
    await page.page.goto(scene.running.url(`manage.html#links/${busiest().id}`));
    const waitForFocus = (name: string) =>
      waitUntil(`the focus on "${name}"`, async () => (await page.focused())?.name === name);
    const scrolled = () =>
      page.evaluate(() => [...document.querySelectorAll('*')].map(({ scrollTop }) => scrollTop).join(''));
    await page.click('button', msg('moreActions'));
    await waitForFocus(msg('copyPlain'));
    const before = await scrolled();
    for (const [key, name] of [
      ['ArrowDown', msg('markdown')],
      ['End', msg('addTo')],
      ['ArrowDown', msg('copyPlain')],
      ['ArrowUp', msg('addTo')],
      ['Home', msg('copyPlain')],
    ] as const) {
      await page.press(key);
      await waitForFocus(name);
    }
    expect(await scrolled()).toBe(before);
    await page.press('Escape');
    await waitForFocus(msg('moreActions'));
    await page.press('Escape');
    await page.waitGone('button', msg('close'));
  });

  it('GET /api/url/:id: everything that the service reports about a link, at an address of its own', async () => {
    const link = busiest();
    const { data } = facts.parse(await details(link.id));
    await page.page.goto(scene.running.url(`manage.html#links/${link.id}`));
    await page.page.reload();
    const actual = await until('its statistics to come', async () => {
      const read = await statistics();
      return msg('statCountries') in read ? read : undefined;
    });
    expect([actual[msg('statClicks')], actual[msg('statUnique')]]).toEqual([
      data.clicks.toLocaleString('en'),
      data.uniqueClicks.toLocaleString('en'),
    ]);
    const percent = (count: number, counts: Record<string, number>) =>
      `${Math.round((100 * count) / Object.values(counts).reduce((sum, one) => sum + one, 0))}%`;
    for (const [name, counts, shownAs] of [
      [msg('statCountries'), data.topCountries, (count: number) => count.toLocaleString('en')],
      [msg('statReferrers'), data.topReferrers, (count: number) => count.toLocaleString('en')],
      [msg('statBrowsers'), data.topBrowsers, percent],
      [msg('statSystems'), data.topOs, percent],
    ] as const) {
      const [[most, count] = ['', 0]] = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
      expect(actual[name]).toContain(`${most} ${shownAs(count, counts)}`);
    }
    await picture(page, 'links-details', 1280);
  });

  it.each([
    ['stats-number', msgWithin('statTotal')],
    ['stats-list', /\w+ \d+/],
  ])('shows statistics in the form %s', async (quirk, wanted) => {
    scene.service.setQuirks([quirk, 'empty-map-as-list', 'zero-expiry']);
    await page.page.reload();
    const actual = await until('its statistics to come', async () => {
      const read = await statistics();
      return msg('statCountries') in read ? read : undefined;
    });
    expect(actual[msg('statCountries')]).toMatch(wanted);
    expect(await page.evaluate<string>('document.querySelector(".details").innerText')).toMatch(
      new RegExp(`${msgWithin('expires').source}\\s+${msgWithin('neverExpires').source}`, 'u'),
    );
    await picture(page, `links-${quirk}`, 1280);
    scene.service.setQuirks([]);
  });

  it('shows why the service has no statistics, and still shows what is known', async () => {
    const link = busiest();
    scene.service.answerNext(`GET /api/url/${link.id}`, {
      status: 400,
      body: '{"error":1,"message":"Not today"}',
    });
    await page.page.reload();
    await waitForText(page, 'alert', /Not today/);
    expect(await page.text('region', /./)).toContain(shown(shortOf(link)));
    await picture(page, 'links-refused', 1280);
    await page.click('button', msg('tryAgain'));
    await waitUntil('its statistics to come', async () => msg('statCountries') in (await statistics()));
  });

  it('copies a link, shows its QR code, and files it under a campaign and a channel', async () => {
    const link = busiest();
    await page.click('button', msg('copy'));
    await counted(msg('copied'));
    expect(await readClipboard(scene.running)).toBe(shortOf(link));
    await page.click('button', msg('qrCode'));
    await page.waitFor('image', msg('qrCodeOf', shown(shortOf(link))));
    await page.click('button', msg('moreActions'));
    await page.click('button', msg('addTo'));
    await choose(page, msg('campaign'), 'Hiring');
    await choose(page, msg('channel'), 'Press');
    await page.click('button', msg('add'));
    await waitForText(page, 'status', msg('addedTo', 'Hiring'));
    await waitForText(page, 'status', msg('addedTo', 'Press'));
    const { campaigns, channels } = scene.service.store;
    const now = scene.service.store.links().find(({ id }) => id === link.id);
    expect(now?.campaign).toBe(campaigns().find(({ name }) => name === 'Hiring')?.id);
    expect(now?.channels).toContain(channels().find(({ name }) => name === 'Press')?.id);
    await page.click('button', msg('close'));
  });

  it('“New link” opens what was typed in its form before the tab was closed, until it is submitted', async () => {
    const openForm = async () => {
      await page.page.bringToFront();
      await page.click('button', msg('newLink'));
      const form = await drivePage(
        await until('the form to open', async () =>
          (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
        ),
      );
      await form.waitFor('textbox', msg('destinationUrl'));
      return form;
    };
    const typed = (form: PageDriver) => form.value('textbox', msg('destinationUrl'));
    const drafts = () =>
      page.evaluate<string>('chrome.storage.local.get(null).then((all) => JSON.stringify(all))');

    await page.page.goto(scene.running.url('manage.html#links'));
    const first = await openForm();
    expect(await typed(first)).toBe('');
    await first.fill('textbox', msg('destinationUrl'), 'https://example.com/typed-before');
    await waitUntil('the draft to be stored', async () => (await drafts()).includes('typed-before'));
    await first.page.close();

    const second = await openForm();
    expect(await typed(second)).toBe('https://example.com/typed-before');
    scene.service.setLatency(3_000);
    await second.click('button', msg('shorten'));
    await waitUntil('the draft to be submitted', async () => (await drafts()).includes('"submitted":true'));
    await second.page.close();
    scene.service.setLatency(0);

    const third = await openForm();
    expect(await typed(third)).toBe('');
    await third.page.close();
    await until('the link to be made', () =>
      scene.made().find(({ longurl }) => longurl === 'https://example.com/typed-before'),
    );
  });

  it('POST /api/url/add: a copy of an existing link, without its alias', async () => {
    const model = scene.service.store.links().find(({ description }) => description !== '');
    if (model === undefined) throw new Error('No link has a note.');
    await page.page.goto(scene.running.url(`manage.html#links/${model.id}`));
    await page.click('button', msg('duplicateLink'));
    const form = await drivePage(
      await until('the form to open', async () =>
        (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
      ),
    );
    await form.waitFor('textbox', msg('note'));
    expect([
      await form.value('textbox', msg('destinationUrl')),
      await form.value('textbox', msg('note')),
    ]).toEqual([model.longurl, model.description]);
    expect(await form.value('textbox', msg('alias'))).toBe('');
    await form.click('button', msg('shorten'));
    const made = await until('the link to be made', () =>
      scene.made().find(({ longurl }) => longurl === model.longurl),
    );
    expect(made).toMatchObject({ description: model.description });
    expect(made.alias).not.toBe(model.alias);
    await form.close();
  });

  it('learns the service’s names for the countries of a link’s targets, and suggests them in forms', async () => {
    const link = busiest();
    const { details: actual, data } = facts.parse(await details(link.id));
    scene.service.answerNext(`GET /api/url/${link.id}`, {
      status: 200,
      body: JSON.stringify({
        error: 0,
        id: link.id,
        details: {
          ...actual,
          shorturl: shortOf(link),
          location: { 'Old Bohemia': 'https://example.com/cz' },
          device: { fridge: 'https://example.com/cold' },
        },
        data,
      }),
    });
    await page.page.goto(scene.running.url(`manage.html#links/${link.id}`));
    await page.page.reload();
    await waitUntil('its targets to come', async () =>
      (await page.evaluate<string>('document.body.innerText')).includes('Old Bohemia'),
    );
    const popup = await scene.popupOn('/offers');
    await popup.click('button', msg('moreOptions'));
    await unfold(popup, msg('targets'));
    await popup.click('button', msg('addCountry'));
    await popup.click('button', msg('addDevice'));
    const offered = (list: string) =>
      popup.evaluate<string[]>(
        `[...document.querySelectorAll('#${list}-offers option')].map(({ value }) => value)`,
      );
    expect(await offered('countries')).toContain('Old Bohemia');
    expect(await offered('devices')).toContain('fridge');
    await popup.close();
  });

  it('looks up a short address that is not in the mirror yet', async () => {
    await addLinkElsewhere(scene.service, { url: 'https://example.com/elsewhere', custom: 'made-elsewhere' });
    await page.page.goto(scene.running.url('manage.html#links'));
    await find(`${scene.service.address}/made-elsewhere`);
    await page.click('button', msg('lookUpUrl'));
    await waitUntil('it to be found', async () => (await page.all('link', /made-elsewhere/)).length === 1);
    expect(isAsked('short=')).toBe(true);
    await page.click('button', msgPattern('copyLink', /.*made-elsewhere/));
    await waitUntil('it to be copied', async () =>
      (await readClipboard(scene.running)).endsWith('/made-elsewhere'),
    );
    await page.click('link', /made-elsewhere/);
    await page.waitFor('button', msg('close'));
    await waitUntil('its statistics to come', async () => (await statistics())[msg('statClicks')] === '0');
    await page.click('button', msg('close'));
    await find(`${scene.service.address}/not-there`);
    await page.click('button', msg('lookUpUrl'));
    await waitForText(page, 'status', msg('serviceFoundNothing'));
  });

  it('GET /api/urls: searches the service while the mirror is incomplete', async () => {
    await fillMirror(scene.options, [], { stretches: [laterRange], total: 12_000 });
    await waitUntil('it to tell', async () =>
      msgWithin('linksSyncedOf_other', '12,000').test(await page.evaluate<string>('document.body.innerText')),
    );
    await find('elsewhere');
    await page.click('button', msg('searchService'));
    await waitUntil('it to be found', async () => (await page.all('link', /made-elsewhere/)).length === 1);
    expect(isAsked('q=elsewhere')).toBe(true);
    await picture(page, 'links-on-service', 1280);
    await page.click('button', msg('showAllLinks'));
    await page.click('button', msg('syncNow'));
    await counted(msgPattern('linksCount_other', /20\d/));
  });

  it('exports the links as CSV and JSON', async () => {
    const folder = await temporaryFolder('links');
    try {
      await page.session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
      await find('harbour night');
      await counted(msgWithin('linksFound_other', /20\d/, /\b7/));
      await page.click('button', msg('exportLinks'));
      await page.click('button', msg('downloadCsv'));
      await waitForText(page, 'status', msgWithin('exported_other', /7/));
      await page.click('radio', msgPattern('exportAll_other'));
      await page.click('button', msg('downloadJson'));
      await waitForText(page, 'status', msgWithin('exported_other', /20\d/));
      const files = await until('the files to be there', async () => {
        const names = await readdir(folder);
        return names.length === 2 && names.every((name) => /\.(csv|json)$/.test(name)) ? names : undefined;
      });
      const read = async (ending: string) =>
        readFile(path.join(folder, files.find((name) => name.endsWith(ending)) ?? ''), 'utf8');
      const lines = Papa.parse<Record<string, string>>((await read('.csv')).slice(1), {
        header: true,
        skipEmptyLines: true,
      }).data;
      expect(
        new Set(
          lines.map((line) => /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(line['clicks_as_of_utc'] ?? '')),
        ),
      ).toEqual(new Set([true]));
      expect(lines.map(({ title }) => title)).toEqual((await rows()).map(({ name }) => name));
      const { count, links } = z
        .object({ count: z.number(), links: z.array(z.object({ id: z.string(), longUrl: z.string() })) })
        .parse(JSON.parse(await read('.json')));
      expect(links).toHaveLength(count);
      for (const { id, longUrl } of links.slice(0, 20))
        expect(longUrl).toBe(scene.service.store.links().find((link) => String(link.id) === id)?.longurl);
    } finally {
      await removeFolder(folder);
    }
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

describe('two accounts in turn', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    page = await openExtensionPage(scene.running, 'manage.html#links');
    await page.look({ width: 1280, height: 900 });
    await counted(msgCount('linksCount', 200));
  });
  afterAll(() => scene.close());

  it('show nothing of each other, in the list, in drafts, and in an open link', async () => {
    await using other = await startService({ limit: 1_000 });
    await addLinkElsewhere(other, { url: 'https://other.example/only-here', custom: 'only-here' });
    /** Records everything that the list shows from here on. */
    const watch = () =>
      page.evaluate(() => {
        const seen = new Set<string>();
        Object.assign(globalThis, { seen });
        const look = () => {
          for (const { textContent } of document.querySelectorAll('.short')) seen.add(textContent ?? '');
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
    const seen = () => page.evaluate<string[]>('[...globalThis.seen]');
    const { options, service } = scene;

    await page.page.goto(scene.running.url(`manage.html#links/${busiest().id}`));
    await page.waitFor('button', msg('close'));
    await find('harbour');
    await counted(msgWithin('linksFound_other', '200'));
    await options.page.bringToFront();
    await options.click('button', msg('disconnect'));
    await options.click('button', msg('disconnect'));
    await options.waitFor('button', msg('connect'));
    await page.page.bringToFront();
    await page.waitFor('button', msg('openSettings'));
    expect([await rows(), await page.evaluate('location.hash')]).toEqual([[], '#links']);
    await watch();
    await options.page.bringToFront();
    await submitConnection(options, other.address, other.key);
    await waitForText(options, 'status', msgPattern('connectedTo'));
    await page.page.bringToFront();
    await counted(msgCount('linksCount', 1));
    expect([...new Set(await seen())].filter((short) => short !== '')).toEqual([
      shown(`${other.address}/only-here`),
    ]);
    expect(await page.value('searchbox', msg('searchLinks'))).toBe('');

    await options.page.bringToFront();
    await options.click('button', msg('disconnect'));
    await options.click('button', msg('disconnect'));
    await options.waitFor('button', msg('connect'));
    await page.page.bringToFront();
    await page.waitFor('button', msg('openSettings'));
    await page.evaluate('globalThis.seen.clear()');
    await options.page.bringToFront();
    await submitConnection(options, service.address, service.key);
    await waitForText(options, 'status', msgPattern('connectedTo'));
    await page.page.bringToFront();
    await counted(msgCount('linksCount', 200));
    expect((await seen()).filter((short) => short.includes('only-here'))).toEqual([]);
    const databases = await page.evaluate<string[]>(
      'indexedDB.databases().then((all) => all.map(({ name }) => name))',
    );
    expect(databases.filter((name) => name.startsWith('mirror '))).toHaveLength(1);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });
});

/** The cursor of a list that has not been read to its end. */
const laterRange = {
  page: 7,
  offset: 0,
  met: false,
  floor: 0,
  leaps: false,
  seek: null,
  until: null,
  total: 12_000,
  above: 0,
  print: '',
  read: 6,
  stale: 0,
  back: 0,
  promised: true,
};
