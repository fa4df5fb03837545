/** Handles opened pages, the connection, preferences and presets. */
import { browser } from 'wxt/browser';
import { preferencesSchema } from '../../../lib/storage/preferences.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import { applyPresetChanges } from '../../../lib/presets/apply-changes.ts';
import { done, type HandlersDeps } from './handlers-deps.ts';

/** The id of the last press, in session memory. */
const lastDisconnectKey = 'last-disconnect';

export function createPageHandlers(deps: HandlersDeps) {
  const { items, connection, syncScheduler, keepAlive, publish, report } = deps;
  const disconnectOnce = createDisconnectOnce(connection.disconnect);
  return {
    async ping({ needsActivity, showsFailures }) {
      if (needsActivity) deps.activityNeeded();
      await deps.ensureStarted();
      deps.recoverIntents().catch(report);
      keepAlive.during(syncScheduler.refresh()).catch(report);
      if (showsFailures) deps.failuresShown();
      publish();
      return null;
    },
    activity: () => deps.readActivity(),
    async connect({ id }) {
      // An unfinished disconnect goes first: it would end an attempt that has begun.
      await deps.ensureStarted();
      const end = await keepAlive.during(connection.connect(id));
      publish();
      return end;
    },
    disconnect: async ({ id }) => done(keepAlive.during(disconnectOnce(id)).then(publish)),
    async 'save-preferences'(changes) {
      await items.preferences.update((stored) => preferencesSchema.parse({ ...stored, ...changes }));
      publish();
      return null;
    },
    async 'save-presets'(changes) {
      await items.presets.update((stored) => applyPresetChanges(stored, changes));
      publish();
      return null;
    },
  } satisfies Partial<Handlers>;
}

/**
 * A page repeats "Disconnect" where the reply was lost, perhaps with the worker. Carried out again, it would end a
 * connection that was made since.
 *
 * @throws as `disconnect` does; then a repeat tries again
 */
function createDisconnectOnce(disconnect: () => Promise<void>): (id: string) => Promise<void> {
  const { session } = browser.storage;
  const inProgress = new Map<string, Promise<void>>();

  async function run(id: string): Promise<void> {
    const { [lastDisconnectKey]: last } = await session.get(lastDisconnectKey);
    if (last === id) return;
    await disconnect();
    // Last: where the worker ends before it, the repeat completes what is left.
    await session.set({ [lastDisconnectKey]: id });
  }

  return (id) => {
    const ended = inProgress.get(id) ?? run(id).finally(() => inProgress.delete(id));
    inProgress.set(id, ended);
    return ended;
  };
}
