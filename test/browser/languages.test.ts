// The language of the texts in browsers of other languages: a text that a catalogue lacks comes from the next one, and the pages
// say in which language they are.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromeBuild, openExtensionPage, type PageDriver } from './harness/index.ts';
import { startScene } from './setup/connected.ts';
import { openPopupPage } from './setup/popup-page.ts';
import { msg } from '../support/texts.ts';

/** The British texts are few; all others are English. */
const britishMessage = async (name: string): Promise<string> => {
  const file = path.join(chromeBuild, '_locales/en_GB/messages.json');
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, { message: string }>;
  return texts[name]?.message ?? '';
};
const languageOf = (page: PageDriver) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

describe.each([
  ['en-GB', 'en-GB', await britishMessage('behaviorHeading')],
  ['en-US', 'en', msg('behaviorHeading')],
])('a browser in %s', (browserLanguage, language, behavior) => {
  it(`has pages in ${language}, with the texts that only English has`, async () => {
    await using scene = await startScene({ launch: { language: browserLanguage } });
    const { options, running } = scene;
    await options.waitFor('heading', behavior);
    await options.waitFor('button', msg('connect'));
    expect(await options.page.title()).toBe(msg('optionsTitle'));
    expect(await languageOf(options)).toEqual([language, 'ltr']);
    const open = [
      () => openPopupPage(scene, 'https://example.com/', 'A page'),
      () => openExtensionPage(running, 'manage.html'),
      () => openExtensionPage(running, 'link.html'),
    ];
    for (const openPage of open) {
      const page = await openPage();
      await page.waitFor('button', msg('openSettings'));
      expect(await languageOf(page)).toEqual([language, 'ltr']);
    }
    running.assertClean();
  });
});

it('British English differs in what is tested here', async () => {
  expect(await britishMessage('behaviorHeading')).not.toBe(msg('behaviorHeading'));
  expect(await britishMessage('connect')).toBe('');
});
