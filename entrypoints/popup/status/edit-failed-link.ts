/** "Edit" of a failed link of another page: the form in a tab, filled in as that link. */
import { openLinkPage } from '../../../lib/browser/open-page.ts';
import { writeStorage } from '../../../lib/browser/storage.ts';
import { incognitoPrefix, pageDraftKey, storedDraft } from '../../../lib/draft/stored-draft.ts';
import { sendManageRequest, withRetry } from '../../../lib/messages/client.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupModel } from '../model.ts';
import { leavePopup, openManage } from '../navigate.ts';

/** After so many tries, Activity is opened, which has the same button. */
const maxTries = 3;

export async function editFailedLink(
  { page, deps }: Pick<PopupModel, 'page' | 'deps'>,
  { id, passwordDropped = false }: JobView,
): Promise<void> {
  const asked = withRetry(() => sendManageRequest('job-link', { id }), maxTries);
  // As where the background has forgotten it.
  const link = await asked.catch(() => null);
  if (link === null) return openManage('activity');
  const name = `${page.private ? incognitoPrefix : ''}${deps.newId()}`;
  const draft = storedDraft(link, passwordDropped, deps.now());
  // Stored before the page opens, which reads it.
  await writeStorage(page.private ? 'session' : 'local', pageDraftKey(name), draft);
  await openLinkPage(name, { replaces: id });
  leavePopup();
}
