// The settings in real Firefox: a file of them that comes in again, and their texts in British English.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { launchFirefox, removeFolder, temporaryFolder, until } from './harness/index.ts';
import { reads, there } from './setup/firefox-page.ts';
import { britishMessage, msg, msgWithin } from '../support/texts.ts';

/** Presses a control by key. @param wanted its text or its label's */
async function press(page: Page, wanted: string): Promise<void> {
  await until(`"${wanted}" to have the focus`, async () =>
    (await page.evaluate((text: string) => {
      const control = [...document.querySelectorAll<HTMLElement>('button, input[type=checkbox]')].find(
        (one) =>
          one.textContent === text ||
          (one instanceof HTMLInputElement && one.labels?.[0]?.textContent?.includes(text)),
      );
      control?.focus();
      return control !== undefined && document.activeElement === control;
    }, wanted))
      ? true
      : undefined,
  );
  await page.keyboard.press(' ');
}

const isStored = (page: Page, name: 'autoCopy' | 'notify', wanted: boolean): Promise<true> =>
  until(`"${name}" to be stored as ${wanted}`, async () =>
    (await page.evaluate(
      `browser.storage.local.get('preferences').then(({ preferences }) => preferences?.data.${name})`,
    )) === wanted
      ? true
      : undefined,
  );
const autoCopyIs = (page: Page, wanted: boolean): Promise<true> => isStored(page, 'autoCopy', wanted);

it('exports settings in Firefox as a file, and imports it', async () => {
  const downloads = await temporaryFolder('downloads');
  try {
    await using firefox = await launchFirefox({ downloads });
    const page = await firefox.openTab(firefox.url('options.html'));
    await press(page, msg('autoCopy'));
    await autoCopyIs(page, false);
    await press(page, msg('settingsExport'));
    const file = path.join(downloads, 'curtail-settings.json');
    await until('the file', () =>
      readFile(file, 'utf8').then(
        (text) => text.includes('"autoCopy": false') || undefined,
        () => undefined,
      ),
    );
    await press(page, msg('autoCopy'));
    await autoCopyIs(page, true);
    const input = await page.waitForSelector(
      `xpath/.//button[normalize-space()="${msg('settingsImport')}"]/following-sibling::input[@type="file"]`,
    );
    // Puppeteer types what it finds by the selector's first word only.
    const field = await input?.toElement('input');
    await field?.uploadFile(file);
    await reads(page, msgWithin('settingsChanges'));
    await autoCopyIs(page, true);
    await press(page, msg('presetsImportConfirm'));
    await reads(page, msgWithin('settingsImported'));
    await autoCopyIs(page, false);
  } finally {
    await removeFolder(downloads);
  }
});

it('turns notifications off when their permission is removed in Firefox', async () => {
  await using firefox = await launchFirefox();
  const page = await firefox.openTab(firefox.url('options.html'));
  await press(page, msg('notifications'));
  await isStored(page, 'notify', true);
  // As by the switch in about:addons.
  await page.evaluate(`browser.permissions.remove({ permissions: ['notifications'] })`);
  await isStored(page, 'notify', false);
  await until('the settings to show it', async () =>
    (await page.evaluate(`document.querySelector('#notify').checked`)) === false ? true : undefined,
  );
});

it('has in a British Firefox the British texts, and the American ones that they lack', async () => {
  await using firefox = await launchFirefox({ language: 'en-GB' });
  const page = await firefox.openTab(firefox.url('options.html'));
  await there(page, '#service-address');
  expect(britishMessage('behaviorHeading')).not.toBe(msg('behaviorHeading'));
  expect(britishMessage('connect')).toBe('');
  const text = await reads(page, new RegExp(`^${msg('connect')}$`, 'mu'));
  expect(text.split('\n')).toContain(britishMessage('behaviorHeading'));
  expect(text.split('\n')).not.toContain(msg('behaviorHeading'));
  expect(await page.title()).toBe(msg('optionsTitle'));
  expect(await page.evaluate('document.documentElement.lang')).toBe('en-GB');
});
