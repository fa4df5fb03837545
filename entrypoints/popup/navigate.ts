/** The ways from the popup to the extension's full pages. */
import { openLinkPage, openManage as openManagePage } from '../../lib/browser/open-page.ts';
import { native } from '../../lib/browser/native.ts';
import { writeStorage } from '../../lib/browser/storage.ts';
import { storedDraft, pageDraftKey, incognitoPrefix } from '../../lib/draft/parse-draft.ts';
import type { PopupModel } from './model.ts';
import { storedForms, newPixel, presetName, nestedFormsKey } from './form/nested-form-state.ts';

export function openSettings(): void {
  void native.runtime.openOptionsPage();
  leavePopup();
}

export async function openManage(section?: 'activity'): Promise<void> {
  await openManagePage(section);
  leavePopup();
}

/** Hands the form over, as it is but for the password, which is never written down. */
export async function openAsPage({ form, page, deps, passwordLeft }: PopupModel): Promise<void> {
  const name = `${page.private ? incognitoPrefix : ''}${deps.newId()}`;
  const kept = storedDraft(form.draft.peek(), passwordLeft.peek(), deps.now());
  const [area, key] = [page.private ? 'session' : 'local', pageDraftKey(name)] as const;
  const forms = storedForms(deps.now());
  if (forms !== null) await writeStorage(area, nestedFormsKey(key), forms);
  await writeStorage(area, key, kept);
  newPixel.value = null;
  presetName.value = null;
  // Before the page opens, since the popup closes with that.
  deps.dropDraft();
  await openLinkPage(name);
  leavePopup();
}

/** Opened in a tab, the popup is a page like any other and stays. */
function leavePopup(): void {
  if (native.extension.getViews({ type: 'popup' }).includes(window)) window.close();
}
