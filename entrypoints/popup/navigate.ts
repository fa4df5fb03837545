/** The ways from the popup to the extension's full pages. */
import { openLinkPage } from '../../lib/browser/link-page.ts';
import { openManage as openManagePage } from '../../lib/browser/manage-page.ts';
import { native } from '../../lib/browser/native.ts';
import { writeStored } from '../../lib/browser/storage.ts';
import { keptDraft, pageDraftKey, privatePage } from '../../lib/draft/parse-draft.ts';
import type { PopupModel } from './model.ts';
import { keptForms, newPixel, presetName, smallFormsKey } from './form/nested-form-state.ts';

export function openSettings(): void {
  void native.runtime.openOptionsPage();
  leavePopup();
}

export async function openManage(room?: 'activity'): Promise<void> {
  await openManagePage(room);
  leavePopup();
}

/** Hands the form over, as it is but for the password, which is never written down. */
export async function openAsPage({ form, page, parts, passwordLeft }: PopupModel): Promise<void> {
  const name = `${page.private ? privatePage : ''}${parts.newId()}`;
  const kept = keptDraft(form.draft.peek(), passwordLeft.peek(), parts.now());
  const [area, key] = [page.private ? 'session' : 'local', pageDraftKey(name)] as const;
  const forms = keptForms(parts.now());
  if (forms !== null) await writeStored(area, smallFormsKey(key), forms);
  await writeStored(area, key, kept);
  newPixel.value = null;
  presetName.value = null;
  // Before the page opens, since the popup closes with that.
  parts.dropDraft();
  await openLinkPage(name);
  leavePopup();
}

/** Opened in a tab, the popup is a page like any other and stays. */
function leavePopup(): void {
  if (native.extension.getViews({ type: 'popup' }).includes(window)) window.close();
}
