/** Opens the extension's other pages from the popup. */
import {
  openLinkPage,
  openManage as openManagePage,
  openSettings as openSettingsPage,
  type SettingsTarget,
} from '../../lib/browser/open-page.ts';
import { native } from '../../lib/browser/native.ts';
import { writeStorage } from '../../lib/browser/storage.ts';
import { storedDraft, pageDraftKey, incognitoPrefix } from '../../lib/draft/stored-draft.ts';
import type { PopupModel } from './model.ts';
import { nestedFormsKey, toRecord } from './form/nested-form-state.ts';

export async function openSettings(target?: SettingsTarget): Promise<void> {
  await openSettingsPage(target);
  leavePopup();
}

export async function openManage(section?: string): Promise<void> {
  await openManagePage(section);
  leavePopup();
}

/** Where a form in a page of its own finds its draft: for a private window in memory alone. */
export function newFormPage({ page, deps }: Pick<PopupModel, 'page' | 'deps'>) {
  const name = `${page.private ? incognitoPrefix : ''}${deps.newId()}`;
  return { name, area: page.private ? 'session' : 'local', key: pageDraftKey(name) } as const;
}

/** Moves the form to a page of its own: all of it but the password, which is never stored. */
export async function openAsPage(model: PopupModel, part?: 'placements'): Promise<void> {
  const { form, nestedForms, adding, deps, passwordOmitted } = model;
  const { name, area, key } = newFormPage(model);
  const draft = storedDraft(form.draft.peek(), passwordOmitted.peek(), deps.now());
  const forms = toRecord(model);
  if (forms !== null) await writeStorage(area, nestedFormsKey(key), forms);
  await writeStorage(area, key, draft);
  nestedForms.close();
  adding.value = new Map();
  // Before the page opens: that closes the popup.
  deps.dropDraft();
  await openLinkPage(name, { placements: part !== undefined });
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
