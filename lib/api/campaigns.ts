/** Campaigns, which group links and can rotate between them (API §2, §4). */
import * as z from 'zod/mini';
import { flag, id, text, webAddress } from './coerce.ts';
import { type Id, idInPath } from './ids.ts';
import { withoutEmpty } from './without-empty.ts';
import { listCall, type PageQuery } from './pagination.ts';
import { normalizeNameField } from './list-names.ts';
import { addCall, assignCall, updateCall } from './record-calls.ts';

export const campaignRecord = z.pipe(
  normalizeNameField,
  z.object({
    id,
    name: text,
    public: flag,
    /** `null` when the campaign has no rotator slug. */
    rotator: webAddress,
    list: webAddress,
  }),
);
export type Campaign = z.infer<typeof campaignRecord>;

interface CampaignFields {
  readonly name?: string | undefined;
  /** Rotator slug. */
  readonly slug?: string | undefined;
  readonly public?: boolean | undefined;
}

const sent = ({ name, slug, public: open }: CampaignFields) => ({ name, slug, public: open });

export function listCampaigns(query: PageQuery = {}) {
  return listCall('/api/campaigns', 'campaigns', campaignRecord, query);
}

export function addCampaign(fields: CampaignFields) {
  return addCall('campaign', withoutEmpty(sent(fields)));
}

export function assignToCampaign(campaignId: Id, linkId: Id) {
  return assignCall('campaign', campaignId, idInPath(linkId));
}

/** An empty slug is sent as such: it takes the rotator away. */
export function updateCampaign(campaignId: Id, fields: CampaignFields & { readonly name: string }) {
  return updateCall('campaign', campaignId, sent(fields));
}
