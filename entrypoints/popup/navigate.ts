/** Opens the extension's other pages from the popup. */
import {
  openManage as openManagePage,
  openSearch as openSearchPage,
  openSettings as openSettingsPage,
  type SettingsTarget,
} from '../../lib/browser/open-page.ts';
import { native } from '../../lib/browser/native.ts';

export async function openSettings(target?: SettingsTarget): Promise<void> {
  await openSettingsPage(target);
  leavePopup();
}

export async function openManage(section?: string): Promise<void> {
  await openManagePage(section);
  leavePopup();
}

export async function openSearch(text: string): Promise<void> {
  await openSearchPage(text);
  leavePopup();
}

/** Firefox would leave the popup open in front of a tab that is opened from it. Chromium closes it. */
export function leaveWithNextTab(): void {
  if (import.meta.env.FIREFOX) native.tabs.onActivated.addListener(leavePopup);
}

/** Closes the popup, but not the same page opened in a tab. */
export function leavePopup(): void {
  if (native.extension.getViews({ type: 'popup' }).includes(window)) window.close();
}
