/** "Edit" of a failed link of another page: the form in a tab, filled in as that link. */
import { openLinkDraft } from '../../../lib/browser/open-link-draft.ts';
import { sendManageRequest, withRetry } from '../../../lib/messages/client.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupModel } from '../model.ts';
import { leavePopup, openManage } from '../navigate.ts';

/** After so many tries, Activity is opened, which has the same button. */
const maxTries = 3;

export async function editFailedLink(
  { page }: Pick<PopupModel, 'page'>,
  { id, passwordDropped = false }: JobView,
): Promise<void> {
  const asked = withRetry(() => sendManageRequest('job-link', { id }), maxTries);
  // Handled like a link that is gone.
  const link = await asked.catch(() => null);
  if (link === null) return openManage('activity');
  await openLinkDraft(link, { isPrivate: page.private, passwordOmitted: passwordDropped, replaces: id });
  leavePopup();
}
