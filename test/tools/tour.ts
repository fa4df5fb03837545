/** The main job, done and checked step by step in a hidden browser with the real popup and the real clipboard. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  dispatchMenu,
  evaluateInWorker,
  launchExtension,
  openedSettings,
  openExtensionPage,
  openPopup,
  pressEnabled,
  readClipboard,
  until,
  writeClipboard,
} from '../browser/harness/index.ts';
import type { LocalService } from '../service/start.ts';
import { connect } from './connect.ts';
import { fillForm } from './fill-form.ts';
import { openAlbum, popupInTab, popupLook, type Album } from './screenshots.ts';
import { msg, msgCount, msgPattern } from '../support/texts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'test/.out/tour');
const choices = {
  campaign: 'Spring catalog',
  channel: 'Social',
  pixels: ['Analytics, main site', 'Recipes'],
} as const;
const rows = ['menu', 'prices', 'opening-hours'].map((name) => `https://bakery.example.com/${name}`);
const linkedPage = 'https://rail.example.org/timetable/winter';

class Mismatch extends Error {
  constructor(what: string, expected: unknown, seen: unknown) {
    super(`${what}\n  expected  ${JSON.stringify(expected)}\n  seen      ${JSON.stringify(seen)}`);
  }
}

function hold(what: string, seen: unknown, expected: unknown): void {
  if (JSON.stringify(seen) !== JSON.stringify(expected)) throw new Mismatch(what, expected, seen);
}

const secondsSince = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Prints what was done, how it went and how long it took. */
async function step(title: string, work: () => Promise<string>): Promise<void> {
  const started = performance.now();
  try {
    const result = await work();
    console.log(`✓ ${title} (${secondsSince(started)})\n    ${result.replaceAll('\n', '\n    ')}`);
  } catch (fault) {
    console.log(`✗ ${title} (${secondsSince(started)})`);
    throw fault;
  }
}

const detailsSchema = z.object({ data: z.object({ clicks: z.number() }) });

async function clicksByApi(service: LocalService, id: number): Promise<number> {
  const response = await fetch(`${service.address}/api/url/${id}`, {
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  });
  return detailsSchema.parse(await response.json()).data.clicks;
}

/** The target of a short link, by a plain request as any visitor's browser sends it. */
/** A link with pixels leads on by a page that fires them. */
async function follow(shortUrl: string): Promise<{ status: number; to: string | null }> {
  const response = await fetch(shortUrl, { redirect: 'manual' });
  const onward = /id="continue" href="([^"]*)"/u.exec(await response.text())?.[1];
  return { status: response.status, to: response.headers.get('location') ?? onward ?? null };
}

const aliasOf = (shortUrl: string): string => new URL(shortUrl).pathname.slice(1);

async function mainJob(service: LocalService, album: Album): Promise<void> {
  await using running = await launchExtension();
  const article = `${service.address}/demo/night-trains-are-back`;
  const { store } = service;
  let shortUrl = '';

  const settings = await openedSettings(running);
  await step('Installs: the settings open by themselves', async () => {
    await album.add(settings, '1-settings-first');
    return `With the fields ${(await settings.all('textbox')).map(({ name }) => `"${name}"`).join(' and ')}.`;
  });

  await step('Connects with address and key', async () => {
    await connect(running, settings, service);
    const card = await settings.evaluate<string>(`document.querySelector('.account')?.innerText ?? ''`);
    if (!card.includes('robin')) throw new Mismatch('The account on the page', '… robin …', card);
    await album.add(settings, '2-settings-connected');
    return `The account: ${card.split('\n').filter(Boolean).slice(0, 4).join(', ')}.`;
  });

  const tab = await running.openTab(article);
  await writeClipboard(running, 'what was there before');
  const popup = await openPopup(running, tab);
  await step('Opens the popup on an article and fills it in by keyboard', async () => {
    await fillForm(popup, choices);
    const heading = await popup.evaluate<string>(`document.querySelector('h1')?.title ?? ''`);
    hold('The heading', heading, await tab.title());
    const seen = [
      await popup.value('combobox', msg('campaign')),
      await popup.value('combobox', msg('channel')),
    ];
    hold('Campaign and channel', seen, [choices.campaign, choices.channel]);
    return `"${await tab.title()}" with ${seen.join(' / ')} / ${choices.pixels.join(' + ')}.`;
  });

  await step('Shortens it with Enter', async () => {
    await popup.press('Enter');
    await popup.waitFor('button', msg('moreActions'));
    await until('"Copied"', async () =>
      (await popup.outline()).includes(JSON.stringify(msg('copied'))) ? true : undefined,
    );
    shortUrl = await popup.evaluate<string>(`document.querySelector('.short-link')?.title ?? ''`);
    return `The popup shows ${shortUrl} and "Copied".`;
  });

  await step('Pastes from the real clipboard', async () => {
    hold('The clipboard', await readClipboard(running), shortUrl);
    return 'It holds that very link.';
  });

  await step('Follows the short link with a plain request', async () => {
    const seen = await follow(shortUrl);
    hold('The response', seen, { status: 200, to: article });
    return `${seen.status}, the page with its pixels, on to ${seen.to}`;
  });

  await step('Looks into the service: the link is where it was assigned', async () => {
    const link = store.link(aliasOf(shortUrl));
    if (!link) throw new Mismatch('The link on the service', aliasOf(shortUrl), 'nothing');
    const named = (list: readonly { id: number; name: string }[], ids: readonly number[]): string[] =>
      list.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    const seen = {
      campaign: named(store.campaigns(), [link.campaign ?? -1])[0],
      channel: named(store.channels(), link.channels)[0],
      pixels: named(store.pixels(), link.pixels),
    };
    hold('Where it is assigned', seen, choices);
    return `Campaign ${seen.campaign}, channel ${seen.channel}, pixels ${seen.pixels.join(' and ')}.`;
  });

  await step('Shortens a right-clicked link', async () => {
    await tab.bringToFront();
    await dispatchMenu(running, { menuItemId: 'shorten-link', linkUrl: linkedPage, pageUrl: article });
    const made = await until('the service to have the link', () =>
      store.links().find(({ longurl }) => longurl === linkedPage),
    );
    const badge = await until('the badge', async () => {
      const text = await evaluateInWorker<Promise<string>>(running, 'chrome.action.getBadgeText({})');
      return text === '' ? undefined : text;
    });
    const pasted = await readClipboard(running);
    hold('The clipboard', pasted, `${made.domain ?? service.address}/${made.alias}`);
    hold('The response', await follow(pasted), { status: 302, to: linkedPage });
    return `${pasted} is on the clipboard, the badge shows "${badge}", and it leads to ${linkedPage}.`;
  });

  await step('Counts clicks', async () => {
    const link = store.link(aliasOf(shortUrl));
    if (!link) throw new Mismatch('The link on the service', aliasOf(shortUrl), 'nothing');
    for (let visit = 0; visit < 3; visit++) await follow(shortUrl);
    const clicks = await clicksByApi(service, link.id);
    hold('Clicks on the service', clicks, 4);
    return `${clicks} on ${shortUrl}, after the one visit above and three more.`;
  });

  await step('Finds the link in the account by its words, and sees its clicks', async () => {
    const page = await openExtensionPage(running, 'manage.html#links');
    const title = await tab.title();
    await page.fill('searchbox', msg('searchLinks'), title);
    const found = await until('the link to be found', async () =>
      page.evaluate<string | undefined>(
        // The newest first: others may have the same words.
        `document.querySelector('[role=grid] [role=row] mark')
           ? document.querySelector('[role=grid] .short').textContent : undefined`,
      ),
    );
    hold('The link', shortUrl.endsWith(found), true);
    await page.evaluate(`document.querySelector('[role=grid] [role=row]').click()`);
    const clicks = await until('its clicks', async () =>
      page.evaluate<string | undefined>(`document.querySelector('.figures dd')?.textContent ?? undefined`),
    );
    hold('The clicks on the page', clicks, '4');
    await album.add(page, '10-links', { width: 1280, height: 800 });
    await page.close();
    return `"${title}" leads to ${found}, with ${clicks} clicks.`;
  });

  await step('Makes three links of a pasted list', async () => {
    await writeClipboard(running, rows.join('\n'));
    const page = await openExtensionPage(running, 'manage.html#bulk');
    await page.waitFor('textbox', msg('bulkText'));
    await page.page.bringToFront();
    await page.evaluate(`document.querySelector('#bulk-text').focus()`);
    await page.press('Control+v');
    await pressEnabled(page, msgCount('createLinks', rows.length));
    // Lower priority than everything else, and thirty requests a minute are the limit.
    await until(
      'all of them to be made',
      async () => ((await page.outline()).includes(JSON.stringify(msg('bulkCompleted'))) ? true : undefined),
      { timeout: 90_000 },
    );
    const made = rows.map((row) => store.links().filter(({ longurl }) => longurl === row).length);
    hold('Links on the service for each row', made, [1, 1, 1]);
    await album.add(page, '11-bulk', { width: 1280, height: 800 });
    await page.close();
    return 'Each of them once.';
  });

  await step('Takes pictures', async () => {
    const pictured = {
      address: 'https://rail.example.org/journal/2026/03/night-trains-are-back?ref=front-page',
      title: 'Night trains are back, and the berths are full',
    };
    const form = await popupInTab(running, pictured);
    await fillForm(form, choices);
    await album.add(form, '3-popup-filled', popupLook);
    await album.add(form, '4-popup-filled-dark', { ...popupLook, theme: 'dark' });
    await form.look(popupLook);
    await form.press('Enter');
    await form.waitFor('button', msg('moreActions'));
    await until('"Copied"', async () =>
      (await form.outline()).includes(JSON.stringify(msg('copied'))) ? true : undefined,
    );
    await album.add(form, '5-popup-done', popupLook);
    await album.add(form, '6-popup-done-dark', { ...popupLook, theme: 'dark' });
    await form.close();
    await album.add(settings, '7-settings-dark', { theme: 'dark' });
    const activity = await openExtensionPage(running, 'manage.html#activity');
    await until('what was made to be listed', async () =>
      // The links of the batch are one row.
      (await activity.all('button', msgPattern('copyLink', /\S+/))).length >= 3 &&
      (await activity.outline()).includes(JSON.stringify(msg('bulkBatches')))
        ? true
        : undefined,
    );
    await album.add(activity, '8-activity', { width: 800 });
    await album.add(activity, '9-activity-dark', { width: 800, theme: 'dark' });
    await activity.close();
    return `${album.names.length} of them, in ${path.relative(root, album.folder)}`;
  });

  await step('Looks back', async () => {
    running.assertClean();
    const breaches = store.requests('/api/').flatMap((request) => request.breaches);
    hold('Breaches of the contract', breaches, []);
    return `No uncaught error, no breach of the content policy, and ${store.requests('/api/').length} requests to the service, all by the contract.`;
  });
}

/** Prints the steps; true when every one held. */
export async function runTour(service: LocalService): Promise<boolean> {
  const started = performance.now();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await mainJob(service, openAlbum(folder));
    console.log(`Every step held (${secondsSince(started)}). Pictures: ${folder}`);
    return true;
  } catch (fault) {
    console.log(fault instanceof Error ? fault.message : fault);
    console.log(`The tour ended here (${secondsSince(started)}). Pictures so far: ${folder}`);
    return false;
  }
}
