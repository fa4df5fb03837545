/**
 * The campaigns of links that the mirror does not have yet: no list shows a link's campaign, so an assignment that comes
 * before its link would be lost.
 */
import * as z from 'zod/mini';
import type { StateSource } from './database.ts';

export const assignedCampaignsKey = 'assigned campaigns';

/** Beyond that the oldest are dropped. */
const maxLinks = 1_000;

const schema = z.array(z.tuple([z.string(), z.string()]));

/** By the ids of the links. */
export async function readAssignedCampaigns(source: StateSource): Promise<ReadonlyMap<string, string>> {
  const stored = schema.safeParse(await source.get(assignedCampaignsKey));
  return new Map(stored.success ? stored.data : []);
}

/** @returns the stored form */
export function withAssignedCampaign(
  before: ReadonlyMap<string, string>,
  id: string,
  campaign: string,
): [string, string][] {
  return [...[...before].filter(([other]) => other !== id), [id, campaign] satisfies [string, string]].slice(
    -maxLinks,
  );
}

/** @returns the stored form without those that are not `kept` */
export const filterAssigned = (
  before: ReadonlyMap<string, string>,
  kept: (id: string, campaign: string) => boolean,
): [string, string][] => [...before].filter(([id, campaign]) => kept(id, campaign));
