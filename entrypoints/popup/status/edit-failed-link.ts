/** "Edit" of a failed link of another page: the form in a tab, filled in as that link. */
import { openLinkPage } from '../../../lib/browser/open-page.ts';
import { writeStorage } from '../../../lib/browser/storage.ts';
import { storedDraft } from '../../../lib/draft/stored-draft.ts';
import { sendManageRequest, withRetry } from '../../../lib/messages/client.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupModel } from '../model.ts';
import { leavePopup, newFormPage, openManage } from '../navigate.ts';

/** After so many tries, Activity is opened, which has the same button. */
const maxTries = 3;

export async function editFailedLink(
  model: Pick<PopupModel, 'page' | 'deps'>,
  { id, passwordDropped = false }: JobView,
): Promise<void> {
  const asked = withRetry(() => sendManageRequest('job-link', { id }), maxTries);
  // As where the background has forgotten it.
  const link = await asked.catch(() => null);
  if (link === null) return openManage('activity');
  const { name, area, key } = newFormPage(model);
  // Stored before the page opens, which reads it.
  await writeStorage(area, key, storedDraft(link, passwordDropped, model.deps.now()));
  await openLinkPage(name, { replaces: id });
  leavePopup();
}
