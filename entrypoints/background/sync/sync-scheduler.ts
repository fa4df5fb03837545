/** Decides when the sync host runs, and stores what it has left to do. */
import { browser } from 'wxt/browser';
import type { RequestOf } from '../../../lib/messages/protocol.ts';
import type { PickerLists } from '../../../lib/storage/picker-lists.ts';
import type { StoredItem } from '../../../lib/storage/stored-item.ts';
import { isOlderThan, isOver } from '../../../lib/time/elapsed.ts';
import { createLocalChanges, type LocalChangesDeps } from './local-changes.ts';
import { expectedUntil, withExpected, withReport, withRequest, type PendingSync } from './pending-sync.ts';

/** As earlier versions named it: an alarm of theirs still fires. */
export const syncAlarm = 'keeper';

/** Lists younger than this are not requested again. */
const staleAfterMs = 5 * 60_000;
/** The sync is resumed by then, where nothing else does it: a worker or sync host that was killed. */
const recoveryAlarmMs = 5 * 60_000;
/** Longest delay the sync host asks for; a later time means the clock was set back. */
const maxDeferralMs = 5 * 60_000;
/** The sync host shares a thread with the popup, which should open, and usually close, first. */
const delayAfterOpeningMs = 2_000;

interface SyncSchedulerDeps extends LocalChangesDeps {
  readonly lists: StoredItem<PickerLists>;
  /** Jobs are active: what the user waits for goes first, since a worker instance may not live long. */
  readonly isBusy: () => boolean;
  /** Nothing is sent, for a reason that concerns every request. */
  readonly isBlocked: () => boolean;
  readonly now: () => number;
}

interface SyncOptions {
  /** Syncs also what is fresh. */
  readonly force?: boolean | undefined;
  /** Announced with `expect`, and stored by now. */
  readonly work?: string | undefined;
}

export type SyncScheduler = ReturnType<typeof createSyncScheduler>;

export function createSyncScheduler(deps: SyncSchedulerDeps) {
  const { item, now } = deps;
  const localChanges = createLocalChanges(deps);
  const syncRequests = createSyncRequests(deps, localChanges.dispatched);

  /** Resumes bulks that wait until requests are sent again, if they are. */
  async function resumeBulks(): Promise<void> {
    const { waits, scope } = await item.read();
    if (waits && !deps.isBlocked() && scope === (await deps.scope())) await syncRequests.run();
  }

  return {
    sync: (options?: SyncOptions) => syncRequests.run(options),

    /** A page is about to store work for the sync host. */
    async expect(work: string): Promise<void> {
      const scope = await deps.scope();
      if (scope === '') return;
      const time = now();
      const { at, waits } = await item.update((state) => withExpected(state, { scope, now: time }, work));
      // There is one alarm: an earlier time of the sync stays.
      await setAlarm(!waits && at > time ? Math.min(at, expectedUntil(time)) : expectedUntil(time));
    },

    resumeBulks,

    /** Syncs what is stale when a page has opened. */
    async refresh(): Promise<void> {
      const [scope, lists, state] = [await deps.scope(), await deps.lists.read(), await item.read()];
      if (syncRequests.isRecent(scope)) return;
      const isStale = lists.scope !== scope || isOlderThan(lists.at, staleAfterMs, now());
      if (state.scope !== scope || isStale || state.at <= now())
        await syncRequests.run({ delayMs: delayAfterOpeningMs });
    },

    /** Resumes what a previous worker instance left, or an alarm was set for. */
    async resume(): Promise<void> {
      const state = await item.read();
      if (!state.more || state.scope !== (await deps.scope())) return;
      if (state.waits) return resumeBulks();
      // Resumed when the last job ends; the alarm fires only once, so it is set again in case the worker is killed first.
      if (deps.isBusy()) return setAlarm(now() + recoveryAlarmMs);
      const waitMs = state.at - now();
      if (isOver(waitMs, maxDeferralMs)) await syncRequests.run();
      else await setAlarm(state.at);
    },

    async onSyncFinished(report: RequestOf<'sync-finished'>): Promise<void> {
      const state = await storeReport(deps, report);
      if (state === null) return;
      if (state.more && !state.waits) return setAlarm(state.at);
      await browser.alarms.clear(syncAlarm);
      // Requests may have been sent again while the report was in flight.
      if (state.waits) await resumeBulks();
    },

    applyLocalChange: localChanges.apply,
  };
}

/** @returns `null` for a report that is out of date or about another account: it is not stored */
async function storeReport(
  { item, scope, now }: SyncSchedulerDeps,
  report: RequestOf<'sync-finished'>,
): Promise<PendingSync | null> {
  if (report.scope !== (await scope())) return null;
  let isCurrent = false;
  const state = await item.update((before) => {
    const next = withReport(before, report, now());
    isCurrent = next !== null;
    return next ?? before;
  });
  return isCurrent ? state : null;
}

interface SyncRequestOptions extends SyncOptions {
  /** The caller keeps the background alive meanwhile. */
  readonly delayMs?: number;
}

function createSyncRequests(
  { item, scope: currentScope, dispatch, delay, now }: SyncSchedulerDeps,
  changesDispatched: () => Promise<void>,
) {
  const noRequest = { scope: '', at: Number.NEGATIVE_INFINITY };
  let lastRequest = noRequest;

  return {
    isRecent: (scope: string): boolean =>
      lastRequest.scope === scope && !isOlderThan(lastRequest.at, staleAfterMs, now()),

    async run({ force = false, work = '', delayMs = 0 }: SyncRequestOptions = {}): Promise<void> {
      const scope = await currentScope();
      if (scope === '') return;
      await item.update((state) => withRequest(state, { scope, now: now() }, work));
      // Should the sync host be killed, nothing else would resume it.
      await setAlarm(now() + recoveryAlarmMs);
      lastRequest = { scope, at: now() };
      if (delayMs > 0) await delay(delayMs);
      await changesDispatched();
      try {
        // Another sync may have been requested during the delay. The sync host reports only for the last command it receives.
        const { asked: requestNumber = 0 } = await item.read();
        // Disconnected meanwhile: the sync host would create the account's database again.
        if ((await currentScope()) !== scope) return;
        await dispatch({ task: 'sync', scope, force, requestNumber });
      } catch (error) {
        lastRequest = noRequest;
        throw error;
      }
    },
  };
}

async function setAlarm(when: number): Promise<void> {
  await browser.alarms.create(syncAlarm, { when });
}
