// "Placements" on the link page: one address becomes a link for each, distinguished by source and alias. What the
// service received is read from its record of the raw bodies.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  axeViolations,
  killWorker,
  openExtensionPage,
  readClipboard,
  until,
  writeClipboard,
  type PageDriver,
} from './harness/index.ts';
import {
  addLinkElsewhere,
  explainFailures,
  waitUntil,
  waitForText,
  startConnected,
  stored,
  liveTexts,
  type Scene,
} from './setup/connected.ts';
import { isolate } from '../../lib/text/isolate.ts';
import { startPersistentProfile } from './setup/persistent-profile.ts';
import { picture } from './setup/popup-page.ts';
import { msg, msgCount, msgCounts, msgWithin } from '../support/texts.ts';

interface Sent {
  readonly url: string;
  readonly custom?: string;
}

let scene: Scene;
const open: PageDriver[] = [];
explainFailures(() => scene);
beforeAll(async () => {
  scene = await startConnected();
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.close();
});
afterAll(() => scene.close());

const addressOf = (path: string): string => scene.site.url(path);

const bodies = (path: string): Sent[] =>
  scene.service.store
    .requests('/api/url/add')
    .map(({ body }) => JSON.parse(body) as Sent)
    .filter(({ url }) => url.startsWith(addressOf(path)));

/** Several are sent at once, on connections of their own: which one arrives first is not determined. */
const byUrl = (sent: readonly Sent[]): Sent[] =>
  sent.toSorted((one, other) => one.url.localeCompare(other.url));

const made = (path: string) => scene.made().filter(({ longurl }) => longurl.startsWith(addressOf(path)));

async function unfold(page: PageDriver): Promise<void> {
  const summary = msgWithin('placements');
  const roles = ['DisclosureTriangle', 'DisclosureTriangleGrouped'];
  const role = await until('the section', async () => {
    for (const one of roles) if ((await page.all(one, summary)).length === 1) return one;
    return undefined;
  });
  await page.click(role, summary);
  await page.waitFor('group', msg('placements'));
}

/** The link page with an address, and its places unfolded. */
async function placesFor(path: string, { running, site } = scene): Promise<PageDriver> {
  const page = await openExtensionPage(running, 'link.html');
  open.push(page);
  await page.waitFor('textbox', msg('alias'));
  await page.fill('textbox', msg('destinationUrl'), site.url(path));
  await unfold(page);
  return page;
}

/** Pastes as from a spreadsheet or a list, from the real clipboard. */
async function paste(page: PageDriver, field: string, text: string): Promise<void> {
  await writeClipboardLines(text);
  const { backendNodeId } = await page.waitFor('textbox', field);
  await page.page.bringToFront();
  await page.session.send('DOM.focus', { backendNodeId });
  await page.press('Control+v');
}
const writeClipboardLines = (text: string): Promise<void> => writeClipboard(scene.running, text);

/** The rows of the result as shown. */
const table = (page: PageDriver): Promise<{ name: string; link: string; state: string; text: string }[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('.place-table tbody tr'), (row) => ({
      name: row.querySelector('th')?.innerText.trim() ?? '',
      link: row.querySelector<HTMLElement>('.place-link')?.innerText.trim() ?? '',
      state: row.dataset['state'] ?? '',
      text: row.innerText.replaceAll(/[^\S\u00A0]+/g, ' ').trim(),
    })),
  );

/** As the pages write a list. */
const listed = (items: readonly string[]): string => new Intl.ListFormat('en').format(items.map(isolate));

const five = ['Newsletter', 'Poster', 'Mastodon', 'Instagram story', 'Café Zoë'];
const sources = ['newsletter', 'poster', 'mastodon', 'instagram-story', 'cafe-zoe'];

describe('five placements', () => {
  it('become five links, each with its source and alias, and a table', async () => {
    const page = await placesFor('/five');
    await page.fill('textbox', msg('alias'), 'spring');
    await page.click('button', msg('addPlacement'));
    await paste(page, msg('placementRow', '1'), five.join('\n'));
    await waitForText(page, 'status', msgCount('placementsPasted', 5));
    expect(await page.value('textbox', msg('placementSource', '4'))).toBe('instagram-story');
    expect(await page.value('textbox', msg('placementSuffix', '5'))).toBe('cafe-zoe');
    await waitUntil(
      'the focus to be in the last place',
      async () => (await page.focused())?.name === msg('placementRow', '5'),
    );
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'places-typed', 760);
    await picture(page, 'places-typed-wide', 1280);
    await writeClipboard(scene.running, 'not to be overwritten');
    await page.click('button', msgCount('createLinks', 5));
    await waitForText(page, 'status', msgCount('placementsCreated', 5));
    expect(byUrl(bodies('/five'))).toEqual(
      byUrl(
        sources.map((source) => ({
          url: addressOf(`/five?utm_source=${source}`),
          custom: `spring-${source}`,
        })),
      ),
    );
    expect(await table(page)).toEqual(
      five.map((name, at) => ({
        name,
        link: `${new URL(scene.service.address).host}/spring-${sources[at]}`,
        state: 'created',
        text: expect.stringContaining(msg('created')) as unknown,
      })),
    );
    // None of them has replaced what the user had copied.
    expect(await readClipboard(scene.running)).toBe('not to be overwritten');
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'places-made', 760);

    await page.click('button', msg('copyTable'));
    await waitForText(page, 'status', msg('tableCopied'));
    const [header, ...lines] = (await readClipboard(scene.running)).trimEnd().split('\n');
    expect(header).toBe(
      [msg('placementColumn'), msg('shortLink'), msg('destinationUrl'), msg('sourceColumn')].join('\t'),
    );
    const origin = new URL(scene.service.address).origin;
    expect(lines).toEqual(
      sources.map((source, at) =>
        [five[at], `${origin}/spring-${source}`, `${addressOf('/five')}?utm_source=${source}`, source].join(
          '\t',
        ),
      ),
    );
    await page.click('button', msg('copyLink', 'Poster'));
    await waitUntil('the link of the poster', async () => {
      const text = await readClipboard(scene.running);
      return text === `${origin}/spring-poster`;
    });

    // The form is empty where the page is reopened; the table is still shown.
    const drafts = async () => Object.keys(await stored(scene.options));
    await waitUntil('the draft to be gone', async () =>
      (await drafts()).every((key) => !key.startsWith('draft:page:')),
    );
    await page.page.reload();
    await waitForText(page, 'status', msgCount('placementsCreated', 5));
    expect((await table(page)).map(({ name }) => name)).toEqual(five);
    expect(await page.value('textbox', msg('destinationUrl'))).toBe('');
    expect(bodies('/five')).toHaveLength(5);
  });

  it('are offered again on the next page, whose address has a source already', async () => {
    const page = await placesFor('/next?utm_source=old&a=b');
    await page.click('button', msg('reusePlacements', listed(five)));
    await page.click('button', msg('removeChoice', msg('placementRow', '5')));
    await page.fill('textbox', msg('sourceParameter'), 'ref');
    await page.fill('textbox', msg('sourceParameter'), 'utm_source');
    await page.click('button', msgCount('createLinks', 4));
    await waitForText(page, 'status', msgCount('placementsCreated', 4));
    // Never doubled: written where it stands already. And no alias, since none was typed.
    expect(byUrl(bodies('/next'))).toEqual(
      byUrl(sources.slice(0, 4).map((source) => ({ url: addressOf(`/next?utm_source=${source}&a=b`) }))),
    );
  });
});

describe('a typed set of placements', () => {
  it('is restored after a reload, and invalid rows are named', async () => {
    const page = await placesFor('/stored');
    await page.click('button', msg('addPlacement'));
    await page.fill('textbox', msg('placementRow', '1'), 'Flyer');
    await page.fill('textbox', msg('placementSuffix', '1'), 'same');
    await page.click('button', msg('addPlacement'));
    await page.fill('textbox', msg('placementRow', '2'), 'Banner');
    await page.fill('textbox', msg('placementSuffix', '2'), 'SAME');
    await page.fill('textbox', msg('placementSource', '2'), 'flyer');
    await waitForText(page, 'status', msg('fixPlacementsFirst', listed([msg('placementRow', '2')])));
    const [source] = await page.all('textbox', msg('placementSource', '2'));
    expect(source?.description).toContain(msg('problemSameSource'));
    const [suffix] = await page.all('textbox', msg('placementSuffix', '2'));
    expect(suffix?.description).toContain(msg('problemSameAlias'));
    expect((await page.waitFor('button', msgCount('createLinks', 2))).states['disabled']).toBe(true);
    await page.click('button', msg('moveUp', msg('placementRow', '2')));
    await waitUntil('the draft to be stored', async () => {
      const items = JSON.stringify(await stored(page));
      return items.indexOf('"Banner"') > 0 && items.indexOf('"Banner"') < items.indexOf('"Flyer"');
    });
    await page.page.reload();
    await page.waitFor('textbox', msg('placementRow', '2'));
    expect(await page.value('textbox', msg('placementRow', '1'))).toBe('Banner');
    expect(await page.value('textbox', msg('placementSource', '1'))).toBe('flyer');
    expect(await page.value('textbox', msg('placementSuffix', '2'))).toBe('same');
    await page.close();
    const next = await placesFor('/after-closing');
    await next.click('button', msg('reusePlacements', listed(['Banner', 'Flyer'])));
    expect(await next.value('textbox', msg('placementSuffix', '2'))).toBe('same');
  });
});

describe('a refused placement', () => {
  it('shows that in its row, and is sent with another suffix', async () => {
    const page = await placesFor('/refused');
    await page.click('button', msg('addPlacement'));
    await paste(page, msg('placementRow', '1'), 'Letter\tletter\tfirst-taken\nWall\twall\twall-sign');
    // Another user was faster.
    await addLinkElsewhere(scene.service, { url: 'https://example.com/faster', custom: 'first-taken' });
    await page.click('button', msgCount('createLinks', 2));
    await waitForText(page, 'status', `${msgCount('placementsCreated', 1)} · ${msgCount('failedCount', 1)}`);
    expect(await table(page)).toEqual([
      {
        name: 'Letter',
        link: '',
        state: 'refused',
        text: expect.stringContaining('That alias is taken.') as unknown,
      },
      {
        name: 'Wall',
        link: expect.stringContaining('/wall-sign') as unknown,
        state: 'created',
        text: expect.stringContaining(msg('created')) as unknown,
      },
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'places-refused', 760);
    await page.fill('textbox', msg('suffixNamed', 'Letter'), 'wall-sign');
    expect((await page.waitFor('button', msg('tryAgainNamed', 'Letter'))).states['disabled']).toBe(true);
    await page.fill('textbox', msg('suffixNamed', 'Letter'), 'second');
    await page.click('button', msg('tryAgainNamed', 'Letter'));
    await waitForText(page, 'status', msgCount('placementsCreated', 2));
    const sent = bodies('/refused').map(({ custom }) => custom);
    expect(new Set(sent.slice(0, 2))).toEqual(new Set(['first-taken', 'wall-sign']));
    expect(sent.slice(2)).toEqual(['second']);
    expect(made('/refused')).toHaveLength(2);
    // Acknowledged here: neither the badge nor another page shows it again.
    await waitUntil('every refusal to be acknowledged', async () => {
      const view = JSON.stringify((await stored(page))['popup-view']);
      return !view.includes('"refused"');
    });
  });
});

describe('the worker is killed in the middle', () => {
  it('creates each link once', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `Spot ${at + 1}`);
    const page = await placesFor('/killed');
    await page.click('button', msg('addPlacement'));
    await paste(page, msg('placementRow', '1'), names.join('\n'));
    scene.service.setLatency(300);
    await page.click('button', msgCount('createLinks', 8));
    await waitUntil('some to be on their way', () => bodies('/killed').length >= 2);
    await killWorker(scene.running);
    await page.page.reload();
    await killWorker(scene.running);
    scene.service.setLatency(0);
    await until(
      'all to be made',
      async () => (await table(page)).filter(({ state }) => state === 'created').length === 8 || undefined,
      { timeout: 90_000 },
      () => page.outline(),
    );
    const sentSources = made('/killed').length;
    expect(sentSources).toBe(8);
    const links = (await table(page)).map(({ link }) => link);
    expect(new Set(links).size).toBe(8);
  }, 120_000);

  it('before the first message reaches it: all of them are on disk', async () => {
    const page = await placesFor('/unheard');
    await page.click('button', msg('addPlacement'));
    await paste(page, msg('placementRow', '1'), 'One\nTwo\nThree');
    await page.evaluate(`chrome.runtime.sendMessage = () => new Promise(() => undefined); 0`);
    await killWorker(scene.running);
    await page.click('button', msgCount('createLinks', 3));
    await waitForText(page, 'status', msgCount('jobsQueued', 3));
    const intents = Object.keys(await stored(page)).filter((key) => key.startsWith('intent:'));
    expect(intents).toHaveLength(3);
    expect(bodies('/unheard')).toEqual([]);
    await page.page.reload();
    await waitForText(page, 'status', msgCount('placementsCreated', 3));
    expect(made('/unheard')).toHaveLength(3);
  });
});

describe('the browser is killed in the middle', () => {
  it('creates each link once; its page shows the table again', async () => {
    await using profile = await startPersistentProfile();
    const { service, site } = profile.scene();
    const page = await placesFor('/crash', profile.scene());
    await page.click('button', msg('addPlacement'));
    const names = ['One', 'Two', 'Three', 'Four'];
    for (const [at, name] of names.entries()) {
      if (at > 0) await page.click('button', msg('addPlacement'));
      await page.fill('textbox', msg('placementRow', String(at + 1)), name);
    }
    service.setLatency(300);
    await page.click('button', msgCount('createLinks', 4));
    await waitUntil('the first to be on its way', () => service.store.requests('/api/url/add').length > 0);
    const { hash } = new URL(page.page.url());
    profile.scene().running.assertClean();
    await profile.crash();
    open.length = 0;
    service.setLatency(0);
    await profile.start();
    const again = await openExtensionPage(profile.scene().running, `link.html${hash}`);
    await until(
      'the table',
      async () => (await liveTexts(again, 'status')).includes(msgCount('placementsCreated', 4)) || undefined,
      // A lost request is looked up again half a minute after its send; a worker that has ended by then is woken by an
      // alarm, up to half a minute later.
      { timeout: 110_000 },
      () => again.outline(),
    );
    expect((await table(again)).map(({ name, state }) => [name, state])).toEqual(
      names.map((name) => [name, 'created']),
    );
    const sources = profile
      .scene()
      .made()
      .filter(({ longurl }) => longurl.startsWith(site.url('/crash')))
      .map(({ longurl }) => new URL(longurl).searchParams.get('utm_source'));
    expect(sources).toHaveLength(4);
    expect(new Set(sources)).toEqual(new Set(['one', 'two', 'three', 'four']));
    profile.scene().running.assertClean();
  }, 180_000);
});

describe('a waiting placement', () => {
  it('shows when it is sent, and is canceled without a trace', async () => {
    const page = await placesFor('/waiting');
    await page.click('button', msg('addPlacement'));
    await paste(page, msg('placementRow', '1'), 'One\nTwo\nThree');
    // Several may be in flight before the first refusal arrives.
    const refusals = scene.service.answerNext(
      'POST /api/url/add',
      {
        status: 429,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error: 429, message: 'Too many requests.', 'Retry-After': 30 }),
      },
      Infinity,
    );
    await page.click('button', msgCount('createLinks', 3));
    await until(
      'the wait to be shown',
      async () =>
        (await table(page)).every(({ text }) =>
          msgWithin('waitingForLimit', msgCounts('seconds', /\d+/)).test(text),
        ) || undefined,
      { timeout: 20_000 },
      async () => JSON.stringify(await table(page)),
    );
    await page.click('button', msg('cancelQueuedLinks'));
    await waitForText(page, 'status', msgCount('canceledCount', 3));
    refusals.cancel();
    await waitForText(page, 'status', msgCount('placementsCanceled', 3));
    expect(made('/waiting')).toEqual([]);
    await page.click('button', msg('morePlacements'));
    expect(await page.value('textbox', msg('placementRow', '2'))).toBe('Two');
  });
});

describe('this whole file', () => {
  it('follows the contract in every request, without an error or a policy violation', () => {
    for (const { method, path, breaches } of scene.service.store.requests('/api/'))
      expect([method, path, breaches]).toEqual([method, path, []]);
    scene.running.assertClean();
  });
});
