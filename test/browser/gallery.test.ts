// Every component in every state, on the page that only a build in development mode has: pictures in both themes for
// test/.out/gallery, and what axe finds.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension } from '../tools/build.ts';
import { msg } from '../support/texts.ts';
import {
  axeViolations,
  launchExtension,
  openExtensionPage,
  type PageDriver,
  type RunningExtension,
} from './harness/index.ts';
import { everyLook, fits } from './setup/layout-checks.ts';

const root = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(root, 'test/.out/gallery');

/** Shows hover and focus where the page asks for it: no more than one element could have either. */
async function forceStates({ page }: PageDriver): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root: document } = await session.send('DOM.getDocument');
  for (const state of ['hover', 'focus-visible']) {
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: document.nodeId,
      selector: `[data-force=${state}] :is(button, input)`,
    });
    for (const nodeId of nodeIds)
      await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [state] });
  }
}

describe('the components', () => {
  let running: RunningExtension;
  let page: PageDriver;
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    await buildExtension('development');
    running = await launchExtension({ dir: path.join(root, '.output/chrome-mv3-dev') });
    page = await openExtensionPage(running, 'gallery.html');
    await page.waitFor('heading', 'Button');
  });
  afterAll(() => running?.close());

  it('has a card for each', async () => {
    const names = (await page.all('heading')).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(
        'Colors,Type,Button,Field,Rows of settings,Picker rows, chips, list,Pills and filters,Banner and confirmation,Result card,Recent links,Links in a list,Table,Statistics,Progress,Empty state'.split(
          /,(?! )/u,
        ),
      ),
    );
  });

  it('is accessible in both themes', async () => {
    expect.soft(await axeViolations(page)).toEqual([]);
  });

  it('fits a narrow window, enlarged, and from right to left', async () => {
    expect.hasAssertions();
    await fits(page, 360, [...everyLook]);
  });

  it.each(['light', 'dark'] as const)('is captured in the %s theme', async (theme) => {
    await page.click('combobox', msg('channel'));
    await page.fill('combobox', msg('channel'), 'Soc');
    await forceStates(page);
    await page.screenshot(path.join(pictures, theme), { width: 1600, theme });
    expect(existsSync(path.join(pictures, `${theme}.png`))).toBe(true);
  });
});
