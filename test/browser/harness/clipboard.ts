import type { RunningExtension } from './launch.ts';
import { drivePage, type PageDriver } from './page-driver.ts';
import { pause } from './wait.ts';

// A scratch tab of its own: nothing but a text area. Bringing it to the front closes an open popup, as any tab would.
async function withScratch<T>(running: RunningExtension, work: (tab: PageDriver) => Promise<T>): Promise<T> {
  const page = await running.browser.newPage();
  try {
    await page.setContent('<textarea aria-label="Scratch" autofocus></textarea>');
    await page.bringToFront();
    const tab = await drivePage(page);
    await tab.evaluate(() => {
      document.querySelector('textarea')?.focus();
    });
    return await work(tab);
  } finally {
    await page.close();
  }
}

/** The text that a paste yields, so the real clipboard: no permission is needed. */
export const readClipboard = (running: RunningExtension): Promise<string> =>
  withScratch(running, async (tab) => {
    // A tab that has just come to the front may not accept keys yet: an empty paste is repeated.
    for (let tried = 0; tried < 20; tried++) {
      await tab.press('Control+v');
      const text = await tab.value('textbox', 'Scratch');
      if (text !== '') return text;
      await pause(50);
    }
    return '';
  });

/** Puts a known text there first, to distinguish a copy from the earlier content. */
export const writeClipboard = (running: RunningExtension, text: string): Promise<void> =>
  withScratch(running, async (tab) => {
    await tab.session.send('Input.insertText', { text });
    await tab.press('Control+a');
    await tab.press('Control+c');
  });
