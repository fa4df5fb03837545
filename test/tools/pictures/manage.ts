/** Pictures of the manage page: a link with its statistics, a batch. */
import {
  openExtensionPage,
  pause,
  pressEnabled,
  until,
  type PageDriver,
} from '../../browser/harness/index.ts';
import { shortDomain } from './account.ts';
import type { Scene } from './scene.ts';
import { msg, msgCount, msgCounts, msgWithin } from '../../support/texts.ts';

const wide = { width: 1200, height: 860 } as const;
/** One to one in the frame of the stores. */
const inStore = { width: 1200, height: 633 } as const;

const products = `country-loaf,Country loaf
rye-with-caraway,Rye with caraway
spelt-and-honey,Spelt and honey
rye-starter-kit,Rye starter kit
walnut-levain,Walnut levain
potato-rosemary,Potato and rosemary
olive-fougasse,Olive fougasse
cinnamon-buns,Cinnamon buns
cardamom-knots,Cardamom knots
almond-croissant,Almond croissant
plum-galette,Plum galette
pear-tart,Pear tart
gingerbread-box,Gingerbread box
stollen-small,"Stollen, small"
stollen-large,"Stollen, large"
advent-basket,Advent basket
breakfast-box,Breakfast box
bread-knife,Bread knife
linen-bag,Linen bread bag
proofing-basket,Proofing basket
enamel-mug,Enamel mug
apron,Linen apron
gift-card,Gift card
baking-book,The Brightloaf baking book`
  .split('\n')
  .map((line) => line.replace(/^([\w-]+),/u, 'https://shop.brightloaf.co/products/$1,'));

/** One product twice, one that has a short link already, and a row that is none. */
const table = [
  'Destination URL,Title,Campaign,Domain',
  ...products.map((line) => `${line},Holiday pre-orders,${shortDomain}`),
  `${products[6]},Holiday pre-orders,${shortDomain}`,
  'shop counter,Ask Jonas for the page,,',
].join('\n');

export async function pictureLinks({ running, service, take, figure, screen }: Scene): Promise<void> {
  const link = service.store.link('stollen');
  const page = await openExtensionPage(running, `manage.html#links/${link?.id}`);
  await page.look(wide);
  await page.page.waitForSelector('.figures');
  await until('the account to be synced', async () =>
    (await page.page.$eval('.found', (found) => found.textContent)) ===
    msgCount('linksCount', service.store.links().length)
      ? true
      : undefined,
  );
  // As common services have it, and as little used.
  service.setLimit({ limit: 60 });
  await page.page.reload();
  await page.page.waitForSelector('.figures');
  await figure('links', await take(page, wide));
  await screen('store-links', await take(page, inStore, 1));
  await page.close();
}

async function startBatch(page: PageDriver): Promise<void> {
  await page.fill('textbox', msg('bulkText'), table);
  await pressEnabled(page, msgCounts('createLinks', /\d+/u));
}

const halfCreated = (page: PageDriver): Promise<unknown> =>
  until('half of the batch', async () =>
    msgWithin('bulkDoneOf_other', /\d+/u, /1[3-9]/u).test(await page.outline()) ? true : undefined,
  );

export async function pictureBulk({ running, service, take, figure, screen }: Scene): Promise<void> {
  service.setLimit({ limit: 120 });
  const page = await openExtensionPage(running, 'manage.html#bulk');
  await page.look(wide);
  await page.waitFor('textbox', msg('bulkText'));
  await startBatch(page);
  await halfCreated(page);
  // The next one takes as long as the pictures do.
  service.setLatency(60_000);
  // For the one in progress.
  await pause(1000);
  await figure('bulk', await take(page, { ...wide, height: 820 }));
  await screen('store-bulk', await take(page, { ...inStore, height: 607 }, 1));
  service.setLatency(0);
  await page.close();
}
