/**
 * Runs a script in the tab in front. The person's opening of the popup grants the tab (`activeTab`); the permission to
 * run scripts is one of its own (permission.ts).
 */
import { native } from './native.ts';

/**
 * What the script gave; `null` where it could not run: the tab shows another address by now, or one of those that the
 * browser keeps for itself.
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
    // A page that no extension may read, or no permission: options stay empty.
    return null;
  }
}
