/** The open tabs. Their URLs need the optional permission `tabs` (permissions.ts): `activeTab` is for the active one alone. */
import { native } from './native.ts';
import { isOwnPage, pageUrlOf } from './page-url.ts';

export interface OpenTab {
  readonly id: number;
  readonly window: number;
  /** `null` for none. */
  readonly group: number | null;
  readonly address: string;
  readonly title: string;
  readonly private: boolean;
}

/** In tab order, window by window; without the extension's own pages, from which they are listed. */
export async function listOpenTabs(): Promise<readonly OpenTab[]> {
  const tabs = (await native.tabs.query({})).filter((tab) => !isOwnPage(tab));
  return tabs.flatMap(({ id, windowId, url, title = '', incognito, ...tab }) => {
    // Browsers without groups have no such field.
    const group =
      'groupId' in tab && typeof tab.groupId === 'number' && tab.groupId >= 0 ? tab.groupId : null;
    const address = pageUrlOf({ url });
    return id === undefined ? [] : [{ id, window: windowId, group, address, title, private: incognito }];
  });
}

export async function currentWindowId(): Promise<number> {
  return (await native.windows.getCurrent()).id ?? -1;
}
