/** "Sync now": a sync that the user has asked for, until it has finished, and its button. */
import { signal } from '@preact/signals';
import { LoaderCircle, RefreshCw } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/i18n/t.ts';
import type { SectionDeps } from './section-deps.ts';

/** In ms; after this time another sync can be asked for. A sync that fails is reported by the page's notices. */
const maxSyncMs = 60_000;

type SyncRequest = ReturnType<typeof createSyncRequest>;

export function createSyncRequest({ sync, now }: Pick<SectionDeps, 'sync' | 'now'>) {
  /** When the user asked for a sync that has not finished yet: epoch ms. */
  const syncRequestedAt = signal<number | null>(null);
  let timeout: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(timeout);
    syncRequestedAt.value = null;
  }

  return {
    syncRequestedAt,

    syncNow(): void {
      if (syncRequestedAt.peek() !== null) return;
      syncRequestedAt.value = now();
      timeout = setTimeout(end, maxSyncMs);
      sync({ force: true });
    },

    /** @param at the end of the last sync: epoch ms; `null` for none */
    endSyncRequest(at: number | null): void {
      const requestedAt = syncRequestedAt.peek();
      if (requestedAt !== null && at !== null && at > requestedAt) end();
    },
  };
}

export function SyncButton({ syncRequestedAt, syncNow }: Pick<SyncRequest, 'syncRequestedAt' | 'syncNow'>) {
  const isSyncing = syncRequestedAt.value !== null;
  const word = t(isSyncing ? 'syncInProgress' : 'syncNow');
  return (
    <button type="button" class="quiet" title={word} aria-disabled={isSyncing} onClick={syncNow}>
      <Icon of={isSyncing ? LoaderCircle : RefreshCw} />
      <span class="visually-hidden when-narrow">{word}</span>
    </button>
  );
}
