// The Activity page: all jobs, in progress and finished, live, and how much of the service's limit is left. It may be open
// for days, so it outlives the worker.
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxFinishedJobs } from '../../lib/outbox/job-store.ts';
import type { Layer } from '../service/exchange.ts';
import type { OddResponse } from '../service/odd-response.ts';
import {
  dispatchMenu,
  drivePage,
  killWorker,
  readClipboard,
  stopsWorker,
  until,
  writeClipboard,
  type Driver,
  type PageDriver,
} from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  stored,
  liveTexts,
  type Scene,
  type SceneOptions,
} from './setup/connected.ts';
import { askFor } from './setup/kill-points.ts';
import { anyOf, inOrder, msg, msgCount, msgCounts, msgPattern, msgWithin } from '../support/texts.ts';

interface Row {
  /** The name of the part of the list that has it. */
  readonly part: string;
  readonly state: string;
  readonly text: string;
}

/** The rows as shown, top to bottom. */
const rows = (page: Driver): Promise<Row[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('.jobs > li'), (row) => ({
      part: row.closest('section')?.querySelector('h3')?.textContent ?? '',
      state: row.dataset['state'] ?? '',
      text: row.innerText.replaceAll(/[^\S\u00A0]+/g, ' ').trim(),
    })),
  );

const rowOf = async (page: Driver, path: string): Promise<Row | undefined> =>
  (await rows(page)).find(({ text }) => text.includes(`${path} `));

/** Waits until that part has the row of a page of the site, with that text. */
const stands = (page: Driver, path: string, part: string, words: RegExp, timeout = 30_000): Promise<Row> =>
  until(
    `${path} to stand under "${part}" and say ${String(words)}`,
    async () => {
      const row = await rowOf(page, path);
      return row?.part === part && words.test(row.text) ? row : undefined;
    },
    { timeout },
    async () => JSON.stringify(await rows(page), null, 1),
  );

/** Waits until the page's link stands under "Finished", with the button that copies it. */
const isCreated = (path: string, timeout = 30_000): Promise<true> =>
  waitUntil(
    `the link to ${path} to be listed`,
    async () => {
      // A failure of the same page may stand above it.
      const row = (await rows(page)).find(
        ({ text, part }) => text.includes(`${path} `) && part === msg('activityFinished'),
      );
      if (row?.state !== 'done') return false;
      const shortUrl = row.text.split(' ')[0] ?? '';
      // Not by the accessibility tree, which a page behind another one does not compute.
      const names = await page.evaluate(() =>
        Array.from(document.querySelectorAll('button'), (button) => button.getAttribute('aria-label')),
      );
      return names.filter((name) => name === msg('copyLink', shortUrl)).length === 1;
    },
    timeout,
  );

const refusal: OddResponse = { status: 400, body: '{"error":1,"message":"Not on this plan"}' };
const slowDown = (seconds: number): OddResponse => ({
  status: 429,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': seconds }),
});
const lost: OddResponse = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Bad gateway</h1>',
};
const unreadable: OddResponse = { status: 200, body: '{"error":0,"nothing":true}' };

let scene: Scene;
let page: PageDriver;

const shown = (path: string): string => scene.site.url(path).replace('http://', '');
const linksTo = (path: string) => scene.made().filter(({ longurl }) => longurl === scene.site.url(path));
const createsOf = (path: string) =>
  scene.service.store
    .requests('/api/url/add')
    .filter(({ body }) => (JSON.parse(body) as { url: string }).url === scene.site.url(path));
const isFor = (path: string) => (request: { method: string; body: string }) =>
  request.method === 'POST' && request.body.includes(JSON.stringify(scene.site.url(path)));

const managePages = async (): Promise<Page[]> =>
  (await scene.running.browser.pages()).filter((one) =>
    one.url().startsWith(scene.running.url('manage.html')),
  );

/** Waits for the only manage page, and opens its section. */
async function opened(): Promise<PageDriver> {
  const found = await until('the manage page to open', async () => (await managePages())[0]);
  const driver = await drivePage(found);
  await driver.click('link', msg('activity'));
  await driver.waitFor('heading', msg('activity'));
  return driver;
}

/** The page's address is stored in another form, and the response is lost: whether it is the same link stays open. */
const storedInAnotherForm =
  (path: string, response: OddResponse): Layer =>
  async (exchange) => {
    await exchange.asOther('POST', '/api/url/add', { url: `${scene.site.url(path)}?session=2` });
    return response;
  };

/** After any action on the page, the focus is still in it. */
async function keepsFocus(): Promise<void> {
  const active = await page.evaluate(() => document.activeElement?.tagName ?? 'none');
  expect(['BODY', 'none']).not.toContain(active);
}

async function focusOn(role: string, name: string | RegExp): Promise<void> {
  const { backendNodeId } = await page.waitFor(role, name);
  await page.session.send('DOM.focus', { backendNodeId });
}

async function openScene(options?: SceneOptions): Promise<void> {
  scene = await startConnected(options);
  await dispatchMenu(scene.running, { menuItemId: 'manage-links' });
  page = await opened();
}

describe('the Activity page', () => {
  explainFailures(() => scene);
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());

  it('opens from the popup’s "Manage links", which returns to a page that is open already', async () => {
    const popup = await scene.popupOn('/opens');
    await popup.click('button', msg('manageLinks'));
    page = await opened();
    await waitUntil('the popup to close', () => !popup.isOpen());
    await waitUntil('the empty state to be shown', () =>
      page.evaluate((words: string) => document.body.innerText.includes(words), {
        args: [msg('activityEmpty')],
      }),
    );
    const again = await scene.popupOn('/opens-again');
    await again.click('button', msg('manageLinks'));
    await waitUntil('it to come to the front', () =>
      page.evaluate(() => document.visibilityState === 'visible'),
    );
    await waitUntil('the keyboard to be in it', () => page.evaluate(() => document.hasFocus()));
    expect(await managePages()).toHaveLength(1);
    await page.waitFor('heading', msg('links'));
  });

  it('opens from the menu of the toolbar button', async () => {
    await page.close();
    await dispatchMenu(scene.running, { menuItemId: 'manage-links' });
    page = await opened();
    expect(await page.page.title()).toBe(`${msg('activity')} · ${msg('extName')}`);
    await page.waitFor('region', msg('meterHeading'));
  });

  it('shows a running lookup, and asks when its result stays open', async () => {
    // These two have a response that can't be parsed: one lookup is enough.
    for (const path of ['/use', '/again']) {
      scene.service.answerNext(isFor(path), storedInAnotherForm(path, unreadable));
      await askFor(scene, path);
      await stands(page, path, msg('activityNeedsDecision'), msgWithin('ambiguousLink'));
    }
    // The response to this one is lost: it is looked up until a slow service can't create it any more.
    scene.service.answerNext(isFor('/lost'), storedInAnotherForm('/lost', lost));
    await askFor(scene, '/lost');
    await stands(
      page,
      '/lost',
      msg('activityInProgress'),
      msgWithin('checkingAgain', msgCounts('seconds', /\d+/)),
    );
    await waitForText(page, 'status', `${msgCount('jobsInProgress', 1)}, ${msgCount('jobsNeedDecision', 2)}`);
    const row = await rowOf(page, '/use');
    expect(row?.text).toContain(`${msg('destinationLabel')} ${shown('/use')}?session=2`);
    const buttons = await page.all(
      'button',
      anyOf(msgPattern('useThisLink'), msgPattern('createAnotherLink')),
    );
    expect(buttons.map(({ description }) => description)).toEqual([
      expect.stringContaining(msg('useThisLinkHint')),
      expect.stringContaining(msg('createAnotherLinkHint')),
      expect.stringContaining(msg('useThisLinkHint')),
      expect.stringContaining(msg('createAnotherLinkHint')),
    ]);
    const colorOf = (selector: string) =>
      page.evaluate<string>(
        (found: string) => {
          const element = document.querySelector(found);
          return element ? getComputedStyle(element).backgroundColor : 'none';
        },
        { args: [selector] },
      );
    const plain = await colorOf('.choice button');
    await page.page.bringToFront();
    await page.page.hover('.choice button');
    await waitUntil('the button under the pointer to show it', async () => {
      const hovered = await colorOf('.choice button:hover');
      return hovered !== 'none' && hovered !== plain;
    });
  });

  it('looks a link up no longer when the user stops that, and sends nothing more', async () => {
    scene.service.answerNext(isFor('/stopped'), lost);
    await askFor(scene, '/stopped');
    await stands(page, '/stopped', msg('activityInProgress'), msgWithin('checkingAgain'));
    await page.click('button', msg('stopCheckingNamed', shown('/stopped')));
    await stands(page, '/stopped', msg('activityDismissed'), msgWithin('dismissedUnconfirmed'));
    await keepsFocus();
    expect(createsOf('/stopped')).toHaveLength(1);
  });

  it('shows a link live that the popup creates, and copies it to the real clipboard', async () => {
    scene.service.setLatency(1_500);
    const popup = await scene.popupOn('/live');
    await waitForForm(popup);
    await popup.press('Enter');
    await stands(page, '/live', msg('activityInProgress'), msgWithin('shortening'));
    // One or two: the lookup of /lost may have ended.
    await waitForText(page, 'status', msgCounts('jobsInProgress', /[12]/));
    await isCreated('/live');
    scene.service.setLatency(0);
    const [link] = linksTo('/live');
    const shortUrl = `${scene.service.address}/${link?.alias}`;
    expect((await rowOf(page, '/live'))?.text).toContain(shortUrl.replace('http://', ''));
    await popup.close();

    await writeClipboard(scene.running, 'from before');
    await page.click('button', msg('copyLink', shortUrl.replace('http://', '')));
    await waitForText(page, 'status', msg('copied'));
    expect(await readClipboard(scene.running)).toBe(shortUrl);
  });

  it('shows a refusal with its reason, and "Try again" creates the link, once', async () => {
    scene.service.answerNext(isFor('/refused'), refusal);
    await askFor(scene, '/refused');
    await stands(
      page,
      '/refused',
      msg('activityFailed'),
      inOrder(msg('failed'), msgWithin('failureRejectedBecause', 'Not on this plan')),
    );
    await page.click('button', msg('tryAgainNamed', shown('/refused')));
    await isCreated('/refused');
    expect(linksTo('/refused')).toHaveLength(1);
    await keepsFocus();
  });

  it('opens a failed link in the form by "Edit", where a taken alias is changed', async () => {
    const popup = await scene.popupOn('/edit');
    await waitForForm(popup);
    await popup.fill('textbox', msg('alias'), 'taken');
    scene.service.answerNext(isFor('/edit'), { status: 400, body: '{"error":1,"message":"Alias is taken"}' });
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'alert', msgWithin('aliasRefused'));
    await popup.close();
    await page.click('button', msg('editFailedNamed', shown('/edit')));
    const form = await drivePage(
      await until('the form to open', async () =>
        (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
      ),
    );
    await form.waitFor('textbox', msg('note'));
    expect(await form.value('textbox', msg('destinationUrl'))).toBe(scene.site.url('/edit'));
    expect(await form.value('textbox', msg('alias'))).toBe('taken');
    await form.waitFor('heading', msg('editFailedLink'));
    await waitForText(form, 'alert', msgWithin('aliasRefused'));
    expect(await form.evaluate(() => document.activeElement?.id)).toBe('alias');
    await form.fill('textbox', msg('alias'), 'free');
    await form.click('button', msg('shorten'));
    await isCreated('/edit');
    expect(linksTo('/edit').map(({ alias }) => alias)).toEqual(['free']);
    // The next link of the form is a new one.
    await form.click('button', msg('moreActions'));
    await form.click('button', msg('createAnother'));
    await form.waitFor('heading', msg('newLink'));
    expect(await form.page.title()).toContain(msg('newLink'));
    await form.close();
    // The menu's failure, unlike the popup's, has been shown nowhere but here.
    scene.service.answerNext(isFor('/edit-menu'), refusal);
    await askFor(scene, '/edit-menu');
    await stands(page, '/edit-menu', msg('activityFailed'), msgWithin('failed'));
    await page.click('button', msg('editFailedNamed', shown('/edit-menu')));
    const second = await drivePage(
      await until('the form to open', async () =>
        (await scene.running.browser.pages()).find((one) => one.url().includes('link.html')),
      ),
    );
    await second.waitFor('textbox', msg('note'));
    await second.click('button', msg('shorten'));
    await until('the link', () => linksTo('/edit-menu')[0]);
    await second.close();
    await waitUntil('the failure to be finished', () =>
      page.evaluate(() => document.querySelector('#failed') === null),
    );
  });

  it('takes the link that was found by "Use this link", and sends nothing more', async () => {
    await pressIn('/use', msg('useThisLink'));
    await stands(page, '/use', msg('activityFinished'), msgWithin('responseLost'));
    const found = scene.made().find(({ longurl }) => longurl.endsWith('/use?session=2'));
    expect((await rowOf(page, '/use'))?.text).toContain(`/${found?.alias} `);
    expect(createsOf('/use')).toHaveLength(1);
    expect(linksTo('/use')).toEqual([]);
    await keepsFocus();
  });

  it('creates one more by "Make another link", and only one', async () => {
    await pressIn('/again', msg('createAnotherLink'));
    await isCreated('/again');
    expect(createsOf('/again')).toHaveLength(2);
    expect(linksTo('/again')).toHaveLength(1);
    await keepsFocus();
  });

  it('shows why nothing is sent, and "Try again now" resumes', async () => {
    scene.service.answerNext(isFor('/paused'), { status: 401, body: '{"error":1,"message":"Bad key"}' });
    await askFor(scene, '/paused');
    await waitForText(page, 'alert', inOrder(msg('sendingPaused'), msg('failureKey')));
    await stands(page, '/paused', msg('activityInProgress'), msgWithin('jobPaused'));
    await page.waitFor('button', msg('openSettings'));
    await page.click('button', msg('tryAgainNow'));
    await isCreated('/paused');
    await waitUntil('the alert to go', async () => (await liveTexts(page, 'alert')).length === 0);
    expect(linksTo('/paused')).toHaveLength(1);
    await keepsFocus();
  });

  it('counts down to the time at which each is sent, cancels one, and all', async () => {
    scene.service.answerNext(isFor('/waits-1'), slowDown(9));
    await askFor(scene, '/waits-1');
    await stands(
      page,
      '/waits-1',
      msg('activityInProgress'),
      msgWithin('waitingForLimit', msgCounts('seconds', /[5-9]/)),
    );
    for (const path of ['/waits-2', '/waits-3']) await askFor(scene, path);
    for (const path of ['/waits-2', '/waits-3'])
      await stands(
        page,
        path,
        msg('activityInProgress'),
        msgWithin('waitingForLimit', msgCounts('seconds', /[4-9]/)),
      );
    await waitForText(page, 'status', msgCount('jobsQueued', 3));
    const seconds = async () => {
      const said = msgWithin('waitingForLimit', msgCounts('seconds', /\d+/)).exec(
        (await rowOf(page, '/waits-3'))?.text ?? '',
      );
      return Number(/\d+/.exec(said?.[0] ?? '')?.[0]);
    };
    const first = await seconds();
    await waitUntil('a second to be counted down', async () => (await seconds()) < first);

    await page.click('button', msg('cancelNamed', shown('/waits-2')));
    await stands(page, '/waits-2', msg('activityFinished'), msgWithin('canceled'));
    await keepsFocus();
    await waitForText(page, 'status', msgCount('jobsQueued', 2));
    await page.click('button', msg('cancelAllQueued'));
    await waitForText(page, 'status', msgCount('canceledCount', 2));
    for (const path of ['/waits-1', '/waits-3'])
      await stands(page, path, msg('activityFinished'), msgWithin('canceled'));
    expect((await rows(page)).map(({ state }) => state)).not.toContain('queued');
    await keepsFocus();
    expect(createsOf('/waits-1')).toHaveLength(1);
    for (const path of ['/waits-2', '/waits-3']) expect(createsOf(path)).toEqual([]);
  });

  it('can be used by keyboard alone: every control is reached, and the focus outlives the row that it acts on', async () => {
    scene.service.answerNext(isFor('/keys-1'), refusal);
    await askFor(scene, '/keys-1');
    await stands(page, '/keys-1', msg('activityFailed'), msgWithin('failed'));
    scene.service.answerNext(isFor('/keys-2'), slowDown(9));
    for (const path of ['/keys-2', '/keys-3']) {
      await askFor(scene, path);
      await stands(
        page,
        path,
        msg('activityInProgress'),
        anyOf(msgWithin('waitingForLimit'), msgWithin('jobQueued')),
      );
    }
    await focusOn('button', msg('settings'));
    const wanted = (await page.all('button')).map(({ name }) => name);
    const reached = new Set<string>([msg('settings')]);
    // The links to the other sections come first.
    const stops = wanted.length + (await page.all('link')).length;
    for (let press = 0; press < stops + 3; press++) {
      await page.press('Tab');
      reached.add((await page.focused())?.name ?? '');
    }
    expect(wanted.filter((name) => !reached.has(name))).toEqual([]);

    for (const [name, after] of [
      [msg('cancelNamed', shown('/keys-3')), inOrder('/keys-3 ', msg('canceled'))],
      [msg('cancelAllQueued'), msgPattern('activity')],
      [msg('tryAgainNamed', shown('/keys-1')), /\/keys-1 /],
      [msg('clearFinished'), msgPattern('activity')],
    ] as const) {
      await focusOn('button', name);
      await page.press('Enter');
      await page.waitGone('button', name);
      await waitUntil(`the focus to stay where "${name}" leads`, () =>
        page.evaluate(
          (wanted: string) =>
            new RegExp(wanted, 'u').test(
              document.activeElement instanceof HTMLElement && document.activeElement !== document.body
                ? document.activeElement.innerText.replaceAll(/[^\S\u00A0]+/g, ' ').trim()
                : '',
            ),
          { args: [after.source] },
        ),
      );
    }
    await waitForText(page, 'status', msg('cleared'));
    // Jobs that still need a response are not cleared.
    expect((await rows(page)).map(({ part }) => part)).not.toContain(msg('activityFinished'));
  });

  it('wakes a worker that was killed when a job is due, and when the page is used', async () => {
    scene.service.answerNext(isFor('/killed-1'), slowDown(6));
    await askFor(scene, '/killed-1');
    await stands(
      page,
      '/killed-1',
      msg('activityInProgress'),
      msgWithin('waitingForLimit', msgCounts('seconds', /\d+/)),
    );
    await killWorker(scene.running);
    // Without any input: the page itself notices that the time is over.
    await isCreated('/killed-1');
    expect(linksTo('/killed-1')).toHaveLength(1);

    scene.service.answerNext(isFor('/killed-2'), slowDown(6));
    await askFor(scene, '/killed-2');
    await stands(
      page,
      '/killed-2',
      msg('activityInProgress'),
      msgWithin('waitingForLimit', msgCounts('seconds', /\d+/)),
    );
    await killWorker(scene.running);
    await page.click('button', msg('cancelNamed', shown('/killed-2')));
    await stands(page, '/killed-2', msg('activityFinished'), msgWithin('canceled'));
    expect(linksTo('/killed-2')).toEqual([]);
  });

  it('asks about a link whose response was lost as soon as a slow service can’t create it any more', async () => {
    await stands(page, '/lost', msg('activityNeedsDecision'), msgWithin('ambiguousLink'), 45_000);
    expect(createsOf('/lost')).toHaveLength(1);
    await pressIn('/lost', msg('createAnotherLink'));
    await isCreated('/lost');
    expect(linksTo('/lost')).toHaveLength(1);
  });

  it(
    `keeps the last ${maxFinishedJobs} that ended, on the page and on the disk`,
    async () => {
      const many = maxFinishedJobs + 8;
      for (let n = 0; n < many; n++) await askFor(scene, `/many-${n}`);
      await waitUntil(
        'all to be made',
        () => scene.made().filter(({ longurl }) => longurl.includes('/many-')).length === many,
        stopsWorker ? 120_000 : 30_000,
      );
      const storedJobs = async () =>
        Object.values(await stored(scene.options)).filter((value) =>
          /"name":"done"/.test(JSON.stringify(value)),
        ).length;
      await waitUntil('the oldest to be dropped', async () => (await storedJobs()) === maxFinishedJobs);
      // A list that is as long for a moment, while others are still in progress, is not the last one.
      const shownNumbers = await until('the page to show the rest', async () => {
        const all = await rows(page);
        const ended = all.filter(({ part }) => part === msg('activityFinished'));
        const isOver = all.every((row) => ended.includes(row) || !row.text.includes('many-'));
        return isOver && ended.length === maxFinishedJobs
          ? ended.map(({ text }) => Number(/many-(\d+) /.exec(text)?.[1]))
          : undefined;
      });
      expect(new Set(shownNumbers).size).toBe(maxFinishedJobs);
      // Several are sent at a time, and finish in any order: an early one that was slow may be among the last. A worker
      // that is stopped in between takes up all that is left immediately.
      const atOnce = stopsWorker ? many : 6;
      const surely = Array.from({ length: Math.max(0, maxFinishedJobs - atOnce) }, (_, n) => many - 1 - n);
      expect(surely.filter((n) => !shownNumbers.includes(n))).toEqual([]);
    },
    stopsWorker ? 180_000 : 60_000,
  );

  it('runs without an error or a policy violation', () => {
    scene.running.assertClean();
  });

  /** Presses a button in one row: every question has the same two. */
  async function pressIn(path: string, name: string): Promise<void> {
    await page.page.bringToFront();
    await page.evaluate(
      (part: string, wanted: string) => {
        const row = Array.from(document.querySelectorAll<HTMLElement>('.jobs > li')).find(({ innerText }) =>
          innerText.includes(part),
        );
        const buttons = Array.from(row?.querySelectorAll('button') ?? []);
        buttons.find(({ innerText }) => innerText === wanted)?.focus();
      },
      { args: [`${path}\n`, name] },
    );
    await page.press('Enter');
  }
});

describe('the meter of the Activity page', () => {
  explainFailures(() => scene);
  beforeAll(() => openScene({ service: { limit: 40 } }));
  afterAll(() => scene.close());

  /** The requests that the service itself counts; it does not count one without a key. */
  async function counted(): Promise<{ limit: number; remaining: number; reset: number }> {
    const { headers } = await fetch(`${scene.service.address}/api/account`);
    const read = (name: string) => Number(headers.get(`x-ratelimit-${name}`));
    return { limit: read('limit'), remaining: read('remaining'), reset: read('reset') };
  }

  const meterText = () => page.text('region', msg('meterHeading'));
  const meterSays = (words: RegExp) =>
    until(
      `the meter to say ${String(words)}`,
      async () => words.exec(await meterText()) ?? undefined,
      {},
      meterText,
    );

  it('shows the quota that the service reports, who used it, and when there is more', async () => {
    scene.service.setQuirks(['second-device']);
    for (let n = 0; n < 3; n++) {
      await askFor(scene, `/metered-${n}`);
      await waitUntil('the link to be made', () => linksTo(`/metered-${n}`).length === 1);
    }
    // The requests from here on are not those of a device.
    scene.service.setQuirks([]);
    const { limit, remaining, reset } = await counted();
    const gone = msgCount('meterUsedOf', limit - remaining, String(limit));
    await meterSays(new RegExp(gone, 'u'));
    await page.waitFor('meter', gone);
    expect(await page.evaluate(() => document.querySelector('meter')?.value)).toBe(limit - remaining);
    const { groups: used } = await meterSays(
      new RegExp(
        [
          msgWithin('meterUsedHere_other', /(?<here>\d+)/).source,
          msgWithin('meterUsedElsewhere_other', /(?<elsewhere>\d+)/).source,
          msgCount('meterUnused', remaining),
        ].join('\\s+'),
        'u',
      ),
    );
    expect(Number(used?.['elsewhere'])).toBe(scene.service.counts().others);
    expect(Number(used?.['here']) + Number(used?.['elsewhere'])).toBe(limit - remaining);
    const [resets] = await meterSays(msgWithin('meterResets', msgCounts('seconds', /\d+/)));
    expect(Math.abs(Number(/\d+/.exec(resets)?.[0]) - (reset - Date.now() / 1000))).toBeLessThan(3);
  });
});
