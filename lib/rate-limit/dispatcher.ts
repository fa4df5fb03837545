/** Sends waiting requests as soon as the limiter allows: in parallel, or one alone while its state is unconfirmed. */
import { limitFailure, type Limiter } from './stored-limiter.ts';
import { maxQueueWaitMs, type Clock } from './stored-limiter-state.ts';
import type { QueuedRequest } from './queued-request.ts';
import { isShared, type LimiterState } from './limiter-state.ts';
import { nextSendTime } from './next-send-time.ts';
import type { WaitingList } from './waiting-list.ts';

const maxRepeats = 3;
/** While other devices take the slots that are left, a refusal predicts nothing about the next attempt. */
const maxSharedRepeats = 10;

/** May resolve or reject when the signal aborts. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<unknown>;

interface DispatcherDeps {
  readonly limiter: Limiter;
  readonly waiting: WaitingList;
  readonly clock: Clock;
  readonly delay: Delay;
  readonly onChange: () => void;
}

/** @returns a function that sends what may go now, and again, by a timer, when the next request may go */
export function createDispatcher({ limiter, waiting, clock, delay, onChange }: DispatcherDeps): () => void {
  let probe: QueuedRequest | null = null;
  let nextWake: AbortController | null = null;

  function dispatchAll(): void {
    nextWake?.abort('rescheduled');
    nextWake = null;
    for (let next = waiting.first(); next !== undefined; next = waiting.first()) {
      if (probe !== null && limiter.needsProbe()) return;
      const now = clock.monotonic();
      const due = nextSendTime(limiter.state(), next.priority, now);
      const waitMs = due - now;
      // A reply has to come first.
      if (due === Infinity) return;
      if (waitMs > 0 && waitMs <= maxQueueWaitMs) return wakeIn(waitMs);
      waiting.remove(next);
      if (waitMs > 0) next.fail(limitFailure(clock, due));
      else void dispatch(next);
    }
  }

  function wakeIn(ms: number): void {
    const mine = new AbortController();
    nextWake = mine;
    const wake = () => {
      if (nextWake === mine) dispatchAll();
    };
    delay(Math.ceil(ms), mine.signal).then(wake, wake);
  }

  /** Takes the slot before it awaits anything: `dispatchAll` reads the limiter's state again right after the call. */
  async function dispatch(request: QueuedRequest): Promise<void> {
    if (limiter.needsProbe()) probe = request;
    const slot = limiter.takeSlot(request.priority);
    onChange();
    const sentAt = clock.monotonic();
    const reply = await request.attempt();
    limiter.applyReply(slot, sentAt, reply);
    if (reply.failure?.kind === 'limit' && mayRepeat(request, limiter.state(), clock.monotonic())) {
      request.refusals += 1;
      waiting.putBack(request);
    } else reply.deliver();
    if (probe === request) probe = null;
    dispatchAll();
    onChange();
  }

  return dispatchAll;
}

/** A refused call was not executed, so it may go again. */
function mayRepeat(request: QueuedRequest, state: LimiterState, now: number): boolean {
  if (request.isCancelled() || state.backOffUntil - now > maxQueueWaitMs) return false;
  return request.refusals < (isShared(state, now) ? maxSharedRepeats : maxRepeats);
}
