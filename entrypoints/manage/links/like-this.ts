/** "Like this link": the form of a new link in a tab of its own, filled like one that is there. */
import { openLinkPage } from '../../../lib/browser/link-page.ts';
import { areaHere } from '../../../lib/browser/private-window.ts';
import { writeStored } from '../../../lib/browser/stored.ts';
import type { Link } from '../../../lib/service/links.ts';
import { keptDraft, pageDraftKey } from '../../../lib/shortening/draft-guard.ts';
import { draftLike } from '../../../lib/shortening/draft-like.ts';
import { newPageName } from '../collection/page-name.ts';
import type { LinksModel } from './links-model.ts';

export async function openLike(model: LinksModel, link: Link): Promise<void> {
  const { kept, full } = model.open.peek() ?? {};
  const { campaigns, channels, domains } = model.records.peek();
  const row = kept && 'channels' in kept ? kept : null;
  const one = (
    list: readonly { readonly id: string; readonly name: string }[],
    id: string | null | undefined,
  ) => {
    const found = list.find((record) => record.id === id);
    return found ? { id: found.id, name: found.name } : null;
  };
  const draft = draftLike(full ?? link, {
    campaign: one(campaigns, row?.campaign),
    channel: one(channels, row?.channels[0]),
    domains,
    now: new Date(),
  });
  const name = newPageName();
  await writeStored(areaHere(), pageDraftKey(name), keptDraft(draft, false, Date.now()));
  await openLinkPage(name);
}
