/** The tab in front of the person. Its address and title are visible because opening the popup grants `activeTab`. */
import { native } from './native.ts';
import { isIncognitoTab } from './incognito.ts';

export interface ActiveTab {
  /** Empty where the browser hides it: its own pages, other extensions' pages. */
  readonly address: string;
  readonly title: string;
  readonly private: boolean;
}

export async function activeTab(): Promise<ActiveTab> {
  const [tab] = await native.tabs.query({ active: true, currentWindow: true });
  // Opened in a tab, the popup finds itself.
  const own = tab?.url?.startsWith(native.runtime.getURL('/')) === true;
  return {
    address: own ? '' : (tab?.url ?? ''),
    title: own ? '' : (tab?.title ?? ''),
    private: isIncognitoTab(tab),
  };
}
