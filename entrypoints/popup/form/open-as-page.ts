/** "Open in a tab": moves the popup's form to a page of its own. */
import { newFormPage } from '../../../lib/browser/open-link-draft.ts';
import { openLinkPage } from '../../../lib/browser/open-page.ts';
import { writeStorage } from '../../../lib/browser/storage.ts';
import { storedDraft } from '../../../lib/draft/stored-draft.ts';
import type { PopupModel } from '../model.ts';
import { leavePopup } from '../navigate.ts';
import { nestedFormsKey, toRecord } from './nested-form-state.ts';

/** All of it but the password, which is never stored. */
export async function openAsPage(model: PopupModel, part?: 'placements'): Promise<void> {
  const { page, form, nestedForms, adding, deps, passwordOmitted } = model;
  const { name, area, key } = newFormPage(page.private, deps.newId());
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
