/** Passes on what jobs have changed, for the mirror to show it before the service's lists do. */
import type { CompletedCommand } from '../../../lib/mirror/apply-local-change.ts';
import type { StoredItem } from '../../../lib/storage/stored-item.ts';
import type { SyncCommand } from '../../../lib/sync-host/sync-commands.ts';
import { logError } from '../../../lib/browser/log-error.ts';
import type { PendingSync } from './pending-sync.ts';

/** Leaves the thread to the copy of the new link first. */
const delayAfterLinkMs = 500;

export interface LocalChangesDeps {
  readonly item: StoredItem<PendingSync>;
  readonly scope: () => Promise<string>;
  readonly dispatch: (command: SyncCommand) => Promise<unknown>;
  readonly delay: (ms: number) => Promise<unknown>;
}

export function createLocalChanges({ item, scope: currentScope, dispatch, delay }: LocalChangesDeps) {
  let dispatched: Promise<void> = Promise.resolve();

  async function dispatchChange(ended: CompletedCommand, scope: string): Promise<void> {
    // Another account was connected meanwhile, or none.
    if (scope === '' || (await currentScope()) !== scope) return;
    // A private link is excluded from the mirror in any case, or the next list would write it to disk.
    const hasMirror = ended.command.private || (await item.read()).scope === scope;
    if (hasMirror) await dispatch({ task: 'local-change', scope, ended });
  }

  return {
    /** Resolves when all changes but new links have been dispatched: they determine which lists are stale. */
    dispatched: () => dispatched,

    /**
     * Resolves when the change has been dispatched; rejects if that of a link fails. A link's list does not depend on it, so the
     * next change need not wait.
     *
     * @param scope the account of the job
     */
    apply: async (ended: CompletedCommand, scope: string): Promise<void> => {
      const { kind, private: isPrivate } = ended.command;
      if (kind === 'shorten' && !isPrivate)
        await delay(delayAfterLinkMs).then(() => dispatchChange(ended, scope));
      // Nothing else that a private window does is written to disk.
      else if (kind === 'shorten' || !isPrivate) {
        const change = dispatched.then(() => dispatchChange(ended, scope));
        dispatched = change.catch(logError);
        await (kind === 'shorten' ? change : dispatched);
      }
    },
  };
}
