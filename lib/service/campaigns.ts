/** Campaigns, which group links and can rotate between them (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { flag, type Id, id, idInPath, isRecord, text, toText, webAddress, withoutEmpty } from './fields.ts';
import { type Done, insist, listCall, type PageQuery, readDone, readRecord } from './list.ts';

/** The name comes under `name`, `domain` or `campaign`, depending on the endpoint and the server (field notes). */
const named = z.transform((value: unknown): unknown => {
  if (!isRecord(value)) return value;
  const name = [value['name'], value['domain'], value['campaign']].map(toText).find((found) => found !== '');
  return { ...value, name };
});

export const campaignRecord = z.pipe(
  named,
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

export interface CampaignFields {
  readonly name?: string | undefined;
  /** Rotator slug. */
  readonly slug?: string | undefined;
  readonly public?: boolean | undefined;
}

function sent({ name, slug, public: open }: CampaignFields) {
  return withoutEmpty({ name, slug, public: open });
}

export function listCampaigns(query: PageQuery = {}) {
  return listCall('/api/campaigns', 'campaigns', campaignRecord, query);
}

export function addCampaign(fields: CampaignFields): Call<Campaign> {
  return {
    method: 'POST',
    path: '/api/campaign/add',
    body: sent(fields),
    read: (body) => insist(readRecord(body, campaignRecord)),
    repeatable: false,
  };
}

/** A link is in a campaign or not: assigning it twice changes nothing more. */
export function assignToCampaign(campaignId: Id, linkId: Id): Call<Done> {
  return {
    method: 'POST',
    path: `/api/campaign/${idInPath(campaignId)}/assign/${idInPath(linkId)}`,
    read: readDone,
    repeatable: true,
  };
}

/** The updated campaign; `null` when the service only said that it was done. */
export function updateCampaign(
  campaignId: Id,
  fields: CampaignFields & { readonly name: string },
): Call<Campaign | null> {
  return {
    method: 'PUT',
    path: `/api/campaign/${idInPath(campaignId)}/update`,
    body: sent(fields),
    read: (body) => readRecord(body, campaignRecord),
    repeatable: true,
  };
}

export function deleteCampaign(campaignId: Id): Call<Done> {
  return {
    method: 'DELETE',
    path: `/api/campaign/${idInPath(campaignId)}/delete`,
    read: readDone,
    repeatable: true,
  };
}
