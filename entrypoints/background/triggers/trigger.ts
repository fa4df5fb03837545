/** What a context menu, a keyboard shortcut or the address bar asks to be shortened; quick-shorten.ts makes it a command. */
import { isIncognitoTab } from '../../../lib/browser/incognito.ts';
import { pageUrlOf } from '../../../lib/browser/page-url.ts';

/** The page, link or selection that the user has triggered it on. */
export interface Trigger {
  /** Unchecked: it may be no URL. */
  readonly address: string;
  readonly title: string;
  readonly private: boolean;
  /** Chosen in the menu. */
  readonly presetId?: string;
  /** The selected text; omitted where only the page knows it. */
  readonly selection?: string;
}

/** The page in front: its address is available because the trigger has granted `activeTab`. */
export function triggerFromTab(tab?: {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly incognito?: boolean;
}): Trigger {
  return { address: pageUrlOf(tab), title: tab?.title ?? '', private: isIncognitoTab(tab) };
}
