/**
 * The browser stops an idle worker after 30 s, timers or not; a call to an extension API restarts the count. While
 * work is in progress we make one every 20 s, and an alarm wakes us if the worker is killed nevertheless.
 */
import { browser } from 'wxt/browser';
import { isActive, type Job } from '../../lib/outbox/job.ts';
import type { Outbox } from '../../lib/outbox/outbox.ts';

const pulseMs = 20_000;
/** Most work is over before a reminder would be of use, and no work should wait while the alarm is created. */
const remindMs = 250;
export const reminderAlarm = 'work-left';

export type KeepAlive = ReturnType<typeof createKeepAlive>;

export function createKeepAlive() {
  let users = 0;
  let pulse: ReturnType<typeof setInterval> | undefined;
  let remind: ReturnType<typeof setTimeout> | undefined;

  function remindNow(): void {
    clearTimeout(remind);
    remind = undefined;
    void browser.alarms.create(reminderAlarm, { periodInMinutes: 0.5 });
  }

  function acquire(): () => void {
    users += 1;
    if (users === 1) {
      pulse = setInterval(() => void browser.runtime.getPlatformInfo(), pulseMs);
      remind = setTimeout(remindNow, remindMs);
    }
    let released = false;
    return () => {
      if (released) return;
      released = true;
      users -= 1;
      if (users > 0) return;
      clearInterval(pulse);
      clearTimeout(remind);
      remind = undefined;
      void browser.alarms.clear(reminderAlarm);
    };
  }

  return {
    /** Something waits for a later time: the reminder is needed should the worker be killed in this very moment. */
    remind(): void {
      if (remind !== undefined) remindNow();
    },
    /** Keeps the worker alive until the returned function is called. */
    acquire,
    /** Clears a reminder whose work a previous instance has finished, so that it wakes no other one. */
    clearStaleReminder(): void {
      if (users === 0) void browser.alarms.clear(reminderAlarm);
    },
    /** Keeps the worker alive until the work has settled. */
    during: <T>(work: Promise<T>): Promise<T> => work.finally(acquire()),
  };
}

export type KeepAlivePerJob = ReturnType<typeof createKeepAlivePerJob>;

/** Keeps the worker alive for each job that can proceed without the user, or whose end is not in the journal yet. */
export function createKeepAlivePerJob(keepAlive: KeepAlive) {
  const releases = new Map<string, () => void>();

  function release(id: string): void {
    releases.get(id)?.();
    releases.delete(id);
  }

  return {
    release,
    update(job: Job, outbox: Pick<Outbox, 'isBlocked' | 'isUnwritten' | 'waitOf'>): void {
      const { id } = job.command;
      const canProceed = isActive(job) && !outbox.isBlocked();
      if (!canProceed && !outbox.isUnwritten(id)) return release(id);
      if (!releases.has(id)) releases.set(id, keepAlive.acquire());
      if (outbox.waitOf(id) !== null) keepAlive.remind();
    },
  };
}
