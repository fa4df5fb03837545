/**
 * One worker instance: the real jobs, journal, items and blocked state, with a service and a device that the
 * test simulates.
 */
import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { createBadge } from '../../entrypoints/background/badge.ts';
import { createWriteBatcher } from '../../entrypoints/background/storage/write-batcher.ts';
import { createPruning } from '../../entrypoints/background/storage/prune-storage.ts';
import { createQuickShorten } from '../../entrypoints/background/triggers/quick-shorten.ts';
import type { AccountConnection } from '../../entrypoints/background/api/connection.ts';
import type { Gateway } from '../../entrypoints/background/api/gateway.ts';
import { acceptIntent, recoverIntents } from '../../entrypoints/background/jobs/intents.ts';
import { openItems } from '../../entrypoints/background/storage/stored-items.ts';
import { Jobs } from '../../entrypoints/background/jobs/jobs.ts';
import { createJournal } from '../../entrypoints/background/storage/job-journal.ts';
import { createKeepAlive } from '../../entrypoints/background/keep-alive.ts';
import type { SyncScheduler } from '../../entrypoints/background/sync/sync-scheduler.ts';
import { createLinksByUrl } from '../../entrypoints/background/storage/links-by-url-store.ts';
import { createHighWaterMark } from '../../entrypoints/background/jobs/high-water-mark.ts';
import { createUtcOffsetLearning } from '../../entrypoints/background/api/learn-utc-offset.ts';
import { createReclaim } from '../../entrypoints/background/storage/reclaim-space.ts';
import { createBlockedState } from '../../entrypoints/background/api/blocked-state.ts';
import { OffscreenDocument } from '../../lib/browser/offscreen.ts';
import type { Command } from '../../lib/outbox/commands.ts';
import type { Job } from '../../lib/outbox/job.ts';
import type { Failure } from '../../lib/api/failure.ts';
import { browser } from './fake-browser.ts';
import { gatewayOf, type Service } from './fake-gateway.ts';
import { settled } from './flush.ts';

export interface WorkerOptions {
  readonly service?: Service;
  /** Replaces the service, for example by the real gateway. */
  readonly gateway?: Gateway;
  /** The connected account's. */
  readonly scope?: string;
  /** The same for tests in which it changes. */
  readonly scopeNow?: () => string;
  readonly now?: () => number;
  /** Links are created long after their press. */
  readonly isTooLateToCopy?: boolean;
  /** None by default. */
  readonly countBulkLinks?: () => Promise<number>;
}

/** Stores the account's newest link, so that making a link takes one request; `null` if it is unknown. */
export function knowNewest(id: string | null, scope = 'here'): void {
  browser.storage.local.stored.set('newest-link', { version: 1, data: { scope, id } });
}

export function createWorker(options: WorkerOptions = {}) {
  const { scope = 'here', now = Date.now } = options;
  const reports: unknown[] = [];
  const damaged: string[] = [];
  const writes: boolean[] = [];
  const clipboard: string[] = [];
  const notifications: string[] = [];
  /** Jobs and links for which the popup was opened. */
  const shownJobs: string[] = [];
  const shownCopies: string[] = [];
  const showInPopup = {
    job: (job: Job, copiedUrl: string | null = null) =>
      void (copiedUrl === null ? shownJobs.push(job.command.id) : shownCopies.push(copiedUrl)),
    copied: (shortUrl: string) => void shownCopies.push(shortUrl),
  };
  const localChanges: Parameters<SyncScheduler['applyLocalChange']>[0][] = [];
  const decided: true[] = [];
  const idle: true[] = [];
  /** The failure that blocks every request, and the network status. */
  const device: { blockingFailure: Failure | null; online: boolean } = {
    blockingFailure: null,
    online: true,
  };
  let published = 0;
  const onDamaged = (key: string) => void damaged.push(key);
  const report = (error: unknown) => void reports.push(error);
  const reclaim = createReclaim({ now, onReclaimed: () => void published++ });
  const items = openItems(onDamaged, reclaim.area);
  const service = gatewayOf(
    options.service ?? (() => ({ body: { error: 0, id: 5, shorturl: 'https://sho.rt/x' } })),
  );
  const connection: AccountConnection = {
    gateway: async () => options.gateway ?? service.gateway,
    scope: async () => options.scopeNow?.() ?? scope,
    address: async () => 'https://sho.rt',
    connect: async () => 'tried',
    updateAvatar: async () => {},
    disconnect: async () => {},
    finishDisconnect: async () => {},
  };
  const blockedState = createBlockedState({ item: items.blockedState, scope: connection.scope });
  const blockingFailure = async () => device.blockingFailure;
  const keepAlive = createKeepAlive();
  const linksByUrl = createLinksByUrl({
    disk: reclaim.area,
    scope: connection.scope,
    onListed: createUtcOffsetLearning(items),
    onSaved: createPruning(now).onSaved,
  });
  const badge = createBadge(options.countBulkLinks ?? (async () => 0));
  const notify = (text: string) => void notifications.push(text);
  const highWaterMark = createHighWaterMark({
    item: items.newestIds,
    lists: items.pickerLists,
    scope: connection.scope,
  });
  const jobs = new Jobs({
    journal: createJournal(onDamaged, (taken) => writes.push(taken), createWriteBatcher(reclaim.area)),
    items,
    connection,
    onBulkDecided: () => void decided.push(true),
    applyLocalChange: async (ended) => void localChanges.push(ended),
    onIdle: () => void idle.push(true),
    afterReply: (work) => work(),
    highWaterMark,
    badge,
    linksByUrl,
    notify,
    showInPopup,
    keepAlive,
    autoCopy: {
      prepare: () => {},
      copyIfRecent: async (_job: Job, shortUrl: string) => {
        if (options.isTooLateToCopy) return 'missed';
        clipboard.push(shortUrl);
        return 'copied';
      },
    },
    online: () => device.online,
    blockingFailure,
    onBlockChange: blockedState.save,
    now,
    publish: () => void published++,
    report,
  });
  const quickShorten = createQuickShorten({
    items,
    jobs,
    linksByUrl,
    badge,
    offscreen: new OffscreenDocument(),
    notify,
    showInPopup,
    publish: () => {},
    report,
  });
  const intentHandlers = {
    submit: (command: Command) => acceptIntent(jobs, command),
    connect: async () => 'tried',
    onDamaged,
    report,
  };
  return {
    ...service,
    jobs,
    items,
    connection,
    blockingFailure,
    highWaterMark,
    keepAlive,
    linksByUrl,
    reclaim,
    notifications,
    shownJobs,
    shownCopies,
    localChanges,
    decided,
    idle,
    badge,
    quickShorten,
    device,
    reports,
    damaged,
    writes,
    clipboard,
    intentHandlers,
    published: () => published,
    /** The background's startup sequence. */
    async begin(): Promise<void> {
      const blockReason = await blockedState.restore(now(), blockingFailure);
      if (blockReason !== null) jobs.block(blockReason);
      await jobs.resume();
      await jobs.completeEffects();
      await recoverIntents(intentHandlers);
    },
  };
}

/** Fakes the timers; microtasks and storage stay real. */
export function stopTime(at: number): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  vi.setSystemTime(at);
}

/** Advances the time, and lets storage settle after every step. */
export async function pass(ms: number): Promise<void> {
  await settled();
  for (let left = ms; left > 0; left -= 1_000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1_000));
    await settled();
  }
}
