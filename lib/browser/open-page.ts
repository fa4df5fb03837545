/** Opens tabs: the extension's own pages, and others. */
import { native } from './native.ts';

export async function openTab(url: string): Promise<void> {
  await native.tabs.create({ url });
}

interface LinkPageOptions {
  /** The id of a failed job whose link is edited there. */
  readonly replaces?: string;
  /** Begins at "Placements". */
  readonly placements?: boolean;
}

/** The link form loads the draft stored under `name`; the URL has only the name. */
export async function openLinkPage(
  name: string,
  { replaces = '', placements = false }: LinkPageOptions = {},
): Promise<void> {
  const query = replaces === '' ? (placements ? '?placements' : '') : `?replaces=${replaces}`;
  await openTab(native.runtime.getURL(`/link.html${query}#${name}`));
}

/** @param id of a stored preset, or a new one */
export async function openPresetPage(id: string): Promise<void> {
  await openTab(native.runtime.getURL(`/preset.html#${encodeURIComponent(id)}`));
}

/** Activates the open page of that path, or opens one. */
async function openOnce(path: '/manage.html' | '/options.html', hash: string): Promise<void> {
  const page = native.runtime.getURL(path);
  const url = `${page}#${hash}`;
  // Without the `tabs` permission some versions of Chromium (150) omit even the extension's own URLs from `tabs.query`.
  const contexts = await native.runtime.getContexts({ contextTypes: ['TAB'] });
  const open = contexts.find(({ documentUrl }) => documentUrl?.startsWith(page));
  if (open === undefined) return openTab(url);
  // Only the hash changes, so the page is not reloaded.
  const isThere = open.documentUrl === url || open.documentUrl?.startsWith(`${url}/`);
  await native.tabs.update(open.tabId, { active: true, ...(!isThere && { url }) });
  await native.windows.update(open.windowId, { focused: true });
}

/** @param section the hash of its URL */
export const openManage = (section = 'links'): Promise<void> => openOnce('/manage.html', section);

/** Before the words of a search, in the hash of the manage page. */
export const searchPrefix = 'search=';

/** @param text empty for all links */
export const openSearch = (text: string): Promise<void> =>
  openManage(text === '' ? 'links' : `links/${encodeURIComponent(searchPrefix + text)}`);

/** Ids of a section or a field of the settings. */
export type SettingsTarget = 'connection' | 'presets' | 'service-address' | 'api-key';

/** @param target what is to be changed there; without it, an open page is shown as it was left */
export const openSettings = (target?: SettingsTarget): Promise<void> =>
  target === undefined ? native.runtime.openOptionsPage() : openOnce('/options.html', target);
