// The language of the texts in browsers of other languages: a text that a catalog lacks comes from the next one, and the pages
// say in which language they are.
import { afterEach, describe, expect, it } from 'vitest';
import { openExtensionPage, type PageDriver } from './harness/index.ts';
import { startScene } from './setup/connected.ts';
import { openPopupPage } from './setup/popup-page.ts';
import { britishMessage, msg, source, translations, useMessages } from '../support/texts.ts';

const languageOf = (page: PageDriver) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

afterEach(() => useMessages(source));

/** Each page says in which language it is. */
async function pagesIn(browserLanguage: string, behavior: string): Promise<object> {
  await using scene = await startScene({ launch: { language: browserLanguage } });
  const { options, running } = scene;
  await options.waitFor('heading', behavior);
  await options.waitFor('button', msg('connect'));
  const languages = [await languageOf(options)];
  const open = [
    () => openPopupPage(scene, 'https://example.com/', 'A page'),
    () => openExtensionPage(running, 'manage.html'),
    () => openExtensionPage(running, 'link.html'),
  ];
  for (const openPage of open) {
    const page = await openPage();
    await page.waitFor('button', msg('openSettings'));
    languages.push(await languageOf(page));
  }
  running.assertClean();
  return { title: await options.page.title(), languages };
}

const allIn = (language: string) => ({
  title: msg('optionsTitle'),
  languages: Array.from({ length: 4 }, () => [language, 'ltr']),
});

describe.each([
  ['en-GB', 'en-GB', britishMessage('behaviorHeading')],
  ['en-US', 'en', msg('behaviorHeading')],
])('a browser in %s', (browserLanguage, language, behavior) => {
  it(`has pages in ${language}, with the texts that only English has`, async () => {
    expect(await pagesIn(browserLanguage, behavior)).toEqual(allIn(language));
  });
});

it.each(translations())('a browser in $lang has its own texts', async ({ lang, messages }) => {
  useMessages(messages);
  expect(await pagesIn(lang, msg('behaviorHeading'))).toEqual(allIn(lang));
});

it('British English differs in what is tested here', () => {
  expect(britishMessage('behaviorHeading')).not.toBe(msg('behaviorHeading'));
  expect(britishMessage('connect')).toBe('');
});
