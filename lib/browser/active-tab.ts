/** The active tab. Its URL and title are readable because opening the popup grants `activeTab`. */
import { native } from './native.ts';
import { isIncognitoTab } from './incognito.ts';
import { isOwnPage, pageUrlOf } from './page-url.ts';

export async function activeTab() {
  const selected = await native.tabs.query({ highlighted: true, currentWindow: true });
  const tab = selected.find(({ active }) => active);
  // The popup may itself be open in a tab.
  const own = isOwnPage(tab);
  return {
    /** Empty when the browser hides it: its own pages, and those of other extensions. */
    address: own ? '' : pageUrlOf(tab),
    title: own ? '' : (tab?.title ?? ''),
    private: isIncognitoTab(tab),
    /** How many tabs of the window are selected, with this one. */
    selectedTabs: selected.length,
  };
}
