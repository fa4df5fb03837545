/** Holds the limiter state of this worker instance, and saves it for the next one. */
import type { Failure } from '../api/failure.ts';
import { applyReply } from './apply-reply.ts';
import { deserialize, serialize, type Clock, type StoredLimiterState } from './stored-limiter-state.ts';
import type { Priority } from './priority.ts';
import type { Reply } from './queued-request.ts';
import { emptyState, needsProbe, recordSend, undoSend, type LimiterState } from './limiter-state.ts';

export interface LimiterStorage {
  /** The value saved last, unchecked; `undefined` or `null` when there is none. */
  load(): Promise<unknown>;
  /** Begins to write the state. `send` awaits that, and sends nothing where it fails. */
  save(state: StoredLimiterState): void;
}

export interface LimiterDeps {
  readonly clock: Clock;
  readonly storage: LimiterStorage;
  /** Names the account and key; a state stored under another one does not bind. */
  readonly scope: string;
}

/** A request's part of the limit. */
interface Slot {
  readonly priority: Priority;
  readonly takenAt: number;
  /** The state before it was taken. */
  readonly before: LimiterState;
}

export type Limiter = ReturnType<typeof createLimiter>;

export function createLimiter({ clock, storage, scope }: LimiterDeps) {
  let state = emptyState(clock.monotonic());
  let isConfirmed = false;
  const save = () => storage.save(serialize(state, scope, clock));
  const toMonotonic = (wall: number | null) =>
    wall === null ? null : clock.monotonic() + (wall - clock.wallClock());

  /** The request was not sent. */
  function freeSlot({ priority, takenAt, before }: Slot): void {
    state = undoSend(state, priority, takenAt, before);
    save();
  }

  return {
    state: () => state,
    /** Continues with what was loaded; what can't be read counts as a full window. */
    restore(raw: unknown): void {
      const { state: restored, repaired } = deserialize(raw, scope, clock);
      state = restored;
      // The end of a call and a clock jump are fixed now: instances that end early don't each restart the wait.
      if (repaired) save();
    },
    /** Only one request may go, until a reply confirms or corrects the state. */
    needsProbe: (): boolean => !isConfirmed || needsProbe(state, clock.monotonic()),
    takeSlot(priority: Priority): Slot {
      const slot = { priority, takenAt: clock.monotonic(), before: state };
      state = recordSend(state, priority, slot.takenAt);
      // A later worker instance has to know of it.
      save();
      return slot;
    },
    applyReply(slot: Slot, sentAt: number, { failure, rate, date, unsent }: Omit<Reply, 'deliver'>): void {
      if (unsent) return freeSlot(slot);
      state = applyReply(state, {
        rate: rate && { ...rate, resetAt: toMonotonic(rate.resetAt), retryAt: toMonotonic(rate.retryAt) },
        date,
        refusedUntil: failure?.kind === 'limit' ? toMonotonic(failure.until) : null,
        takenAt: slot.takenAt,
        sentAt,
        now: clock.monotonic(),
      });
      if (rate !== null) isConfirmed = failure?.kind !== 'limit';
      save();
    },
    clearServerBackOff(): void {
      state = { ...state, backOffUntil: clock.monotonic(), serverQuota: null };
      save();
    },
  };
}

/** A failure that is certain not to have reached the service. @param until on the monotonic clock */
export function limitFailure(clock: Clock, until: number): Failure {
  return { kind: 'limit', until: toWallClock(clock, until), message: null };
}

export function toWallClock(clock: Clock, monotonic: number): number {
  return clock.wallClock() + (monotonic - clock.monotonic());
}
