/** Reads what the stored views are made of. */
import type { WaitReason } from '../../../lib/outbox/outbox-deps.ts';
import type { RequestQueue } from '../../../lib/rate-limit/request-queue.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import type { AccountConnection } from '../api/connection.ts';
import type { Items } from '../storage/stored-items.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { pickerListsItem } from '../../../lib/storage/picker-lists.ts';
import { withRecent } from '../../../lib/storage/recent-links.ts';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import type { AutoOpened } from '../../../lib/views/popup-view.ts';
import { blockReasonViewOf, buildJobView } from './build-job-view.ts';
import type { PopupViewSources } from './write-views.ts';

/** In ms. The queue's clock has fractions, so the same moment would be another one at each read, and the view be written. */
const stepMs = 250;
const roundUp = (time: number): number => Math.ceil(time / stepMs) * stepMs;

/**
 * The outbox knows how long a job waits from the moment it was queued. Meanwhile the service may have requested a
 * longer pause, which also holds for a job that had not to wait.
 *
 * @returns a function for one view: the queue's next slot is the same for all jobs, and computed for the first one
 */
export function waitOf(jobs: Pick<Jobs, 'waitOf'>, queue: Pick<RequestQueue, 'nextSlotIn'> | undefined) {
  let slotAt: number | null = null;
  return (id: string): WaitReason | null => {
    const known = jobs.waitOf(id);
    if (known !== null && known.waits !== 'limit') return known;
    const now = Date.now();
    slotAt ??= now + (queue?.nextSlotIn() ?? 0);
    const goesAt = Math.max(known?.goesAt ?? 0, slotAt);
    return goesAt > now ? { goesAt: roundUp(goesAt), waits: 'limit' } : null;
  };
}

interface ViewSourcesDeps {
  readonly items: Items;
  readonly connection: AccountConnection;
  readonly jobs: Jobs;
  readonly damaged: ReadonlySet<string>;
  readonly storageFailing: () => boolean;
  /** Cached data was dropped a short while ago, since the browser rejected a write. */
  readonly storageReclaimed: () => Promise<boolean>;
  readonly autoOpened: () => AutoOpened | null;
}

export function createViewSources(deps: ViewSourcesDeps) {
  /** Views of a worker that has just started must not show for a moment that there are no jobs. They do if none can be read. */
  const loaded = () => deps.jobs.loaded().catch(logError);
  return {
    popup: () => loaded().then(() => readPopup(deps)),
    activity: () => loaded().then(() => readActivity(deps)),
  };
}

async function readPopup(deps: ViewSourcesDeps): Promise<PopupViewSources> {
  const { items, jobs } = deps;
  const { scope, connected, site, queue } = await readConnectionFacts(deps.connection);
  const lists = await items.pickerLists.read();
  const common = {
    connected,
    scope,
    site,
    damaged: deps.damaged.size > 0,
    preferences: await items.preferences.read(),
    // Lists of another account are never shown. A record may have been created before the first list came.
    lists: ['', scope].includes(lists.scope) ? lists : pickerListsItem.fallback,
    copiedJob: jobs.copiedJob(),
    waitOf: waitOf(jobs, queue),
    blockReason: jobs.blockReason(),
    storageFailing: deps.storageFailing(),
    storageReclaimed: await deps.storageReclaimed(),
    autoOpened: deps.autoOpened(),
  };
  const all = jobs.jobs();
  const publicJobs = all.filter((job) => !job.command.private);
  const recents = await items.recentLinks.read();
  const privateLinks = await items.privateLinks.read();
  const hasPrivate = privateLinks.length > 0 || publicJobs.length < all.length;
  return {
    disk: { ...common, recents, jobs: publicJobs },
    session: hasPrivate
      ? {
          ...common,
          recents: privateLinks.reduceRight((list, link) => withRecent(list, link), recents),
          jobs: all,
        }
      : null,
  };
}

async function readActivity(deps: ViewSourcesDeps): Promise<ActivityView> {
  const { connection, jobs } = deps;
  const { scope, connected, site, queue } = await readConnectionFacts(connection);
  const all = [...jobs.jobs()].sort((a, b) => b.command.at - a.command.at);
  const from = { copiedJob: jobs.copiedJob(), waitOf: waitOf(jobs, queue) };
  return {
    version: 2,
    connected,
    scope,
    site,
    jobs: all.map((job) => buildJobView(job, from)),
    blockReason: blockReasonViewOf({ blockReason: jobs.blockReason(), jobs: all }),
    meter: meterOf(queue),
    storageFailing: deps.storageFailing(),
    ...((await deps.storageReclaimed()) && { storageReclaimed: true }),
  };
}

async function readConnectionFacts(connection: AccountConnection) {
  const address = await connection.address();
  return {
    connected: address !== '',
    scope: await connection.scope(),
    site: address,
    queue: (await connection.gateway())?.queue,
  };
}

function meterOf(queue: RequestQueue | undefined): ActivityView['meter'] {
  const usage = queue?.usage() ?? null;
  return usage && { ...usage, resetAt: usage.resetAt === null ? null : roundUp(usage.resetAt) };
}
