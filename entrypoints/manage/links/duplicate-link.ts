/** "Duplicate": opens the form for a new link in a tab of its own, filled in from an existing link. */
import type { Link } from '../../../lib/api/links.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { draftFromLink } from '../../../lib/draft/draft-from-link.ts';
import type { ManageModel } from '../model.ts';
import { openLinkDraft } from '../../../lib/browser/open-link-draft.ts';
import { jobOf, type LinksModel } from './links-model.ts';
import { mirrorRowOf } from './open-link.ts';

export async function openDuplicate(model: LinksModel, page: ManageModel, link: Link): Promise<void> {
  // Another one may have been opened since the button was pressed.
  const open = model.open.peek()?.id === link.id ? model.open.peek() : null;
  const { campaigns, channels, domains } = model.records.peek();
  const row = mirrorRowOf(open);
  const optionOf = (list: readonly PickerOption[], id: string | null | undefined) => {
    const found = list.find((record) => record.id === id);
    return found ? { id: found.id, name: found.name } : null;
  };
  const campaign = optionOf(campaigns, row?.campaign);
  const job = jobOf(page, link.id);
  // What was sent has options that the service does not return. Without it, the link as it is known.
  const sent = job ? await page.deps.readJobLink(job.id).catch(() => null) : null;
  if (job && sent !== null) {
    const passwordOmitted = job.passwordDropped === true || job.linkSummary?.password === true;
    // It may have been added to another campaign since; its alias is taken.
    const again = { ...sent, alias: '', campaign: campaign ?? sent.campaign };
    await openLinkDraft(again, { passwordOmitted });
    return;
  }
  const draft = draftFromLink(open?.details ?? link, {
    campaign,
    channel: optionOf(channels, row?.channels[0]),
    domains,
    now: new Date(),
    parameters: row?.parameters,
  });
  await openLinkDraft(draft);
}
