/**
 * Removes everything that is stored for an account. Keys that stay are listed; all others go, so that a key that is added
 * later is removed, too.
 */
import { browser } from 'wxt/browser';
import { messageCacheKey } from '../../../lib/browser/message-cache.ts';
import { deleteDatabases } from '../../../lib/mirror/delete-databases.ts';
import {
  activityViewKey,
  firstStepsKey,
  popupViewKey,
  presetsKey,
} from '../../../lib/storage/storage-keys.ts';
import { stripAccountIds } from '../../../lib/storage/presets.ts';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import type { Items } from '../storage/stored-items.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { syncAlarm } from '../sync/sync-scheduler.ts';
import { runSteps } from '../run-steps.ts';
import { blockedStateAlarm } from './blocked-state.ts';
import { fillingKey } from '../storage/fill-torn-block.ts';
import { allKeys } from '../../../lib/storage/keys-by-prefix.ts';

/** Settings and texts on screen: what they say of the account is taken out of them. */
export const settingsKeys: readonly string[] = [
  preferencesItem.key,
  presetsKey,
  messageCacheKey,
  firstStepsKey,
];

/** Written again when the rest has been removed. */
const viewKeys: readonly string[] = [popupViewKey, activityViewKey];

type Area = typeof browser.storage.local | typeof browser.storage.session;

async function clearArea(area: Area, keysToKeep: () => Promise<readonly string[]>): Promise<void> {
  const keys = await allKeys(area);
  const keep = await keysToKeep();
  const removed = keys.filter((key) => !keep.includes(key));
  await area.remove(removed).catch(async (error: unknown) => {
    // One of them can't be removed: the others are not to stay for it.
    await runSteps(removed.map((key) => () => area.remove(key)));
    throw error;
  });
}

export function createForgetAccount(deps: {
  readonly items: Items;
  readonly jobs: () => Pick<Jobs, 'clear'>;
  /** The sync host writes nothing more. */
  readonly stopSync: () => Promise<unknown>;
  /** Writes the views again. */
  readonly publish: () => Promise<unknown>;
  /** Called when that has failed. */
  readonly removeViews: () => Promise<unknown>;
}): (keysToKeep: () => Promise<readonly string[]>) => Promise<void> {
  const { items } = deps;
  const { local, session } = browser.storage;
  const ofAccount = [
    items.pendingSync,
    items.pickerLists,
    items.usedParameters,
    items.recentLinks,
    items.privateLinks,
    items.blockedState,
    items.newestIds,
  ];
  return async (keysToKeep) => {
    const isDone = await runSteps([
      // First: a row of a batch that it submits later would become a job that nothing clears.
      deps.stopSync,
      () => deps.jobs().clear(),
      () => deleteDatabases(),
      ...ofAccount.map((item) => () => item.remove()),
      () =>
        items.preferences.update((preferences) => ({
          ...preferences,
          campaign: null,
          channel: null,
          pixels: [],
          domain: '',
        })),
      () => items.presets.update(stripAccountIds),
      // Jobs, intents, drafts, known links, damaged copies, and everything else.
      () => clearArea(local, async () => [...settingsKeys, ...viewKeys, ...(await keysToKeep())]),
      () => clearArea(session, async () => [fillingKey, ...viewKeys]),
      () => browser.alarms.clear(syncAlarm),
      () => browser.alarms.clear(blockedStateAlarm),
      () => deps.publish().catch(deps.removeViews),
    ]);
    if (!isDone) throw new Error('not all is forgotten');
  };
}
