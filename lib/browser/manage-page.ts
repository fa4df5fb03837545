/** The manage page that is open already, else a new one. */
import { native } from './native.ts';

/** @param section what its address names it by */
export async function openManage(section = 'links'): Promise<void> {
  const page = native.runtime.getURL('/manage.html');
  const url = `${page}#${section}`;
  const open = (await native.tabs.query({})).find((tab) => tab.url?.startsWith(page) === true);
  if (open?.id === undefined) {
    await native.tabs.create({ url });
    return;
  }
  // Only what follows the page's name changes: it goes there without being loaded anew.
  const isThere = open.url === url || open.url?.startsWith(`${url}/`) === true;
  await native.tabs.update(open.id, { active: true, ...(!isThere && { url }) });
  await native.windows.update(open.windowId, { focused: true });
}

/**
 * "Shorten all tabs…" of the window that this tab is in. What the person has marked in it goes along: it is marked no
 * longer once a page has opened.
 */
export async function openAllTabs(tab?: {
  readonly windowId?: number;
  readonly groupId?: number;
}): Promise<void> {
  const { windowId = -1, groupId = -1 } = tab ?? {};
  const marked = await native.tabs.query({ windowId, highlighted: true });
  await openManage(`bulk/tabs.${windowId}.${groupId}.${marked.map(({ id }) => id).join(',')}`);
}
