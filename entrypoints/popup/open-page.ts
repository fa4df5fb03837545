/** The ways from the popup to the extension's full pages. */
import { openManage as openManagePage } from '../../lib/browser/manage-page.ts';
import { native } from '../../lib/browser/native.ts';

export function openSettings(): void {
  void native.runtime.openOptionsPage();
  leavePopup();
}

export async function openManage(): Promise<void> {
  await openManagePage();
  leavePopup();
}

/** Opened in a tab, the popup is a page like any other and stays. */
function leavePopup(): void {
  if (native.extension.getViews({ type: 'popup' }).includes(window)) window.close();
}
