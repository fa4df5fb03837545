/** "Duplicate": opens the form for a new link in a tab of its own, filled in from an existing link. */
import type { Link } from '../../../lib/api/links.ts';
import { draftFromLink } from '../../../lib/draft/draft-from-link.ts';
import { openLinkDraft } from '../records/open-new-link.ts';
import type { LinksModel } from './links-model.ts';

export async function openDuplicate(model: LinksModel, link: Link): Promise<void> {
  const { stored, full } = model.open.peek() ?? {};
  const { campaigns, channels, domains } = model.records.peek();
  const row = stored && 'channels' in stored ? stored : null;
  const optionOf = (
    list: readonly { readonly id: string; readonly name: string }[],
    id: string | null | undefined,
  ) => {
    const found = list.find((record) => record.id === id);
    return found ? { id: found.id, name: found.name } : null;
  };
  const draft = draftFromLink(full ?? link, {
    campaign: optionOf(campaigns, row?.campaign),
    channel: optionOf(channels, row?.channels[0]),
    domains,
    now: new Date(),
  });
  await openLinkDraft(draft);
}
