/**
 * The campaigns of links that the mirror does not have yet: no list shows a link's campaign, so an assignment that comes
 * before its link would be lost.
 */
import * as z from 'zod/mini';
import type { StateSource } from './database.ts';

const assignedCampaignsKey = 'assigned campaigns';

/** Beyond that the oldest are dropped. */
const maxLinks = 1_000;

const schema = z.array(z.tuple([z.string(), z.string()]));

/** By the ids of the links. */
export async function readAssignedCampaigns(source: StateSource): Promise<ReadonlyMap<string, string>> {
  const stored = schema.safeParse(await source.get(assignedCampaignsKey));
  return new Map(stored.success ? stored.data : []);
}

/** In a transaction that writes. */
interface StateStore extends StateSource {
  put(value: unknown, key: string): Promise<unknown>;
}

export async function addAssignedCampaign(states: StateStore, id: string, campaign: string): Promise<void> {
  const others = [...(await readAssignedCampaigns(states))].filter(([other]) => other !== id);
  void states.put([...others, [id, campaign]].slice(-maxLinks), assignedCampaignsKey);
}

export function removeAssignedCampaigns(
  states: StateStore,
  assigned: ReadonlyMap<string, string>,
  isOver: (id: string, campaign: string) => boolean,
): void {
  const left = [...assigned].filter(([id, campaign]) => !isOver(id, campaign));
  if (left.length < assigned.size) void states.put(left, assignedCampaignsKey);
}
