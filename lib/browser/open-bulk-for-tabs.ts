/** Opens "Bulk create" with a window's tabs. Apart from the other pages, since few openings of the popup need it. */
import { native } from './native.ts';
import { openManage } from './open-page.ts';

/**
 * "Shorten several tabs…" for the window of this tab. The highlighted tabs are listed in the URL, because opening a page
 * clears the highlight.
 *
 * @param optionsId under which options for all of them are stored
 */
export async function openBulkForTabs(
  tab?: { readonly windowId?: number; readonly groupId?: number },
  optionsId = '',
): Promise<void> {
  const { windowId = -1, groupId = -1 } = tab ?? {};
  const highlighted = await native.tabs.query({ windowId, highlighted: true });
  const ids = highlighted.map(({ id }) => id).join(',');
  await openManage(`bulk/tabs.${windowId}.${groupId}.${ids}${optionsId === '' ? '' : `.${optionsId}`}`);
}
