/** Finds a campaign with its addresses: in the mirror, else in the service's list. */
import { listCampaigns, type Campaign } from '../../../lib/api/campaigns.ts';
import { fetchAllPages } from '../../../lib/api/fetch-all-pages.ts';
import type { SectionDeps } from '../section-deps.ts';

/** A new campaign is among the first or the last: further in it is not worth the requests. */
const maxPages = 10;

export async function findCampaign(
  id: string,
  { mirror, read }: Pick<SectionDeps, 'mirror' | 'read'>,
): Promise<Campaign | null> {
  const isWanted = (campaign: Campaign) => campaign.id === id;
  const stored = (await mirror.records('campaigns')).find(isWanted);
  if (stored !== undefined && (stored.list !== null || stored.rotator !== null)) return stored;
  const listed = await fetchAllPages(read, listCampaigns, { until: isWanted, maxPages });
  return (listed.ok ? listed.value.find(isWanted) : undefined) ?? stored ?? null;
}
