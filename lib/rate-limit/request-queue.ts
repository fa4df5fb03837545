/**
 * The only way to the API: a priority queue with a rate limiter in front of `send`.
 *
 * - Until a reply has come in this worker instance, and after every refusal for the limit, requests go one at a time.
 *   From then on as many run in parallel as the window allows; a stalled one holds its own slot and blocks no other.
 * - The limiter state is passed to `storage` before each send. `send` waits until it is on disk, and sends nothing where
 *   that fails.
 * - A refused call (429: not executed) is repeated a few times automatically, if the wait is not too long (dispatcher.ts).
 *   Any other failure is the caller's. Where the wait is too long every request ends immediately with `limit` and the time.
 * - A request cancelled before it was sent leaves immediately and costs nothing.
 */
import { failed, type Call, type Outcome, type Send } from '../api/call.ts';
import { createDispatcher, type Delay } from './dispatcher.ts';
import { createLimiter, toWallClock, type LimiterDeps } from './stored-limiter.ts';
import type { Priority } from './priority.ts';
import { createQueuedRequest, type QueuedRequest, type QueueOptions } from './queued-request.ts';
import { estimateNextSlot, estimateWait, readMeter } from './queue-estimates.ts';
import { createWaitingList } from './waiting-list.ts';

interface RequestQueueDeps extends LimiterDeps {
  readonly send: Send;
  readonly delay: Delay;
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;

export function createRequestQueue({ send, clock, delay, storage, scope }: RequestQueueDeps) {
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  const limiter = createLimiter({ clock, storage, scope });
  const waiting = createWaitingList();
  const dispatchAll = createDispatcher({ limiter, waiting, clock, delay, onChange: notify });
  let isLoaded = false;

  function dispatchAndNotify(): void {
    if (isLoaded) dispatchAll();
    notify();
  }

  function request<T>(call: Call<T>, options: QueueOptions): Promise<Outcome<T>> {
    if (options.signal?.aborted === true) return Promise.resolve(failed({ kind: 'cancelled' }));
    return new Promise((resolve) => {
      const onCancel = (cancelled: QueuedRequest) => {
        waiting.remove(cancelled);
        dispatchAndNotify();
      };
      waiting.add(createQueuedRequest(call, options, { send, resolve, onCancel }));
      dispatchAndNotify();
    });
  }

  void storage
    .load()
    // An unreadable state counts as a full window.
    .catch(() => 'unreadable')
    .then((raw) => {
      limiter.restore(raw);
      isLoaded = true;
      dispatchAndNotify();
    });

  return {
    request,
    /** Ms until a request of this priority, added now, would go, behind all that waits already. */
    estimateWait: (priority: Priority): number =>
      estimateWait(limiter.state(), { priority, countOf: waiting.count, now: clock.monotonic() }),
    /** Ms until any request could go. */
    nextSlotIn: (): number => estimateNextSlot(limiter.state(), clock.monotonic()),
    usage: () => readMeter(limiter.state(), clock.monotonic(), (at) => toWallClock(clock, at)),
    /** The user would rather try than wait as long as the service asked: until its next reply only our own limit holds. */
    clearServerBackOff(): void {
      limiter.clearServerBackOff();
      dispatchAndNotify();
    },
    /** Ends what waits, and every later request, with this failure; one that is in flight gets its response. */
    close: waiting.close,
    /** Called after every change of the estimates and the usage, except by the passing of time. */
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
