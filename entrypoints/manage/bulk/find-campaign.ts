/** A campaign with its addresses: as it is kept here, else as the service lists it. */
import { listCampaigns, type Campaign } from '../../../lib/api/campaigns.ts';
import type { SectionDeps } from '../section-deps.ts';

const pageSize = 100;
/** A new campaign is among the first or the last; further in nobody looks for it. */
const maxPages = 10;

export async function findCampaign(
  id: string,
  { mirror, read }: Pick<SectionDeps, 'mirror' | 'read'>,
): Promise<Campaign | null> {
  const kept = (await mirror.records('campaigns')).find((one) => one.id === id);
  if (kept !== undefined && (kept.list !== null || kept.rotator !== null)) return kept;
  for (let page = 1; page <= maxPages; page++) {
    const listed = await read(listCampaigns({ limit: pageSize, page }));
    if (!listed.ok) return kept ?? null;
    const { records, nextPage } = listed.value;
    const found = records.find((one) => one.id === id);
    if (found !== undefined) return found;
    if (nextPage === null) break;
  }
  return kept ?? null;
}
