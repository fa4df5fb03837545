/** Opens the extension's own pages in tabs. */
import { native } from './native.ts';

/**
 * The link form loads the draft stored under `name`; the URL has only the name.
 *
 * @param replaces the id of a failed job whose link is edited there
 */
export async function openLinkPage(name: string, replaces = ''): Promise<void> {
  const query = replaces === '' ? '' : `?replaces=${replaces}`;
  await native.tabs.create({ url: native.runtime.getURL(`/link.html${query}#${name}`) });
}

/** @param id of a stored preset, or a new one */
export async function openPresetPage(id: string): Promise<void> {
  await native.tabs.create({ url: native.runtime.getURL(`/preset.html#${encodeURIComponent(id)}`) });
}

/** Activates the open manage page, or opens one. @param section the hash of its URL */
export async function openManage(section = 'links'): Promise<void> {
  const page = native.runtime.getURL('/manage.html');
  const url = `${page}#${section}`;
  // Without the `tabs` permission some versions of Chromium (150) omit even the extension's own URLs from `tabs.query`.
  const contexts = await native.runtime.getContexts({ contextTypes: ['TAB'] });
  const open = contexts.find(({ documentUrl }) => documentUrl?.startsWith(page));
  if (open === undefined) {
    await native.tabs.create({ url });
    return;
  }
  // Only the hash changes, so the page is not reloaded.
  const isThere = open.documentUrl === url || open.documentUrl?.startsWith(`${url}/`);
  await native.tabs.update(open.tabId, { active: true, ...(!isThere && { url }) });
  await native.windows.update(open.windowId, { focused: true });
}

/**
 * "Shorten several tabs…" for the window of this tab. The highlighted tabs are listed in the URL, because opening a page
 * clears the highlight.
 */
export async function openBulkForTabs(tab?: {
  readonly windowId?: number;
  readonly groupId?: number;
}): Promise<void> {
  const { windowId = -1, groupId = -1 } = tab ?? {};
  const highlighted = await native.tabs.query({ windowId, highlighted: true });
  await openManage(`bulk/tabs.${windowId}.${groupId}.${highlighted.map(({ id }) => id).join(',')}`);
}
