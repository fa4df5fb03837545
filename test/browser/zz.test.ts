import { afterAll, beforeAll, describe, it } from 'vitest';
import { openExtensionPage, writeClipboard, type PageDriver } from './harness/index.ts';
import { startConnected, type Scene } from './setup/connected.ts';
import { msg, msgCount } from '../support/texts.ts';
const out = process.env['OUT'] ?? '/tmp/wNs/shots';
const shot = async (page: PageDriver, name: string, width = 1280, height = 800, both = true) => {
  await page.screenshot(`${out}/${name}.png`, { theme: 'light', width, height });
  if (both) await page.screenshot(`${out}/${name}-dark.png`, { theme: 'dark', width, height });
};
const soft = async (what: string, work: () => Promise<unknown>) => {
  try {
    await work();
  } catch (e) {
    console.log('FAILED', what, String(e).slice(0, 600));
  }
};
const only = process.env['ONLY'] ?? '';
describe('zz', () => {
  let scene: Scene;
  let page: PageDriver;
  beforeAll(async () => {
    scene = await startConnected({ service: { limit: 60 } });
    page = await openExtensionPage(scene.running, 'manage.html#links');
    await page.look({ width: 1280, height: 800 });
  });
  afterAll(() => scene.close());
  const part = (name: string, work: () => Promise<unknown>) =>
    only === '' || only.split(',').includes(name) ? it(name, () => soft(name, work), 60_000) : undefined;
  const go = async (hash: string) => {
    await page.evaluate((h) => {
      location.hash = h;
    }, hash);
    await new Promise((r) => setTimeout(r, 1500));
  };
  part('records', async () => {
    for (const name of ['campaigns', 'channels', 'pixels', 'domains', 'overlays', 'splash-pages']) {
      await go(name);
      await shot(page, name, 1280, 640);
      await shot(page, `${name}-700`, 700, 640, false);
      await shot(page, `${name}-400`, 400, 640, false);
    }
  });
  part('bulk', async () => {
    await go('bulk');
    await page.waitFor('button', msg('bulkChooseFile'));
    await writeClipboard(
      scene.running,
      'http://site.example/a,alias1\nhttp://site.example/b\nhttp://site.example/c,alias2\nhttp://site.example/d',
    );
    await page.page.bringToFront();
    await page.evaluate(() => document.querySelector<HTMLElement>('#bulk-text')?.focus());
    await page.press('Control+v');
    await page.waitFor('button', msg('bulkUseAsAliases'));
    await shot(page, 'bulk-list', 1280, 1000);
    await shot(page, 'bulk-list-700', 700, 1000, false);
    await page.look({ width: 1280, height: 1000 });
    await page.click('button', msg('bulkUseAsAliases'));
    await new Promise((r) => setTimeout(r, 800));
    await shot(page, 'bulk-table', 1280, 1000);
    await page.look({ width: 1280, height: 1000 });
    await page.click('button', msgCount('createLinks', 4));
    await new Promise((r) => setTimeout(r, 250));
    await shot(page, 'bulk-running', 1280, 800, false);
    await new Promise((r) => setTimeout(r, 4000));
    await shot(page, 'bulk-done', 1280, 800, false);
  });
  part('links', async () => {
    await go('links');
    await shot(page, 'links', 1280, 640, false);
    await page.click('button', msg('exportLinks'));
    await new Promise((r) => setTimeout(r, 500));
    await shot(page, 'export', 1280, 640);
    await page.press('Escape');
    const id = await page.evaluate(() => location.hash);
    console.log(id);
    const made = scene.made()[0];
    await go(`links/${made?.id ?? 1}`);
    await shot(page, 'details', 1280, 1000);
    await page.look({ width: 1280, height: 1000 });
    await page.click('button', msg('moreActions'));
    await new Promise((r) => setTimeout(r, 500));
    await page.click('button', msg('markdown'));
    await new Promise((r) => setTimeout(r, 500));
    await shot(page, 'copied', 1280, 1000);
    await page.look({ width: 1280, height: 1000 });
    await page.press('Escape');
    await page.click('button', msg('share'));
    await new Promise((r) => setTimeout(r, 500));
    await page.press('Escape');
    await new Promise((r) => setTimeout(r, 500));
    await shot(page, 'escaped', 1280, 1000, false);
  });
});
