/** Empties campaigns and channels that no longer exist: no list of links shows that. */
import { readAssignedCampaigns, removeAssignedCampaigns } from './assigned-campaigns.ts';
import { itemsOf } from './database.ts';
import { linkBatches } from './link-batches.ts';
import { linkKey } from './link-row.ts';
import type { LocalChange } from './local-change/context.ts';

type MembershipChange = Pick<LocalChange, 'transaction' | 'touched'>;

/** Rows read in one go. */
const batchSize = 1_000;

/** Links of a deleted campaign are in none (API §4). */
export async function removeLinksFromCampaign(
  { transaction, touched }: MembershipChange,
  campaign: string,
): Promise<void> {
  const links = transaction.objectStore('links');
  const states = transaction.objectStore('state');
  removeAssignedCampaigns(states, await readAssignedCampaigns(states), (_, one) => one === campaign);
  for await (const rows of linkBatches((range) => links.getAll(range, batchSize)))
    for (const row of rows) {
      if (row.campaign !== campaign) continue;
      void links.put({ ...row, campaign: null });
      touched.add('links');
    }
}

/** A deleted channel holds nothing (API §4). */
export async function removeChannelItems(
  { transaction, touched }: MembershipChange,
  channel: string,
): Promise<void> {
  const links = transaction.objectStore('links');
  const items = transaction.objectStore('items');
  for (const { type, id } of await items.getAll(itemsOf(channel))) {
    void items.delete([channel, type, id]);
    const row = type === 'links' ? await links.get(linkKey(id)) : undefined;
    if (row === undefined) continue;
    void links.put({ ...row, channels: row.channels.filter((other) => other !== channel) });
    touched.add('links');
  }
}
