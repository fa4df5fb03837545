/** The pictures of the README: at twice the size, of an account that has been used a little. */
import { launchExtension, type Look, type PageDriver } from '../browser/harness/index.ts';
import { startService } from '../service/start.ts';
import { connect, openedSettings } from './connect.ts';
import { fillForm } from './fill-form.ts';
import { popupInTab, popupLook, type Album } from './pictures.ts';

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
};

/** Twice as many dots, in the same room. */
const sharp = ({ width = 1280, height = 800 }: Look): Look => ({
  width: 2 * width,
  height: 2 * height,
  zoom: 2,
});

async function shortenAs(popup: PageDriver, alias: string): Promise<void> {
  await popup.click('button', /More options$/);
  await popup.fill('textbox', 'Alias', alias);
  await popup.waitFor('combobox', 'Domain');
  await popup.evaluate(
    (value: string) => {
      const select = document.querySelector('select');
      if (!select) throw new Error('No domain can be chosen.');
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { args: [domain] },
  );
  await popup.click('button', 'Shorten');
  await popup.waitFor('button', 'Create another');
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
  await album.add(settings, 'settings', sharp({ width: 592, height: 400 }));
}
