// Shared by the tests of menu, shortcut and address bar: the tab that they act on, the links they make, the badge.
import { beforeEach } from 'vitest';
import type { Link } from '../../service/link.ts';
import { stopsWorker, wakeWorker, writeClipboard, type TabLike } from '../harness/index.ts';
import { waitUntil, type Scene } from './connected.ts';

/** A tab as the browser passes it to the listeners of menu and shortcut. */
export const tabAt = (url: string, title = 'In front'): TabLike => ({
  id: 1,
  index: 0,
  windowId: 1,
  title,
  url,
});

export interface Triggers {
  /** The links to an address that the test file has made. */
  linksTo(address: string): Link[];
  /** The short URL of the first of them. */
  shortUrlOf(address: string): string;
  waitForBadge(text: string): Promise<true>;
}

/** Inside a `describe`: each test begins without a badge and with "from before" on the clipboard. */
export function setUpTriggers(scene: () => Scene): Triggers {
  const linksTo: Triggers['linksTo'] = (address) =>
    scene()
      .made()
      .filter(({ longurl }) => longurl === address);
  const waitForBadge: Triggers['waitForBadge'] = (text) => waitForBadgeOf(scene(), text);
  beforeEach(async () => {
    // A worker that was stopped while it showed ✓ removes it at its next start.
    if (stopsWorker) await wakeWorker(scene().running);
    await waitForBadge('');
    await writeClipboard(scene().running, 'from before');
  });
  return {
    linksTo,
    shortUrlOf: (address) => `${scene().service.address}/${linksTo(address)[0]?.alias}`,
    waitForBadge,
  };
}

/** Waits for the badge's text. Read in the settings page, so that reading neither wakes the worker nor keeps it awake. */
export const waitForBadgeOf = ({ options }: Pick<Scene, 'options'>, text: string): Promise<true> =>
  waitUntil(
    `the badge to be "${text}"`,
    async () => (await options.evaluate<string>('chrome.action.getBadgeText({})')) === text,
  );
