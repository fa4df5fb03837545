/** The pictures of the README: at twice the size, of an account that has been used a little. */
import {
  launchExtension,
  openExtensionPage,
  until,
  writeClipboard,
  type Look,
  type PageDriver,
  type RunningExtension,
} from '../browser/harness/index.ts';
import { startService, type LocalService } from '../service/start.ts';
import { connect, openedSettings } from './connect.ts';
import { fillForm } from './fill-form.ts';
import { popupInTab, popupLook, type Album } from './screenshots.ts';
import { msg, msgCount } from '../support/texts.ts';

const domain = 'https://go.example.com';
const made = [
  ['spring-menu', 'The spring menu, table by table', 'https://bakery.example.com/menu/spring'],
  ['rye', 'Rye starter kit', 'https://shop.example.com/products/rye-starter-kit'],
  ['issue-41', 'The quiet week', 'https://letters.example.net/issues/the-quiet-week'],
  ['lime-trees', 'Lime avenue, street by street', 'https://trees.example.org/streets/lime-avenue'],
] as const;
const article = {
  address: 'https://www.example.com/journal/sourdough-in-a-small-kitchen',
  title: 'Sourdough in a small kitchen',
  card: {
    description: 'A starter, one pot and a free evening: bread for the week, without a machine.',
    picture: 'https://www.example.com/journal/sourdough.jpg',
  },
};

const presets = {
  defaultId: 'journal',
  list: [
    {
      id: 'journal',
      name: 'Journal',
      sites: ['example.com/journal', '*.letters.example.net'],
      fields: {
        alias: '{title}',
        domain,
        extras: {
          note: '{title} ({host}, {date})',
          expiry: '+1m',
          parameters: [
            { name: 'utm_source', value: 'newsletter' },
            { name: 'utm_medium', value: 'e-mail' },
          ],
        },
      },
    },
    {
      id: 'shop',
      name: 'Shop window',
      sites: ['shop.example.com'],
      fields: { domain, extras: { type: 'splash', note: 'Seen on a poster' } },
    },
  ],
};

const places = ['Newsletter', 'Poster in the window', 'Mastodon', 'Instagram story'];

/** Twice the resolution at the same size. */
const sharp = ({ width = 1280, height = 800 }: Look): Look => ({
  width: 2 * width,
  height: 2 * height,
  zoom: 2,
});

async function chooseDomain(page: PageDriver): Promise<void> {
  await page.waitFor('combobox', msg('domain'));
  await page.evaluate(
    (value: string) => {
      const select = document.querySelector<HTMLSelectElement>('#domain');
      if (!select) throw new Error('No domain can be chosen.');
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { args: [domain] },
  );
}

async function unfold(page: PageDriver, section: string): Promise<void> {
  await page.evaluate(
    (name: string) => {
      const summaries = [...document.querySelectorAll('summary')];
      summaries.find((one) => one.textContent?.trim().startsWith(name))?.click();
    },
    { args: [section] },
  );
}

async function shortenAs(popup: PageDriver, alias: string): Promise<void> {
  await popup.fill('textbox', msg('alias'), alias);
  await chooseDomain(popup);
  await popup.click('button', msg('shorten'));
  await popup.waitFor('button', msg('createAnother'));
}

/** "More options", with the card that the page's own tags fill. */
async function drawOptions(running: RunningExtension, album: Album): Promise<void> {
  const popup = await popupInTab(running, article);
  await popup.click('button', msg('moreOptions'));
  await popup.waitFor('textbox', msg('note'));
  await popup.fill('textbox', msg('alias'), 'sourdough');
  await chooseDomain(popup);
  await unfold(popup, msg('linkPreview'));
  await popup.click('button', msg('fillFromPage'));
  await popup.waitFor('figure', msg('linkPreviewFigure'));
  await popup.page.waitForSelector('figure img');
  await album.add(popup, 'options', sharp(popupLook));
  await popup.close();
}

async function drawPresets(running: RunningExtension, album: Album): Promise<void> {
  const settings = await openExtensionPage(running, 'options.html');
  const ask = { target: 'background', kind: 'save-presets', request: presets };
  await settings.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(ask)})`);
  await settings.page.reload();
  await settings.waitFor('button', msg('presetsExport'));
  await unfold(settings, 'Journal');
  await album.addPart(settings, 'presets', '.presets', sharp({ width: 592, height: 800 }));
  await settings.close();
}

/** Several places, and their result. */
async function drawPlaces(running: RunningExtension, album: Album): Promise<void> {
  const page = await openExtensionPage(running, 'link.html');
  await page.waitFor('textbox', msg('alias'));
  await page.fill('textbox', msg('urlToShorten'), article.address);
  await page.fill('textbox', msg('alias'), 'bread');
  await chooseDomain(page);
  await unfold(page, msg('placements'));
  for (const [at, place] of places.entries()) {
    await page.click('button', msg('addPlacement'));
    await page.fill('textbox', msg('placementRow', String(at + 1)), place);
  }
  await page.click('button', msgCount('createPlacementLinks', places.length));
  await page.waitFor('button', msg('editPlacements'));
  await album.addPart(page, 'places', '.places-asked', sharp({ width: 760, height: 800 }));
  await page.close();
}

/** Search results, and the link with the most clicks. */
async function drawLinks(running: RunningExtension, album: Album, { store }: LocalService): Promise<void> {
  const [busiest] = store
    .links()
    .filter(({ longurl }) => longurl.includes('harbour-night'))
    .toSorted((one, other) => other.clicks - one.clicks);
  const page = await openExtensionPage(running, `manage.html#links/${busiest?.id}`);
  // Side by side, in a wide window.
  await page.look({ width: 1120, height: 900 });
  await page.fill('searchbox', msg('findLinks'), 'harbour night');
  await page.page.waitForSelector('.figures');
  await album.add(page, 'links', sharp({ width: 1120, height: 900 }));
  await page.close();
}

/** A table with an invalid row, half way through. */
async function drawBulk(running: RunningExtension, album: Album): Promise<void> {
  const lines = Array.from(
    { length: 12 },
    (_, n) => `https://shop.example.com/products/${n + 1},Spring catalogue,https://go.example.com`,
  );
  const table = ['url,campaign,domain', ...lines, 'not an address,Spring catalogue,'].join('\n');
  await writeClipboard(running, table);
  const page = await openExtensionPage(running, 'manage.html#bulk');
  await page.waitFor('textbox', msg('bulkText'));
  await page.page.bringToFront();
  await page.evaluate(`document.querySelector('#bulk-text').focus()`);
  await page.press('Control+v');
  await page.click('button', msgCount('bulkStart', 12));
  await until('some of them to be made', async () =>
    page.evaluate<boolean | undefined>(
      `Number(document.querySelector('.numbers dd')?.textContent) >= 5 || undefined`,
    ),
  );
  await page.click('button', msg('bulkPause'));
  await until('it to pause', async () =>
    (await page.outline()).includes(JSON.stringify(msg('bulkResume'))) ? true : undefined,
  );
  await album.add(page, 'bulk', sharp({ width: 960, height: 700 }));
  await page.close();
}

/** With a service and a browser of their own, so that nothing of the tour shows. */
export async function drawForReadme(album: Album): Promise<void> {
  await using service = await startService({ demo: true, limit: 300 });
  await using running = await launchExtension();
  const settings = await openedSettings(running);
  await connect(running, settings, service);
  for (const [alias, title, address] of made) {
    const popup = await popupInTab(running, { title, address });
    await shortenAs(popup, alias);
    await popup.close();
  }
  const popup = await popupInTab(running, article);
  await fillForm(popup, {
    campaign: 'Newsletter, weekly',
    channel: 'Partners',
    pixels: ['Analytics, main site', 'Recipes'],
  });
  await album.add(popup, 'popup', sharp(popupLook));
  await popup.close();
  await album.addPart(settings, 'settings', 'main section', sharp({ width: 592, height: 800 }));
  await drawOptions(running, album);
  await drawPlaces(running, album);
  await drawLinks(running, album, service);
  await drawBulk(running, album);
  // Last: from here on a preset would be in every form.
  await drawPresets(running, album);
}
