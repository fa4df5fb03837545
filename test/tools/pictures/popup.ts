/** Pictures of the popup and of its page in a tab: from the filled form to the result, options, an existing link, placements. */
import {
  killWorker,
  openExtensionPage,
  until,
  type PageDriver,
  type RunningExtension,
} from '../../browser/harness/index.ts';
import { fillForm } from '../fill-form.ts';
import { popupInTab, type Pretence } from '../screenshots.ts';
import { shortDomain } from './account.ts';
import { article, chooseDomain, savePresets, unfold, type Scene } from './scene.ts';
import { msg, msgCount, msgWithin } from '../../support/texts.ts';

const popup = { width: 380 } as const;
/** In the frame of the stores. */
const enlarged = 1.05;

const recent = [
  ['pumpkin-rye', 'Pumpkin rye with toasted seeds', 12],
  ['class-dec', 'Sourdough for beginners, December dates', 95],
  ['stollen', 'Order your stollen by December 12', 3 * 24 * 60],
] as const;

const cake = {
  ...article,
  address: 'https://brightloaf.co/journal/apple-pie-with-a-lattice',
  title: 'Apple pie with a lattice, step by step',
} as const;

const places = ['Newsletter', 'Counter card', 'Instagram story', 'Museum café'] as const;

/** Links that were created a while ago. */
async function storeRecents({ running, service }: Scene, page: PageDriver): Promise<void> {
  const links = recent.map(([alias, title, minutes]) => {
    const link = service.store.link(alias);
    return {
      id: String(link?.id),
      shortUrl: `${shortDomain}/${alias}`,
      address: link?.longurl ?? '',
      title,
      at: Date.now() - minutes * 60_000,
    };
  });
  const byUrl = Object.fromEntries(
    links.map(({ address, ...link }) => [
      `short:${address}`,
      { ...link, clicks: service.store.link(link.shortUrl.split('/').at(-1) ?? '')?.clicks ?? 0 },
    ]),
  );
  const stored = JSON.stringify({ 'recent-links': { version: 1, data: links }, ...byUrl });
  await page.evaluate(`chrome.storage.local.set(${stored})`);
  // Read by the next worker, and shown from its first change on.
  await killWorker(running);
  await savePresets(page, [], null);
}

async function filledForm(running: RunningExtension, page: Pretence, alias: string): Promise<PageDriver> {
  const form = await popupInTab(running, page);
  await fillForm(form, {
    campaign: 'Autumn baking',
    channel: 'Newsletter',
    pixels: ['Analytics', 'Recipes'],
  });
  await chooseDomain(form);
  await form.fill('textbox', msg('alias'), alias);
  return form;
}

async function shorten(form: PageDriver): Promise<void> {
  await form.click('button', msg('shorten'));
  await form.waitFor('button', msg('moreActions'));
  await until('"Copied"', async () =>
    (await form.outline()).includes(JSON.stringify(msg('copied'))) ? true : undefined,
  );
}

/** Before there are recent links: with them the popup would not fit. */
async function pictureForStores({ running, take, screen, tile }: Scene): Promise<void> {
  const form = await filledForm(running, cake, 'apple-pie');
  const before = await take(form, popup, enlarged);
  await shorten(form);
  await screen('store-result', before, await take(form, popup, enlarged));
  await tile(await take(form, { ...popup, only: '.result' }, 1));
  await form.close();
}

/** The filled form and, after Enter, its result. */
async function pictureResult({ running, take, figure }: Scene): Promise<void> {
  const form = await filledForm(running, article, 'sourdough');
  await form.page.waitForFunction(() => document.querySelectorAll('.recent li').length >= 3);
  const before = await take(form, popup);
  await shorten(form);
  await figure('popup', before, await take(form, popup));
  await form.click('button', msg('qrCode'));
  await form.waitFor('button', msg('downloadSvg'));
  await figure('qr-code', await take(form, popup));
  await form.close();
}

/** The same page again. */
async function pictureExisting({ running, take, figure }: Scene): Promise<void> {
  const again = await popupInTab(running, article);
  await again.waitFor('button', msg('createAnother'));
  // They are looked up once the popup has settled.
  await again.page.waitForFunction(() => document.querySelector('.recent .clicks')?.textContent);
  await figure('existing', await take(again, popup));
  await again.close();
}

/** "More options", with the preview that the page's own tags fill. */
async function pictureOptions({ running, take, figure }: Scene): Promise<void> {
  // Another page: the draft of a page is stored.
  const address = 'https://brightloaf.co/journal/sourdough-for-two';
  const form = await filledForm(running, { ...article, address }, 'for-two');
  await form.click('button', msgWithin('moreOptions'));
  await form.fill('textbox', msg('note'), 'Thursday’s letter, with the recipe');
  await unfold(form, msg('linkPreview'));
  await form.click('button', msg('fillFromPage'));
  await form.waitFor('figure', msg('linkPreviewFigure'));
  await form.page.waitForSelector('figure img');
  await figure('options', await take(form, popup));
  await form.close();
}

/** All options on a page of their own. */
async function pictureForm({ running, take, screen }: Scene): Promise<void> {
  const page = await openExtensionPage(running, 'link.html');
  await page.look({ width: 1200, height: 640 });
  await page.fill('textbox', msg('destinationUrl'), article.address);
  await page.fill('textbox', msg('alias'), 'sourdough');
  await chooseDomain(page);
  for (const [picker, choice] of [
    ['campaign', 'Autumn baking'],
    ['channel', 'Newsletter'],
    ['pixels', 'Recipes'],
  ] as const) {
    await page.fill('combobox', msg(picker), choice);
    await page.waitFor('option', choice);
    await page.press('Enter');
    await page.press('Escape');
  }
  await unfold(page, msg('linkPreview'));
  await page.fill('textbox', msg('fieldTitle'), article.card.title);
  await page.fill('textbox', msg('fieldDescription'), article.card.description);
  await page.page.evaluate(() => scrollTo(0, 0));
  await screen('store-options', await take(page, { width: 1200, height: 552 }, 1));
  await page.close();
}

/** One link per placement, and their results. */
async function picturePlacements({ running, take, figure }: Scene): Promise<void> {
  const page = await openExtensionPage(running, 'link.html');
  await page.look({ width: 1120, height: 900 });
  await page.fill('textbox', msg('destinationUrl'), 'https://brightloaf.co/journal/gingerbread-house');
  await page.fill('textbox', msg('alias'), 'gingerbread');
  await chooseDomain(page);
  await unfold(page, msg('placements'));
  for (const [at, place] of places.entries()) {
    await page.click('button', msg('addPlacement'));
    await page.fill('textbox', msg('placementRow', String(at + 1)), place);
  }
  await page.click('button', msgCount('createLinks', places.length));
  await page.waitFor('button', msg('morePlacements'));
  await figure('placements', await take(page, { width: 1040, height: 900, only: '.submitted-placements' }));
  await page.close();
}

export async function picturePopup(scene: Scene, settings: PageDriver): Promise<void> {
  await pictureForStores(scene);
  await pictureOptions(scene);
  await pictureForm(scene);
  await storeRecents(scene, settings);
  await pictureResult(scene);
  await pictureExisting(scene);
  await picturePlacements(scene);
}
