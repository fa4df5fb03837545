/**
 * Holds every job back while nothing can succeed: a key or a permission is missing, the service is not itself, the
 * device is offline. After a closed time one goes first, so that a key that is still wrong costs one request.
 */
import type { Failure } from '../api/failure.ts';

/** Why nothing is sent. `failure` is `null` while the device is offline. */
export interface BlockReason {
  readonly failure: Failure | null;
  /** Epoch ms at which it opens by itself; `null` when a person has to do something. */
  readonly until: number | null;
}

export interface Permit {
  /** Says how it went, and lets the others go. */
  release(): void;
}

export interface CircuitBreaker {
  /** Resolves when one may go; `null` when the signal aborted first. */
  acquire(signal: AbortSignal): Promise<Permit | null>;
  block(closed: BlockReason): void;
  unblock(): void;
  /** Looks again whether the device is online and the time is over. */
  recheck(): void;
  blockReason(): BlockReason | null;
}

export function createCircuitBreaker(deps: {
  readonly online: () => boolean;
  readonly now: () => number;
  readonly onChange: (closed: BlockReason | null) => void;
}): CircuitBreaker {
  let closed: BlockReason | null = null;
  /** For how long, in ms, it was closed. */
  let closedFor = Infinity;
  /** One of those that waited goes first. */
  let probing = false;
  let goesAlone = false;
  const waiting = new Set<() => void>();

  function wakeAll(): void {
    for (const wake of waiting) wake();
  }

  function isOffline(): boolean {
    return !deps.online();
  }

  function look(): void {
    const left = closed?.until == null ? null : closed.until - deps.now();
    // More than it was closed for: the clock was set back, and nobody knows how much of it is over.
    if (left !== null && (left <= 0 || left > closedFor)) open();
    else wakeAll();
  }

  function open(): void {
    if (closed === null) return;
    closed = null;
    goesAlone = true;
    deps.onChange(null);
    wakeAll();
  }

  return {
    async acquire(signal) {
      let told = false;
      const isShut = () => closed !== null || isOffline() || probing;
      while (!signal.aborted && isShut()) {
        if (closed === null && isOffline() && !told) {
          told = true;
          deps.onChange({ failure: null, until: null });
        }
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            signal.removeEventListener('abort', wake);
            resolve();
          };
          waiting.add(wake);
          signal.addEventListener('abort', wake);
        });
      }
      if (told) deps.onChange(closed);
      if (signal.aborted) return null;
      if (!goesAlone) return { release: () => undefined };
      goesAlone = false;
      probing = true;
      let over = false;
      return {
        release() {
          if (over) return;
          over = true;
          probing = false;
          wakeAll();
        },
      };
    },
    block(next) {
      closed = next;
      closedFor = next.until === null ? Infinity : next.until - deps.now();
      deps.onChange(next);
    },
    unblock: open,
    recheck: look,
    blockReason: () => closed ?? (waiting.size > 0 && isOffline() ? { failure: null, until: null } : null),
  };
}
