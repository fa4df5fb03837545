/**
 * Runs a script in the active tab. Opening the popup grants access to that tab (`activeTab`); `scripting` is a separate
 * permission (permissions.ts).
 */
import { native } from './native.ts';

/**
 * @returns the script's result; `null` when it could not run, because the tab has navigated or is a page of the browser
 */
export async function executeInTab<A extends unknown[]>(
  address: string,
  script: (...args: A) => unknown,
  ...args: A
): Promise<unknown> {
  try {
    const [tab] = await native.tabs.query({ active: true, currentWindow: true });
    if (tab?.id === undefined || tab.url !== address) return null;
    const [frame] = await native.scripting.executeScript({
      target: { tabId: tab.id },
      func: script,
      args,
    });
    return frame?.result ?? null;
  } catch {
    // A protected page, or no permission: the page's metadata stays empty.
    return null;
  }
}
