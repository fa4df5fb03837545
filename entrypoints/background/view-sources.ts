/** Gathers what the popup view is made of. */
import type { Lane } from '../../lib/pacing/lane.ts';
import type { Connections } from './connection.ts';
import { hasAccess } from './gateway.ts';
import type { Items } from './items.ts';
import type { Jobs } from './jobs.ts';
import type { Sources } from './popup-view.ts';

export function createViewSources(parts: {
  readonly items: Items;
  readonly connections: Connections;
  readonly jobs: Jobs;
  readonly damaged: ReadonlySet<string>;
}): () => Promise<Sources> {
  const { items, connections, jobs } = parts;
  return async () => {
    const address = await connections.address();
    const scope = await connections.scope();
    const lists = await items.pickerLists.read();
    const lane = (await connections.gateway())?.lane;
    const common = {
      connected: address !== '',
      site: address === '' ? '' : new URL(address).origin,
      permissionMissing: address !== '' && !(await hasAccess(address)),
      damaged: parts.damaged.size > 0,
      preferences: await items.preferences.read(),
      // Lists of another account are never shown.
      lists:
        lists.scope === scope || lists.at === 0
          ? lists
          : { ...lists, campaigns: [], channels: [], pixels: [], domains: [] },
      copied: jobs.copied,
      goesAt: (id: string) => expectedAt(jobs.goesAt(id), lane),
    };
    const all = jobs.jobs();
    const open = all.filter((job) => !job.ask.private);
    const recents = await items.recentLinks.read();
    const privates = await items.privateLinks.read();
    return {
      disk: { ...common, recents, jobs: open },
      session:
        privates.length === 0 && open.length === all.length
          ? null
          : { ...common, recents: [...privates, ...recents], jobs: all },
    };
  };
}

/** What was expected when the job began to wait; when that has passed without a send, what the lane says now. */
function expectedAt(known: number | null, lane: Lane | undefined): number | null {
  if (known === null || known > Date.now()) return known;
  const wait = lane?.forecast('person') ?? 0;
  return wait > 0 ? Date.now() + wait : null;
}
