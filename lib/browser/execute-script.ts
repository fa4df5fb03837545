/**
 * Runs a script in the active tab. Opening the popup grants access to that tab (`activeTab`); `scripting` is a separate
 * permission (permissions.ts).
 */
import { delay } from '../time/delay.ts';
import { native } from './native.ts';

/** A page that is busy, or stopped in a debugger, answers later or never; a press may wait for it. */
const replyWithinMs = 2_000;

/**
 * @returns the script's result; `null` when it could not run in time, or at all: the tab has navigated, or is a page of the
 *   browser
 */
export async function executeInTab<A extends unknown[]>(
  address: string,
  script: (...args: A) => unknown,
  ...args: A
): Promise<unknown> {
  try {
    const [tab] = await native.tabs.query({ active: true, currentWindow: true });
    if (tab?.id === undefined || tab.url !== address) return null;
    const running = native.scripting.executeScript({ target: { tabId: tab.id }, func: script, args });
    const [frame] = await Promise.race([running, delay(replyWithinMs).then(() => [])]);
    return frame?.result ?? null;
  } catch {
    // A protected page, or no permission: the page's metadata stays empty.
    return null;
  }
}
