/**
 * Holds every job back while nothing can succeed: a key or a permission is missing, what answers is not the service, the
 * device is offline. After that one probe goes first, so that a key that is still wrong costs one request.
 */
import { isOver } from '../time/elapsed.ts';
import type { BlockReason } from './block-reason.ts';

interface Permit {
  /** Reports the end of the request, and lets the others go. */
  release(): void;
}

export interface CircuitBreaker {
  /** Resolves when a request may go; `null` when the signal aborted first. */
  acquire(signal: AbortSignal): Promise<Permit | null>;
  block(reason: BlockReason): void;
  unblock(): void;
  /** Checks again whether the device is online and the time is over. */
  recheck(): void;
  blockReason(): BlockReason | null;
  /** By a failure that every request would meet; being offline is none. */
  isBlocked(): boolean;
}

interface CircuitBreakerDeps {
  readonly online: () => boolean;
  readonly now: () => number;
  readonly onChange: (reason: BlockReason | null) => void;
}

const offline: BlockReason = { failure: null, until: null };

export function createCircuitBreaker({ online, now, onChange }: CircuitBreakerDeps): CircuitBreaker {
  let reason: BlockReason | null = null;
  let blockedForMs = Infinity;
  /** After a block the next request goes alone, as the probe. */
  let needsProbe = false;
  let isProbing = false;
  const waiters = createWaiters();

  async function acquire(signal: AbortSignal): Promise<Permit | null> {
    let isOfflineReported = false;
    const mustWait = () => reason !== null || !online() || isProbing;
    while (!signal.aborted && mustWait()) {
      if (reason === null && !online() && !isOfflineReported) {
        isOfflineReported = true;
        onChange(offline);
      }
      await waiters.wait(signal);
    }
    if (isOfflineReported) onChange(reason);
    if (signal.aborted) return null;
    // Nothing is awaited since the check, so no two callers become the probe.
    return needsProbe ? startProbe() : { release: () => undefined };
  }

  function startProbe(): Permit {
    needsProbe = false;
    isProbing = true;
    return {
      release: once(() => {
        isProbing = false;
        waiters.wakeAll();
      }),
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
    block(next) {
      reason = next;
      blockedForMs = next.until === null ? Infinity : next.until - now();
      onChange(next);
    },
    unblock,
    recheck() {
      if (reason?.until != null && isOver(reason.until - now(), blockedForMs)) unblock();
      else waiters.wakeAll();
    },
    blockReason: () => reason ?? (waiters.count() > 0 && !online() ? offline : null),
    isBlocked: () => reason?.failure != null,
  };
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
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
