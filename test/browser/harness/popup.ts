import type { Page, Target } from 'puppeteer-core';
import { createDriver, type Driver } from './driver.ts';
import type { RunningExtension } from './launch.ts';
import { until, type WaitOptions } from './wait.ts';
import { afterHeld } from './worker-stops.ts';

interface PopupOptions extends WaitOptions {
  /** Right before the button is pressed, with the tab in front. */
  readonly beforePress?: () => Promise<unknown>;
}

/** Presses the extension's button in the toolbar while `page` is the tab in front, and drives the popup that opens. */
export async function openPopup(
  running: RunningExtension,
  page: Page,
  { beforePress, ...waitOptions }: PopupOptions = {},
): Promise<Driver> {
  await page.bringToFront();
  await beforePress?.();
  return popupOpenedBy(running, () => running.extension.triggerAction(page), waitOptions);
}

/**
 * Drives the popup that `act` opens. It goes through a protocol session only: Page objects and screenshots on a popup's
 * target crash Chromium.
 */
export async function popupOpenedBy(
  running: RunningExtension,
  act: () => Promise<unknown>,
  waitOptions?: WaitOptions,
): Promise<Driver> {
  const { browser } = running;
  const address = running.url('popup.html');
  const isOpen = (target: Target): boolean => browser.targets().includes(target);
  const before = new Set(browser.targets());

  await act();
  const target = await until(
    'the popup to open',
    () => browser.targets().find((one) => !before.has(one) && one.url().startsWith(address)),
    waitOptions,
  );
  const session = await target.createCDPSession();
  await until('the popup to load', async () => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.readyState' });
    return result.value === 'complete' ? true : undefined;
  });

  const driver = await createDriver(session, {
    isOpen: () => isOpen(target),
    async close() {
      if (!isOpen(target)) return;
      await afterHeld(session);
      await session.send('Runtime.evaluate', { expression: 'window.close()' }).catch(() => undefined);
      await until('the popup to close', () => (isOpen(target) ? undefined : true));
    },
  });
  return driver;
}
