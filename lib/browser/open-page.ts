/** Opens the extension's own pages in tabs. */
import { native } from './native.ts';

/** The draft that the link form takes over is stored under `name`; its URL holds the name only. */
export async function openLinkPage(name: string): Promise<void> {
  await native.tabs.create({ url: native.runtime.getURL(`/link.html#${name}`) });
}

/** Shows the manage page that is open already, else opens a new one. @param section the hash of its URL */
export async function openManage(section = 'links'): Promise<void> {
  const page = native.runtime.getURL('/manage.html');
  const url = `${page}#${section}`;
  const open = (await native.tabs.query({})).find((tab) => tab.url?.startsWith(page) === true);
  if (open?.id === undefined) {
    await native.tabs.create({ url });
    return;
  }
  // Only the hash changes, so the page is not loaded anew.
  const isThere = open.url === url || open.url?.startsWith(`${url}/`) === true;
  await native.tabs.update(open.id, { active: true, ...(!isThere && { url }) });
  await native.windows.update(open.windowId, { focused: true });
}

/**
 * "Shorten all tabs…" for the window of this tab. The highlighted tabs are listed in the URL, because opening a page
 * clears the highlight.
 */
export async function openAllTabs(tab?: {
  readonly windowId?: number;
  readonly groupId?: number;
}): Promise<void> {
  const { windowId = -1, groupId = -1 } = tab ?? {};
  const highlighted = await native.tabs.query({ windowId, highlighted: true });
  await openManage(`bulk/tabs.${windowId}.${groupId}.${highlighted.map(({ id }) => id).join(',')}`);
}
