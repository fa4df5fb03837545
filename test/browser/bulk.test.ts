// The section "Bulk create": many links from a list, a table, a file or the open tabs, each created once, even if browser parts are killed meanwhile.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSoak, rounds } from '../support/fuzz.ts';
import type { Page } from 'puppeteer-core';
import {
  axeViolations,
  dispatchMenu,
  drivePage,
  evaluateInWorker,
  killWorker,
  openExtensionPage,
  openPopup,
  pause,
  pressEnabled,
  readClipboard,
  removeFolder,
  stopsWorker,
  temporaryFolder,
  type PageDriver,
  until,
  wakeWorker,
  writeClipboard,
} from './harness/index.ts';
import {
  choose,
  explainFailures,
  waitUntil,
  waitForText,
  startConnected,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { fillMirror } from './setup/fill-mirror.ts';
import { mirrorStateText } from './setup/mirror.ts';
import { linkKey } from '../../lib/mirror/link-row.ts';
import { normalizeUrl } from '../../lib/url/normalize-url.ts';
import { picture } from './setup/popup-page.ts';
import { inOrder, msg, msgCount, msgCounts, msgPattern, msgWithin } from '../support/texts.ts';

let scene: Scene;
let page: PageDriver;

const addressOf = (name: string, n: number): string => `https://example.com/${name}/${n}`;
const list = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addressOf(name, n));
const madeFor = (name: string) => scene.made().filter(({ longurl }) => longurl.includes(`/${name}/`));
const asksFor = (name: string) =>
  scene.service.store.requests('/api/url/add').filter(({ body }) => body.includes(`/${name}/`));
const refusal = { status: 400, body: '{"error":1,"message":"Not on this plan"}' };

/** By the real clipboard, as users do. */
async function paste(text: string): Promise<void> {
  await writeClipboard(scene.running, text);
  await page.page.bringToFront();
  // A text that was pasted before is summed up in a line.
  if (await page.evaluate(() => document.querySelector('#bulk-text') === null))
    await page.click('button', msg('bulkEditSource'));
  await page.evaluate(() => document.querySelector<HTMLElement>('#bulk-text')?.focus());
  await page.press('Control+a');
  await page.press('Control+v');
}

/** The numbers as shown. */
const numbers = (): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      Array.from(document.querySelectorAll('.filter-tiles > button'), (one) => [
        one.querySelector('.filter-label')?.textContent ?? '',
        Number((one.querySelector('.filter-count')?.textContent ?? '').replaceAll(',', '')),
      ]),
    ),
  );

/** The rows of the table, as shown. */
const rows = (): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('.rows-table tbody tr'), (row) =>
      row.innerText.replaceAll(/[^\S\u00A0]+/g, ' ').trim(),
    ),
  );

const stands = (words: RegExp, timeout = 30_000) =>
  until(
    `the bulk to be ${String(words)}`,
    async () => (await liveTexts(page, 'status')).find((text) => words.test(text)),
    { timeout },
    async () => `${await page.outline()}\n${JSON.stringify(await numbers())}`,
  );

async function openSection(): Promise<void> {
  await page.page.goto(scene.running.url('manage.html#bulk'));
  await page.waitFor('heading', msg('bulk'));
  await page.waitFor('textbox', msg('bulkText'));
}

/** Starts the bulk of the pasted text, once it is checked; returns the address of its page. */
async function begin(count: number): Promise<string> {
  await pressEnabled(page, new RegExp(`^${msgCount('createLinks', count)}\\b`, 'u'));
  await page.waitFor('progressbar', msg('bulkProgress'));
  return page.evaluate<string>('location.hash');
}

async function sound(name: string): Promise<void> {
  await picture(page, `bulk-${name}`, 1280);
  expect.soft(await axeViolations(page)).toEqual([]);
  await page.look({ width: 360, height: 800 });
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect.soft([name, wide]).toEqual([name, false]);
  await picture(page, `bulk-${name}-narrow`, 360);
  await page.look({ width: 1280, height: 800 });
}

describe('a bulk', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    page = await openExtensionPage(scene.running, 'manage.html#bulk');
    await page.waitFor('heading', msg('bulk'));
  });
  afterAll(() => scene.close());

  it('checks a pasted list, creates each link once, and shows the service’s own numbers', async () => {
    await sound('empty');
    await paste([...list('list', 40), addressOf('list', 3), 'nonsense here'].join('\n'));
    await waitForText(
      page,
      'status',
      [msgCount('bulkReadyCount', 40), msgCount('bulkErrorCount', 1), msgCount('bulkDuplicateCount', 1)].join(
        ' · ',
      ),
    );
    await sound('checked');
    expect(asksFor('list')).toEqual([]);
    await begin(40);
    await stands(msgPattern('bulkCompleted'));
    await sound('through');
    expect(await numbers()).toMatchObject({
      [msg('bulkFilterCreated')]: 40,
      [msg('bulkFilterFailed')]: 0,
      [msg('bulkFilterPending')]: 0,
      [msg('bulkFilterSkipped')]: 2,
    });
    expect(
      madeFor('list')
        .map(({ longurl }) => longurl)
        .toSorted(),
    ).toEqual(list('list', 40).toSorted());
    expect(asksFor('list')).toHaveLength(40);
    const shown = await rows();
    for (const { longurl, alias } of madeFor('list')) {
      const n = Number(longurl.split('/').at(-1));
      expect(shown[n]).toContain(`/${alias} `);
      expect(shown[n]).toMatch(new RegExp(`${msgWithin('created').source}$`, 'u'));
    }
    expect(shown[40]).toContain(msg('bulkDuplicateOfRow', '4'));
  });

  it('creates a campaign that its picker names with the links, and does not start without the typed one', async () => {
    await openSection();
    await paste(list('gather', 3).join('\n'));
    await waitForText(page, 'status', msgCount('bulkReadyCount', 3));
    await page.fill('combobox', msg('campaign'), 'Harvest');
    await page.press('Tab');
    const note = msg('bulkUnmatchedCampaign', 'Harvest');
    await until('the reason', async () => ((await page.outline()).includes(note) ? true : undefined));
    await page.press('Shift+Tab');
    await page.press('ArrowDown');
    await page.click('option', msg('createNamed', 'Harvest'));
    const promise = msg('bulkNameToCreate', 'Harvest');
    await until('the choice', async () => ((await page.outline()).includes(promise) ? true : undefined));
    expect(scene.service.store.campaigns().some(({ name }) => name === 'Harvest')).toBe(false);
    await begin(3);
    await stands(msgPattern('bulkCompleted'));
    const campaign = scene.service.store.campaigns().find(({ name }) => name === 'Harvest');
    expect(campaign).toBeDefined();
    const sent = asksFor('gather').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(sent.map((body) => body['campaign'])).toEqual([campaign?.id, campaign?.id, campaign?.id]);
  });

  it('sends the fields of a table’s columns, and recognizes existing links', async () => {
    const longUrl = 'https://example.com/there';
    const shortUrl = 'https://sho.rt/there';
    const record = {
      id: '999999',
      alias: 'there',
      shortUrl,
      longUrl,
      clicks: 0,
      title: '',
      description: '',
      date: null,
    };
    await fillMirror(scene.options, [
      {
        ...record,
        key: linkKey('999999'),
        address: normalizeUrl(longUrl),
        campaign: null,
        channels: [],
        confirmed: true,
        sweep: 1,
      },
    ] as Parameters<typeof fillMirror>[1]);
    await openSection();
    await paste(
      [
        'Long URL;Custom alias;Campaign;Remarks;utm_source;Something',
        'https://example.com/table/1;from-a-table;Table of ours;=1+1;flyer;x',
        'https://example.com/table/2;;Table of ours;;;x',
        'https://example.com/there;;;;;x',
      ].join('\n'),
    );
    await waitForText(page, 'status', msgCount('bulkErrorCount', 2));
    await page.click('button', msgCount('bulkAddMissing', 1));
    await waitForText(
      page,
      'status',
      [msgCount('bulkReadyCount', 2), msgCount('bulkExistCount', 1)].join(' · '),
    );
    await sound('columns');
    await begin(2);
    await stands(msgPattern('bulkCompleted'));
    const [first] = madeFor('table').filter(({ alias }) => alias === 'from-a-table');
    expect(first).toMatchObject({
      longurl: expect.stringContaining('/table/1') as unknown,
      description: '=1+1',
    });
    const sent = asksFor('table').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const campaign = scene.service.store.campaigns().find(({ name }) => name === 'Table of ours');
    expect(sent.map((body) => body['campaign'])).toEqual([campaign?.id, campaign?.id]);
    // Both may be in flight together.
    expect(sent.find(({ url }) => String(url).endsWith('/table/1'))).toMatchObject({
      parameters: [{ name: 'utm_source', value: 'flyer' }],
    });
    await waitUntil('where it was', async () => ((await rows())[2] ?? '').includes('sho.rt/there'));
  });

  it('offers to remove click IDs from the URLs, and removes none without that', async () => {
    await openSection();
    await paste(['https://example.com/cleaned/1?fbclid=x&q=1', 'https://example.com/cleaned/2'].join('\n'));
    await page.waitFor('StaticText', msgCount('bulkCleanable', 1));
    await sound('cleanable');
    expect((await rows()).join()).toContain('fbclid');
    await page.click('button', msg('cleanUp'));
    await waitUntil('the click ID to be gone', async () => !(await rows()).join().includes('fbclid'));
    // The pressed button is gone with its banner.
    await waitUntil('the focus to be on the first filter', async () =>
      ((await page.focused())?.name ?? '').startsWith(msg('bulkFilterAll')),
    );
    await begin(2);
    await stands(msgPattern('bulkCompleted'));
    expect(madeFor('cleaned').map(({ longurl }) => longurl)).toEqual(
      expect.arrayContaining(['https://example.com/cleaned/1?q=1', 'https://example.com/cleaned/2']),
    );
  });

  it('shows the first error above the bar at the bottom, and focuses it, when nothing can be created', async () => {
    await openSection();
    await paste(['nothing one', ...Array.from({ length: 8 }, (_, n) => `nothing ${n + 2}`)].join('\n'));
    await page.waitFor('button', msgCount('createLinks', 0));
    await page.look({ width: 1280, height: 420 });
    const place = () =>
      page.evaluate(() => {
        const box = (element: Element | null) => element?.getBoundingClientRect();
        const [row, bar] = [
          box(document.activeElement?.closest('tr') ?? null),
          box(document.querySelector('.start-bar')),
        ];
        return {
          isFirst: document.activeElement === document.querySelector('tr[data-decision="problem"]'),
          isInSight: row !== undefined && bar !== undefined && row.top >= 0 && row.bottom <= bar.top,
        };
      });
    await waitUntil('the first error to have the focus', async () => {
      if ((await place()).isFirst) return true;
      // It is marked as disabled, but can be pressed; a press right after it came is ignored. The focus moves a moment later.
      await page.page.click('.start-bar .main');
      return false;
    });
    expect(await place()).toEqual({ isFirst: true, isInSight: true });
    await page.look({});
    await page.click('button', msg('bulkStartOver'));
  });

  it('reads a file, and writes a file in which no cell is a formula', async () => {
    const folder = await temporaryFolder('bulk');
    try {
      const file = path.join(folder, 'links.csv');
      await writeFile(
        file,
        'url,title,note\r\n"https://example.com/file/1","=HYPERLINK(""https://evil.example"")","+1"\r\n' +
          'https://example.com/file/2,@SUM(A1),"-1\n=2"\r\n',
      );
      await openSection();
      const chooser = await page.page.$('input[type=file]');
      await (chooser as unknown as { uploadFile(...files: string[]): Promise<void> }).uploadFile(file);
      await waitForText(page, 'status', msgCount('bulkReadyCount', 2));
      await begin(2);
      await stands(msgPattern('bulkCompleted'));
      await page.waitFor('heading', 'links.csv');

      await page.session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
      await page.click('button', msg('downloadCsv'));
      await waitForText(page, 'status', msg('bulkSaved'));
      const name = await until('the file to be there', async () =>
        (await readdir(folder)).find((one) => one.endsWith('-short.csv')),
      );
      const text = await readFile(path.join(folder, name), 'utf8');
      const { data } = Papa.parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true });
      expect(data).toHaveLength(3);
      expect(data.flat().filter((cell) => /^[=+\-@\t\r]/u.test(cell))).toEqual([]);
      expect(data[1]).toEqual(expect.arrayContaining([`'=HYPERLINK("https://evil.example")`, "'+1"]));
      for (const { longurl, alias } of madeFor('file'))
        expect(data.some((cells) => cells.includes(longurl) && cells[2]?.endsWith(`/${alias}`))).toBe(true);

      await page.click('button', msg('bulkCopyMarkdown'));
      await waitForText(page, 'status', msg('copied'));
      const markdown = await readClipboard(scene.running);
      expect(markdown).toContain(`| ${msg('fieldTitle')} | ${msg('shortLink')} | ${msg('destinationUrl')} |`);
      expect(markdown).toContain('<https://example.com/file/2>');
      // A reloaded page shows no status yet: only one in front may copy.
      await page.page.bringToFront();
      await page.page.reload();
      await page.click('button', msg('bulkCopyLinks'));
      await waitForText(page, 'status', msg('copied'));
      // In the file's order, regardless of which of the two was made first.
      const aliases = madeFor('file')
        .sort((a, b) => a.longurl.localeCompare(b.longurl))
        .map(({ alias }) => alias);
      const lines = (await readClipboard(scene.running)).trim().split('\n');
      expect(lines.map((line) => line.replace(/^.*\//u, ''))).toEqual(aliases);
    } finally {
      await removeFolder(folder);
    }
  });

  it('pauses, resumes, and cancels the rest after a confirmation', async () => {
    scene.service.setLatency(60);
    await openSection();
    await paste(list('pause', 120).join('\n'));
    await begin(120);
    await waitUntil('some to be made', async () => madeFor('pause').length > 5);
    await page.click('button', msg('bulkPause'));
    await stands(msgPattern('bulkPaused'));
    const paused = await numbers();
    expect(paused[msg('bulkFilterCreated')]).toBe(madeFor('pause').length);
    expect(paused[msg('bulkFilterPending')]).toBe(120 - madeFor('pause').length);
    await sound('paused');
    await page.click('button', msg('cancel'));
    await sound('asks');
    await page.click('button', msg('bulkDontCancel'));
    const asked = asksFor('pause').length;
    await killWorker(scene.running);
    await wakeWorker(scene.running);
    await page.page.reload();
    await stands(msgPattern('bulkPaused'));
    expect(asksFor('pause')).toHaveLength(asked);
    await page.evaluate(() => (location.hash = 'links'));
    const popup = await scene.popupOn('/elsewhere');
    await popup.click('button', msgCount('linksPaused', paused[msg('bulkFilterPending')] ?? 0));
    await waitUntil('the popup to close', () => !popup.isOpen());
    await page.page.bringToFront();
    // It is the only paused batch, so its page is opened.
    await stands(msgPattern('bulkPaused'));

    await page.click('button', msg('bulkResume'));
    await waitUntil('more to be made', () => madeFor('pause').length > asked);
    await page.click('button', msg('cancel'));
    await page.click('button', msg('bulkCancelBatch'));
    await stands(msgPattern('bulkCanceled'));
    scene.service.setLatency(0);
    const { [msg('bulkFilterCreated')]: made = 0, [msg('bulkFilterCanceled')]: cancelled = 0 } =
      await numbers();
    expect(made + cancelled).toBe(120);
    expect(made).toBe(madeFor('pause').length);
    expect(cancelled).toBeGreaterThan(0);
    expect(new Set(madeFor('pause').map(({ longurl }) => longurl)).size).toBe(made);
  });

  it('shows refused rows with their reason, and creates them once they are retried', async () => {
    for (const n of [2, 5])
      scene.service.answerNext(
        ({ method, body }) => method === 'POST' && body.includes(`"${addressOf('refuse', n)}"`),
        refusal,
      );
    await openSection();
    await paste(list('refuse', 8).join('\n'));
    await begin(8);
    await stands(msgPattern('bulkCompleted'));
    expect(await numbers()).toMatchObject({ [msg('bulkFilterCreated')]: 6, [msg('bulkFilterFailed')]: 2 });
    await waitUntil('why it was not made', async () =>
      inOrder(msg('failed'), 'Not on this plan').test((await rows())[5] ?? ''),
    );
    await sound('refused');
    await page.click('button', msgCount('bulkRetry', 2));
    await waitUntil('all of them to be made', async () => (await numbers())[msg('bulkFilterCreated')] === 8);
    expect(madeFor('refuse')).toHaveLength(8);
    expect(asksFor('refuse')).toHaveLength(10);
    await page.click('link', msg('bulkAllBatches'));
    await page.waitFor('link', msgWithin('bulkNameMore', /.*refuse\/0/, '7'));
    await sound('earlier');
    // Beside the name.
    await page.page.locator('.bulks li').click();
    await page.click('link', msg('bulkAllBatches'));
    await page.click('button', msgPattern('bulkRemoveNamed', /.*refuse.*/));
    await page.click('button', msg('bulkRemove'));
    await waitForText(page, 'status', msg('bulkRemoved'));
    await page.waitGone('link', msgWithin('bulkNameMore', /.*refuse\/0/, '7'));
  });

  it('lets failed rows be corrected in the form, or dismissed: nothing has failed then', async () => {
    const addresses = list('correct', 5);
    for (const address of addresses.slice(1))
      scene.service.answerNext(({ method, body }) => method === 'POST' && body.includes(`"${address}"`), {
        status: 400,
        body: '{"error":1,"message":"Alias is taken"}',
      });
    await openSection();
    await paste(['url,alias', ...addresses.map((address, n) => `${address},alias-${n}`)].join('\n'));
    const hash = await begin(5);
    await stands(msgPattern('bulkCompleted'));
    expect((await rows())[1]).toContain(msg('setTo', msg('alias'), 'alias-1'));
    await sound('failed-rows');
    const named = (key: 'editFailedNamed' | 'dismissNamed' | 'tryAgainNamed', n: number) =>
      msg(key, `example.com/correct/${n}`);
    const failed = (count: number) =>
      waitUntil('so many failed rows', async () => (await numbers())[msg('bulkFilterFailed')] === count);
    await page.click('button', named('editFailedNamed', 1));
    const form = await drivePage(
      await until('the form to open', async () =>
        (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
      ),
    );
    await form.waitFor('textbox', msg('note'));
    expect(await form.value('textbox', msg('alias'))).toBe('alias-1');
    await waitForText(form, 'alert', msgWithin('aliasRefused'));
    await form.fill('textbox', msg('alias'), 'free');
    await form.click('button', msg('shorten'));
    await waitUntil('the link', async () => madeFor('correct').length === 2);
    await form.close();
    await failed(3);
    await waitUntil('the short link of the corrected row', async () =>
      Boolean((await rows())[1]?.includes('/free')),
    );
    await page.click('button', named('dismissNamed', 2));
    await failed(2);
    await page.page.goto(scene.running.url('manage.html#activity'));
    await picture(page, 'activity-failed-row', 1280);
    await page.click('button', named('dismissNamed', 3));
    await page.waitFor('heading', msg('activityDismissed'));
    // By its batch, which then shows its link.
    await page.click('button', named('tryAgainNamed', 4));
    await page.page.goto(scene.running.url(`manage.html${hash}`));
    await failed(0);
    await waitUntil('the link of the row that was retried', async () => {
      const counts = await numbers();
      return counts[msg('bulkFilterCreated')] === 3 && counts[msg('bulkFilterSkipped')] === 2;
    });
    expect(madeFor('correct').map(({ longurl }) => longurl)).toContain(addresses[4]);
    expect(await page.evaluate(() => document.querySelector('.pill.bad'))).toBeNull();
    await sound('dismissed-rows');
    await openSection();
    await paste(`url,alias\nhttps://example.com/elsewhere,alias-0`);
    await waitUntil('whose alias it is', async () =>
      msgWithin('aliasKnown', 'example.com/correct/0').test((await rows())[0] ?? ''),
    );
    await sound('taken-alias');
    await page.click('button', msg('bulkStartOver'));
    await page.waitFor('textbox', msg('bulkText'));
  });

  it('shows a row that was skipped in the review as created, when it was corrected after the page was closed', async () => {
    await openSection();
    await paste(`url,title\n${addressOf('amend', 0)},First\nexample,Gift box`);
    const hash = await begin(1);
    await stands(msgPattern('bulkCompleted'));
    const counted = async () => {
      const counts = await numbers();
      return [
        counts[msg('bulkFilterCreated')],
        counts[msg('bulkFilterFailed')],
        counts[msg('bulkFilterSkipped')],
      ];
    };
    expect(await counted()).toEqual([1, 0, 1]);
    scene.service.answerNext(({ method, body }) => method === 'POST' && body.includes('/amend/1'), refusal);
    await page.click('button', msg('editFailedNamed', 'example'));
    const form = await drivePage(
      await until('the form to open', async () =>
        (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
      ),
    );
    await form.waitFor('textbox', msg('note'));
    await page.page.goto('about:blank');
    await form.fill('textbox', msg('destinationUrl'), addressOf('amend', 1));
    await form.click('button', msg('shorten'));
    await form.waitFor('alert');
    await form.click('button', msg('shorten'));
    await waitUntil('the link', async () => madeFor('amend').length === 2);
    await form.close();
    // Its tab has gone to another page, so that the browser shows any other one.
    await page.page.bringToFront();
    await page.page.goto(scene.running.url(`manage.html${hash}`));
    await waitUntil('the corrected row', async () => Boolean((await rows())[1]?.includes(msg('created'))));
    expect((await rows())[1]).toMatch(/Gift box example\.com\/amend\/1/u);
    expect(await counted()).toEqual([2, 0, undefined]);
    expect(asksFor('amend')).toHaveLength(3);
  });

  it('pauses when the service refuses one link after the other, and creates all of them after “Resume”', async () => {
    const plan = { status: 200, body: '{"error":1,"message":"Plan limit reached"}' };
    const refused = scene.service.answerNext(
      ({ method, body }) => method === 'POST' && body.includes('/plan/'),
      plan,
      Number.POSITIVE_INFINITY,
    );
    await openSection();
    const lines = list('plan', 60).map((address) => `${address},hush-hush`);
    await paste(['url,password', ...lines].join('\n'));
    await begin(60);
    await stands(msgPattern('bulkPaused'));
    expect(await numbers()).toMatchObject({
      [msg('bulkFilterCreated')]: 0,
      [msg('bulkFilterFailed')]: 0,
      [msg('bulkFilterPending')]: 60,
    });
    // Eight at most were in flight when the fifth was refused.
    expect(asksFor('plan').length).toBeLessThanOrEqual(13);
    await waitUntil('the reason', async () =>
      inOrder(
        msgCounts('bulkPausedRejected', /\d+/),
        msg('bulkServiceMessage', 'Plan limit reached'),
        msg('bulkPausedNextStep', msg('bulkResume')),
      ).test(await page.evaluate(() => document.querySelector('.decision')?.textContent ?? '')),
    );
    await sound('tripped');
    const before = asksFor('plan').length;
    await page.click('button', msg('bulkResume'));
    await waitUntil('one link to be tried', () => asksFor('plan').length === before + 1);
    await stands(msgPattern('bulkPaused'));
    refused.cancel();
    await page.click('button', msg('bulkResume'));
    await stands(msgPattern('bulkCompleted'));
    expect(await numbers()).toMatchObject({
      [msg('bulkFilterCreated')]: 60,
      [msg('bulkFilterFailed')]: 0,
      [msg('bulkFilterPending')]: 0,
    });
    expect(new Set(madeFor('plan').map(({ longurl }) => longurl)).size).toBe(60);
    expect(madeFor('plan')).toHaveLength(60);
    // None of them is public.
    expect(asksFor('plan').every(({ body }) => body.includes('hush-hush'))).toBe(true);
  });

  // With a worker that restarts for every message, each start has the bulk looked at, and the document never rests.
  it.skipIf(stopsWorker)(
    'lets the hidden document go while the service refuses the key, and continues once it does not',
    async () => {
      const isOpen = () =>
        page.evaluate<boolean>(
          `chrome.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] }).then(({ length }) => length > 0)`,
        );
      await openSection();
      await paste(list('key', 20).join('\n'));
      const { key } = scene.service;
      scene.service.setKey('another-key-0123456789');
      await begin(20);
      await waitUntil('the key to be refused', async () =>
        (await liveTexts(page, 'alert')).some((text) => text.includes('key')),
      );
      await until('the document to be closed', async () => ((await isOpen()) ? undefined : true), {
        timeout: 60_000,
      });
      expect(madeFor('key')).toEqual([]);
      scene.service.setKey(key);
      await page.click('button', msg('tryAgainNow'));
      await stands(msgPattern('bulkCompleted'));
      expect(madeFor('key')).toHaveLength(20);
      // Besides: those that were in flight when the key was refused, and one try.
      expect(asksFor('key').length).toBeLessThanOrEqual(20 + 8 + 1);
    },
    150_000,
  );

  it('offers the tabs that are selected, in the popup, and takes along what is chosen there', async () => {
    const { running, service } = scene;
    const tabs: Page[] = [];
    for (const n of [1, 2]) tabs.push(await running.openTab(`${service.address}/selected/${n}`));
    const [first] = tabs;
    if (first === undefined) throw new Error('no tab');
    const popup = await openPopup(running, first, {
      beforePress: () =>
        evaluateInWorker(
          running,
          `chrome.tabs.query({ currentWindow: true }).then((all) => chrome.tabs.highlight({
            tabs: [all.find(({ active }) => active).index, all.at(-1).index],
          }))`,
        ),
    });
    await choose(popup, msg('campaign'), 'Hiring');
    await popup.click('button', new RegExp(`^${msg('shortenSelectedTabs')}`, 'u'));
    const opened = await until('the section to open', async () =>
      (await running.browser.pages()).find((one) => one.url().includes('#bulk/tabs')),
    );
    expect(opened.url()).toMatch(/tabs\.\d+\.-1\.\d+,\d+\.[\da-f-]{36}$/u);
    const choice = await drivePage(opened);
    await choice.evaluate('void (chrome.permissions.request = () => Promise.resolve(true))');
    await choice.click('button', msg('bulkTabsAllow'));
    await choice.click('button', msgPattern('bulkAddTabs_other', /\d+/));
    await choice.waitFor('button', msgWithin('createLinksIn_other', /\d+/, /.*Hiring.*/));
    await picture(choice, 'bulk-tabs-campaign', 1280);
    await choice.click('button', msg('bulkStartOver'));
    await choice.close();
  });

  it('shortens all tabs of a window into one campaign, whose address is on the clipboard at the end', async () => {
    // On the one host whose pages the extension may see without the prompt that no test can press.
    for (const n of [1, 2, 3]) await scene.running.openTab(`${scene.service.address}/tabs/${n}`);
    const front = await evaluateInWorker<{ id: number; windowId: number; url?: string }>(
      scene.running,
      `chrome.tabs.query({ active: true }).then(([tab]) => tab)`,
    );
    await page.close();
    await dispatchMenu(scene.running, { menuItemId: 'shorten-tabs' }, front);
    const opened = await until('the section to open', async () =>
      (await scene.running.browser.pages()).find((one) => one.url().includes('#bulk/tabs')),
    );
    page = await drivePage(opened);
    await page.waitFor('button', msg('bulkTabsAllow'));
    await sound('tabs-asked');
    await page.evaluate('void (chrome.permissions.request = () => Promise.resolve(true))');
    await page.click('button', msg('bulkTabsAllow'));
    await page.waitFor('button', msgCounts('bulkAddTabs', /\d+/u));
    await sound('tabs');
    await page.click('checkbox', /\/tabs\/3/u);
    await page.click('button', msgPattern('bulkAddTabs_other', /\d+/));
    await waitForText(page, 'status', msgWithin('bulkTabsAdded_other', /\d+/));
    await page.click('button', msg('bulkEditSource'));
    expect(await page.value('textbox', msg('bulkText'))).toContain('/tabs/2\t');
    await page.click('button', msg('bulkEditSettings'));
    await page.click('checkbox', msg('bulkShareAsList'));
    await page.fill('textbox', msg('campaign'), 'My tabs');
    await sound('together');
    await pressEnabled(page, msgPattern('createLinksIn_other', /\d+/, /.*My tabs.*/));
    await stands(msgPattern('bulkCompleted'));
    const campaign = scene.service.store.campaigns().find(({ name }) => name === 'My tabs');
    await waitForText(page, 'status', msgPattern('copiedAs'));
    const copied = await readClipboard(scene.running);
    expect(copied).toContain(`/${String(campaign?.id)}`);
    const sent = asksFor('tabs').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map((body) => body['campaign']))).toEqual(new Set([campaign?.id]));
    await page.page.bringToFront();
    await sound('one-link');
  });

  it('stores a pasted text for a later page, unless it has passwords', async () => {
    await openSection();
    await paste('https://example.com/later/1\nhttps://example.com/later/2');
    await waitForText(page, 'status', msgCount('bulkReadyCount', 2));
    await waitUntil('the text to be stored', async () => (await mirrorStateText(page)).includes('/later/2'));
    await page.page.reload();
    await waitForText(page, 'status', msgCount('bulkReadyCount', 2));
    await page.click('button', msg('bulkEditSource'));
    await paste('url,password\nhttps://example.com/later/1,hush-hush');
    await waitForText(page, 'status', msgCount('bulkReadyCount', 1));
    await waitUntil(
      'the stored text to be removed',
      async () => !(await mirrorStateText(page)).includes('/later/'),
    );
    await page.page.reload();
    await page.waitFor('textbox', msg('bulkText'));
    await waitUntil('nothing to be there', async () => (await page.value('textbox', msg('bulkText'))) === '');
  });

  it('has what was typed or pasted right before its tab was closed', async () => {
    for (const name of ['typed', 'pasted']) {
      const closed = await openExtensionPage(scene.running, 'manage.html#bulk');
      const text = `https://example.com/${name}/1\nhttps://example.com/${name}/2`;
      await closed.page.bringToFront();
      await closed.waitFor('textbox', msg('bulkText'));
      await closed.evaluate(() => document.querySelector<HTMLElement>('#bulk-text')?.focus());
      if (name === 'pasted') await writeClipboard(scene.running, text);
      await closed.page.bringToFront();
      if (name === 'pasted') await closed.press('Control+v');
      else await closed.page.keyboard.sendCharacter(text);
      await closed.page.close();
      const next = await openExtensionPage(scene.running, 'manage.html#bulk');
      await waitForText(next, 'status', msgCount('bulkReadyCount', 2));
      expect(await mirrorStateText(next)).toContain(`/${name}/2`);
      await next.click('button', msg('bulkStartOver'));
      await waitUntil(
        'the text to be removed',
        async () => !(await mirrorStateText(next)).includes(`/${name}/`),
      );
      await next.page.close();
    }
    await page.page.bringToFront();
  });

  it('has a draft for each tab, and takes over that of a tab that was closed', async () => {
    const stored = async () => mirrorStateText(page);
    await openSection();
    await paste('https://example.com/one-tab/1\nhttps://example.com/one-tab/2');
    await waitUntil('the text to be stored', async () => (await stored()).includes('/one-tab/2'));
    const other = await openExtensionPage(scene.running, 'manage.html#bulk');
    await other.waitFor('textbox', msg('bulkText'));
    expect(await other.value('textbox', msg('bulkText'))).toBe('');
    await other.fill('textbox', msg('bulkText'), 'https://example.com/other-tab/1');
    await waitUntil('the second text to be stored', async () => (await stored()).includes('/other-tab/1'));
    await page.page.bringToFront();
    await page.page.reload();
    await waitForText(page, 'status', msgCount('bulkReadyCount', 2));
    await other.page.close();
    const next = await openExtensionPage(scene.running, 'manage.html#bulk');
    await waitForText(next, 'status', msgCount('bulkReadyCount', 1));
    await next.page.close();
    await page.page.bringToFront();
    await page.click('button', msg('bulkStartOver'));
    await waitUntil('the text to be removed', async () => !(await stored()).includes('/one-tab/'));
    expect((await page.focused())?.name).toBe(msg('undo'));
    await sound('undo');
    await page.press('Enter');
    await waitUntil('the text to be stored again', async () => (await stored()).includes('/one-tab/2'));
    expect((await page.focused())?.name).toBe(msg('bulkStartOver'));
    await page.press('Enter');
    await waitUntil('the text to be removed again', async () => !(await stored()).includes('/one-tab/'));
    expect(await stored()).toContain('/other-tab/1');
    await page.page.reload();
    await waitForText(page, 'status', msgCount('bulkReadyCount', 1));
    await page.click('button', msg('bulkStartOver'));
    await waitUntil('the text to be removed', async () => !(await stored()).includes('/other-tab/'));
  });

  it('can be used by keyboard alone', async () => {
    await openSection();
    await paste('url,alias\nhttps://example.com/keys/1,keys-1\nhttps://example.com/keys/2,');
    await waitForText(page, 'status', msgCount('bulkReadyCount', 2));
    await page.click('button', msg('bulkEditSettings'));
    await page.click('button', msg('bulkEditSource'));
    await page.evaluate(() => document.querySelector<HTMLElement>('#bulk-text')?.focus());
    const wanted: string[] = [];
    for (const role of ['button', 'combobox', 'checkbox', 'textbox'])
      for (const { name } of await page.all(role)) wanted.push(`${role} ${name}`);
    const reached = new Set<string>();
    // Tab passes the links, too: each batch of the tests before this one has some.
    const most = wanted.length + (await page.all('link')).length + 20;
    for (let press = 0; press < most; press++) {
      const focus = await page.focused();
      if (focus) reached.add(`${focus.role} ${focus.name}`);
      await page.press('Tab');
    }
    expect(wanted.filter((one) => !reached.has(one))).toEqual([]);
    await page.evaluate(() => document.querySelector<HTMLElement>('.start-bar .main')?.focus());
    await page.press('Enter');
    await stands(msgPattern('bulkCompleted'));
    await waitUntil('the focus to be on its name', async () => (await page.focused())?.role === 'heading');
    expect(madeFor('keys')).toHaveLength(2);
  });

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });

  it('that ends with its page closed is reported by the popup, until a page has shown it', async () => {
    await openSection();
    await paste(list('ended', 12).join('\n'));
    await begin(12);
    await page.close();
    // The message that starts it may be lost with its page: an alarm starts it within a minute then.
    await waitUntil('all to be made', async () => madeFor('ended').length === 12, 90_000);
    const popup = await scene.popupOn('/elsewhere');
    await popup.click('button', msgCount('batchCompleted', 12));
    const opened = await until('the page of the batch', async () =>
      (await scene.running.browser.pages()).find((one) => one.url().includes('/manage.html#bulk/')),
    );
    const batch = await drivePage(opened);
    await batch.waitFor('heading', inOrder(addressOf('ended', 0).slice('https://'.length)));
    await batch.close();
    page = await openExtensionPage(scene.running, 'manage.html#bulk');
    const again = await scene.popupOn('/elsewhere');
    await again.waitFor('button', msg('settings'));
    await again.waitGone('button', msgCount('batchCompleted', 12));
    await again.close();
  });
});

describe('a service that always answers some rows with 500', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
    page = await openExtensionPage(scene.running, 'manage.html#bulk');
    await page.waitFor('heading', msg('bulk'));
  });
  afterAll(() => scene.close());

  it('creates the ninth row, and finishes with a question for each of the eight', async () => {
    const isLost = (body: string) => list('lost', 8).some((address) => body.includes(`"${address}"`));
    const failing = scene.service.answerNext(
      ({ method, body }) => method === 'POST' && isLost(body),
      { status: 500, body: 'Internal Server Error' },
      Number.POSITIVE_INFINITY,
    );
    await openSection();
    await paste(list('lost', 9).join('\n'));
    await begin(9);
    await stands(msgPattern('needsDecision'), 240_000);
    expect(await numbers()).toMatchObject({
      [msg('bulkFilterCreated')]: 1,
      [msg('bulkFilterFailed')]: 0,
      [msg('needsDecision')]: 8,
      [msg('bulkFilterPending')]: 0,
    });
    expect(madeFor('lost').map(({ longurl }) => longurl)).toEqual([addressOf('lost', 8)]);
    // Each was sent three times, with a lookup before each repetition.
    expect(asksFor('lost')).toHaveLength(8 * 3 + 1);
    await page.waitFor('heading', msgCount('bulkLinksNeedDecision', 8));
    const dismissButtons = async () =>
      (await page.all('button')).filter(({ name }) => name === msg('dismiss')).length;
    await waitUntil('each to have its buttons', async () => (await dismissButtons()) === 8);
    await sound('decisions');

    // Each row has buttons of the same names, in a group of its own.
    const press = (name: string) =>
      page.evaluate(
        `[...document.querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(name)}).click()`,
      );
    await press(msg('dismiss'));
    await page.waitFor('heading', msgCount('bulkLinksNeedDecision', 7));
    expect(await numbers()).toMatchObject({
      [msg('bulkFilterCreated')]: 1,
      [msg('bulkFilterFailed')]: 1,
      [msg('needsDecision')]: 7,
      [msg('bulkFilterPending')]: 0,
    });
    failing.cancel();
    await press(msg('retry'));
    await page.waitFor('heading', msgCount('bulkLinksNeedDecision', 6), { timeout: 60_000 });
    await waitUntil('it to be made', async () => (await numbers())[msg('bulkFilterCreated')] === 2);
    expect(madeFor('lost')).toHaveLength(2);
  }, 400_000);
});

describe('killed while a bulk is in progress', () => {
  explainFailures(() => scene);
  const limit = 1_000;
  beforeAll(async () => {
    scene = await startConnected({ service: { limit } });
    page = await openExtensionPage(scene.running, 'manage.html#bulk');
    await page.waitFor('heading', msg('bulk'));
  });
  afterAll(() => scene.close());

  const count = rounds(150, 1_000);
  const kills = rounds(6, 50);

  it(
    `${count} rows, ${kills} kills of worker, page and sync host: none lost, none twice, the numbers right`,
    async () => {
      await paste(list('killed', count).join('\n'));
      const hash = await begin(count);
      const between = (count * (60_000 / limit)) / (kills + 1);
      const what: string[] = [];
      for (let kill = 0; kill < kills; kill++) {
        // The kills come at random moments.
        await pause(between * (0.5 + Math.random()));
        const chance = Math.random();
        if (chance < 0.5) {
          what.push('worker');
          await killWorker(scene.running);
        } else if (chance < 0.75) {
          what.push('page');
          await page.page.goto(scene.running.url('manifest.json'));
          await killWorker(scene.running);
          await page.page.goto(scene.running.url(`manage.html${hash}`));
        } else {
          what.push('sync host');
          // A worker that ends during this call has been killed as well.
          await evaluateInWorker(scene.running, 'chrome.offscreen.closeDocument()').catch(() => undefined);
          await killWorker(scene.running);
          await wakeWorker(scene.running);
        }
      }
      await page.page.goto(scene.running.url(`manage.html${hash}`));
      await stands(msgPattern('bulkCompleted'), rounds(120_000, 600_000));
      const longurls = madeFor('killed').map(({ longurl }) => longurl);
      expect([what, longurls.length, new Set(longurls).size]).toEqual([what, count, count]);
      expect(await numbers()).toMatchObject({
        [msg('bulkFilterCreated')]: count,
        [msg('bulkFilterFailed')]: 0,
        [msg('bulkFilterPending')]: 0,
      });
      // Never more than it allows: its limiter had nothing to refuse.
      expect(scene.service.store.requests('/api/').filter(({ status }) => status === 429)).toEqual([]);
    },
    rounds(180_000, 900_000),
  );

  it.skipIf(!isSoak)(
    '500 rows without a kill take 500 slots, within 3 %',
    async () => {
      // Slots longer than one link takes on a busy machine: of 200 ms each, 1,000 rows took 12 % more.
      const slow = 150;
      await scene.close();
      scene = await startConnected({ service: { limit: slow } });
      page = await openExtensionPage(scene.running, 'manage.html#bulk');
      await openSection();
      await paste(list('paced', 500).join('\n'));
      await begin(500);
      await stands(msgPattern('bulkCompleted'), 600_000);
      const times = asksFor('paced').map(({ time }) => time);
      const took = Math.max(...times) - Math.min(...times);
      const slots = 500 * (60_000 / slow);
      console.log(`500 rows in ${(took / 1_000).toFixed(1)} s of ${(slots / 1_000).toFixed(1)} s`);
      expect(took / slots).toBeLessThan(1.03);
    },
    900_000,
  );
});
