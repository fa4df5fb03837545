/** Gathers what the popup view is made of. */
import type { WaitReason } from '../../../lib/outbox/outbox-deps.ts';
import type { RequestQueue } from '../../../lib/rate-limit/request-queue.ts';
import type { Connections } from '../api/connection.ts';
import type { HostPermission } from '../api/host-permission.ts';
import type { Items } from '../storage/stored-items.ts';
import type { JobEffects } from '../jobs/job-effects.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { jobView, pauseOf, type Sources } from './popup-view.ts';

export function createViewSources(deps: {
  readonly items: Items;
  readonly connections: Connections;
  readonly jobs: JobEffects;
  readonly permission: Pick<HostPermission, 'failureAt'>;
  readonly damaged: ReadonlySet<string>;
  readonly storageFailing: () => boolean;
  /** Cached data was dropped a short while ago, since the browser took no more. */
  readonly storageReclaimed?: () => Promise<boolean>;
}) {
  const { items, connections, jobs } = deps;
  const waitOf = (lane: RequestQueue | undefined) => (id: string) => expected(jobs.waitOf(id), lane);

  /** A worker that has just started must not show for a moment that there is nothing. */
  const loaded = () => jobs.loaded().catch(() => undefined);

  async function popup(): Promise<Sources> {
    await loaded();
    const address = await connections.address();
    const scope = await connections.scope();
    const lists = await items.pickerLists.read();
    const lane = (await connections.gateway())?.queue;
    const common = {
      connected: address !== '',
      scope,
      site: address === '' ? '' : new URL(address).origin,
      permissionMissing: (await deps.permission.failureAt(address)) !== null,
      damaged: deps.damaged.size > 0,
      preferences: await items.preferences.read(),
      // Lists of another account are never shown.
      lists: lists.scope === scope || lists.at === 0 ? lists : pickerListsItem.fallback,
      copied: jobs.copied,
      waitOf: waitOf(lane),
      closed: jobs.blockReason(),
      storageFailing: deps.storageFailing(),
      storageReclaimed: (await deps.storageReclaimed?.()) ?? false,
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
  }

  async function activity(): Promise<ActivityView> {
    await loaded();
    const address = await connections.address();
    const lane = (await connections.gateway())?.queue;
    const all = [...jobs.jobs()].sort((a, b) => b.ask.at - a.ask.at);
    const from = { copied: jobs.copied, waitOf: waitOf(lane) };
    return {
      version: 1,
      connected: address !== '',
      scope: await connections.scope(),
      site: address === '' ? '' : new URL(address).origin,
      jobs: all.map((job) => jobView(job, from)),
      paused: pauseOf({ closed: jobs.blockReason(), jobs: all }),
      meter: lane?.usage() ?? null,
      storageFailing: deps.storageFailing(),
      ...((await deps.storageReclaimed?.()) && { storageReclaimed: true }),
    };
  }

  return { popup, activity };
}

/**
 * Its place among those that wait for the limit is known from when it was asked for. Meanwhile the service may have asked
 * for silence, which binds that one too, and one that had not to wait at all.
 */
function expected(known: WaitReason | null, lane: RequestQueue | undefined): WaitReason | null {
  if (known !== null && known.waits !== 'limit') return known;
  const now = Date.now();
  const goesAt = Math.max(known?.goesAt ?? 0, now + (lane?.nextSlotIn() ?? 0));
  return goesAt > now ? { goesAt, waits: 'limit' } : null;
}
