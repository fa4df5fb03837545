/**
 * Holds every job back while nothing can succeed: a key or a permission is missing, what answers is not the service, the
 * device is offline. After that one probe goes first, so that a key that is still wrong costs one request.
 */
import { isOver } from '../time/elapsed.ts';
import type { BlockReason } from './block-reason.ts';

/** Reports the end of the request, and lets the others go. */
type Release = () => void;

interface CircuitBreakerDeps {
  readonly online: () => boolean;
  readonly now: () => number;
  readonly onChange: (reason: BlockReason | null) => void;
}

const offline: BlockReason = { failure: null, until: null };

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

export function createCircuitBreaker({ online, now, onChange }: CircuitBreakerDeps) {
  let reason: BlockReason | null = null;
  let blockedForMs = Infinity;
  /** After a block the next request goes alone, as the probe. */
  let needsProbe = false;
  let isProbing = false;
  const waiters = createWaiters();
  const offlineReport = createOfflineReport(onChange);

  /** Resolves when a request may go; `null` when the signal aborted first. */
  async function acquire(signal: AbortSignal): Promise<Release | null> {
    const mustWait = () => reason !== null || !online() || isProbing;
    while (!signal.aborted && mustWait()) {
      if (reason === null && !online()) offlineReport.set(true);
      await waiters.wait(signal);
    }
    if (online() || waiters.count() === 0) offlineReport.set(false);
    if (signal.aborted) return null;
    // Nothing is awaited since the check, so no two callers become the probe.
    return needsProbe ? startProbe() : () => undefined;
  }

  function startProbe(): Release {
    needsProbe = false;
    isProbing = true;
    return () => {
      isProbing = false;
      waiters.wakeAll();
    };
  }

  function unblock(): void {
    if (reason === null) return;
    reason = null;
    needsProbe = true;
    onChange(null);
    waiters.wakeAll();
  }

  return {
    acquire,
    block(next: BlockReason): void {
      reason = next;
      offlineReport.replaced();
      blockedForMs = next.until === null ? Infinity : next.until - now();
      onChange(next);
    },
    unblock,
    /** Checks again whether the device is online and the time is over. */
    recheck(): void {
      if (reason?.until != null && isOver(reason.until - now(), blockedForMs)) unblock();
      else waiters.wakeAll();
    },
    blockReason: (): BlockReason | null => reason ?? (waiters.count() > 0 && !online() ? offline : null),
    /** By a failure that every request would meet; being offline is none. */
    isBlocked: (): boolean => reason?.failure != null,
  };
}

/** Reports that the device is offline, and that it no longer matters, each once. */
function createOfflineReport(onChange: CircuitBreakerDeps['onChange']) {
  let isReported = false;
  return {
    set(isOffline: boolean): void {
      if (isOffline === isReported) return;
      isReported = isOffline;
      onChange(isOffline ? offline : null);
    },
    /** Another reason was reported. */
    replaced(): void {
      isReported = false;
    },
  };
}

/** Callers that wait until something has changed. */
function createWaiters() {
  const waiting = new Set<() => void>();
  return {
    count: () => waiting.size,
    wakeAll() {
      for (const wake of waiting) wake();
    },
    wait: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
  };
}
