/** Pictures of the settings: the connection, and a preset. */
import { openExtensionPage } from '../../browser/harness/index.ts';
import { shortDomain } from './account.ts';
import { savePresets, unfold, type Scene } from './scene.ts';
import { msg } from '../../support/texts.ts';

const presets = {
  defaultId: 'journal',
  list: [
    {
      id: 'journal',
      name: 'Journal',
      sites: ['brightloaf.co/journal', '*.letters.brightloaf.co'],
      fields: {
        alias: '{title}',
        domain: shortDomain,
        extras: {
          note: '{title} ({host}, {date})',
          expiry: '+1m',
          parameters: [
            { name: 'utm_source', value: 'newsletter' },
            { name: 'utm_medium', value: 'email' },
          ],
        },
      },
    },
    {
      id: 'shop',
      name: 'Shop',
      sites: ['shop.brightloaf.co'],
      fields: { domain: shortDomain, extras: { type: 'splash', note: 'Seen on a poster' } },
    },
  ],
};

export async function pictureSettings({ running, take, figure }: Scene): Promise<void> {
  const page = await openExtensionPage(running, 'options.html');
  await page.waitFor('button', msg('disconnect'));
  await figure('settings', await take(page, { width: 960, height: 670 }));
  await savePresets(page, presets.list, presets.defaultId);
  await page.close();
  const again = await openExtensionPage(running, 'options.html');
  await again.waitFor('button', msg('presetsExport'));
  await unfold(again, 'Journal');
  const view = { width: 960, height: 608 } as const;
  await again.look(view);
  await again.page.evaluate(() => {
    document.querySelector('.presets')?.scrollIntoView();
    scrollBy(0, -20);
  });
  await figure('presets', await take(again, view));
  await again.close();
}
