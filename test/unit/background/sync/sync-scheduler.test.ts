/** The sync host is opened as seldom as possible, and again after everything that can terminate it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openItems } from '../../../../entrypoints/background/storage/stored-items.ts';
import { createSyncScheduler } from '../../../../entrypoints/background/sync/sync-scheduler.ts';
import type { SyncCommand } from '../../../../lib/sync-host/sync-commands.ts';
import { changeCommand, sampleResult, noon, shortenCommand, uuid } from '../../../support/samples.ts';
import { gate } from '../../../support/gate.ts';
import { browser, calls, fresh } from '../../../support/fake-browser.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));

const minute = 60_000;
const state = { now: noon, scope: 'here', busy: false, isBlocked: false };
const tasks: SyncCommand[] = [];
const pauses: number[] = [];

/** The scheduler of a new worker instance, on the existing storage. */
function startScheduler(
  dispatch = async (task: SyncCommand) => void tasks.push(task),
  delay: (ms: number) => Promise<unknown> = async (ms) => void pauses.push(ms),
) {
  const items = openItems(() => {}, browser.storage.local);
  return {
    items,
    ...createSyncScheduler({
      item: items.pendingSync,
      lists: items.pickerLists,
      scope: async () => state.scope,
      dispatch,
      isBusy: () => state.busy,
      isBlocked: () => state.isBlocked,
      now: () => state.now,
      delay,
    }),
  };
}

/** Every list is fresh and complete. */
async function allDone(): Promise<void> {
  const { items, onSyncFinished } = startScheduler();
  await items.pickerLists.update((lists) => ({ ...lists, scope: 'here', at: state.now }));
  await onSyncFinished({ scope: 'here', more: false, at: state.now + 60 * minute });
}

const storedState = () => browser.storage.local.stored.get('keeper');
const alarms = () => calls.filter((call) => call.startsWith('alarm'));

beforeEach(() => {
  fresh();
  tasks.length = 0;
  pauses.length = 0;
  Object.assign(state, { now: noon, scope: 'here', busy: false, isBlocked: false });
});

describe('when a page opens', () => {
  it('opens the sync host before the first sync', async () => {
    await startScheduler().refresh();
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'here', force: false }]);
    // Not before the page has painted.
    expect(pauses).toEqual([2_000]);
  });

  it('opens the sync host immediately when the user requests a refresh', async () => {
    await startScheduler().sync({ force: true });
    expect([tasks, pauses]).toMatchObject([[{ task: 'sync', scope: 'here', force: true }], []]);
  });

  it('counts the report of a delayed sync, although the user has requested another one meanwhile', async () => {
    let endDelay = (): void => undefined;
    const delayed = new Promise<void>((resolve) => (endDelay = resolve));
    const scheduler = startScheduler(undefined, () => delayed);
    const opened = scheduler.refresh();
    await vi.waitFor(() => expect(alarms()).toHaveLength(1));
    await scheduler.sync({ force: true });
    endDelay();
    await opened;
    // The sync host reports for the command that it has received last.
    const last = tasks.at(-1);
    expect([tasks.length, last?.task]).toEqual([2, 'sync']);
    const requestNumber = last?.task === 'sync' ? last.requestNumber : undefined;
    await scheduler.onSyncFinished({
      scope: 'here',
      more: false,
      at: state.now + 60 * minute,
      requestNumber,
    });
    expect(storedState()).toMatchObject({ data: { more: false } });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
  });

  it.each(['', 'there'])(
    'dispatches nothing for an account that was left during the delay, for “%s”',
    async (now) => {
      const delayed = gate();
      const scheduler = startScheduler(undefined, () => delayed.passed);
      const opened = scheduler.refresh();
      await vi.waitFor(() => expect(alarms()).toHaveLength(1));
      state.scope = now;
      delayed.open();
      await opened;
      expect(tasks).toEqual([]);
    },
  );

  it('opens nothing while the data is fresh', async () => {
    await allDone();
    state.now += 5 * minute - 1;
    await startScheduler().refresh();
    expect(tasks).toEqual([]);
  });

  it('syncs at most once in five minutes, however often pages open', async () => {
    await allDone();
    state.now += 5 * minute;
    const scheduler = startScheduler();
    await scheduler.refresh();
    await scheduler.refresh();
    state.now += 5 * minute - 1;
    await scheduler.refresh();
    expect(tasks).toHaveLength(1);
    state.now += 1;
    await scheduler.refresh();
    expect(tasks).toHaveLength(2);
  });

  it('treats a timestamp in the future as expired, after the clock was set back', async () => {
    await allDone();
    state.now -= 60 * minute;
    await startScheduler().refresh();
    expect(tasks).toHaveLength(1);
  });

  it('syncs when the check for remote deletions is due', async () => {
    const { onSyncFinished, items, refresh } = startScheduler();
    await onSyncFinished({ scope: 'here', more: false, at: state.now + minute });
    state.now += minute;
    await items.pickerLists.update((lists) => ({ ...lists, scope: 'here', at: state.now }));
    expect(alarms()).toEqual([]);
    await refresh();
    expect(tasks).toHaveLength(1);
  });

  it('does not count the previous account’s sync for a new account', async () => {
    await allDone();
    state.scope = 'there';
    await startScheduler().refresh();
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'there', force: false }]);
  });

  it('opens nothing without a connected account', async () => {
    state.scope = '';
    const scheduler = startScheduler();
    await scheduler.refresh();
    await scheduler.sync({ force: true });
    expect([tasks, storedState()]).toEqual([[], undefined]);
  });
});

describe('bulks that wait for the block to end', () => {
  const waiting = { scope: 'here', more: true, at: 0, waits: true };

  it('set no alarm and are not resumed at startup', async () => {
    state.isBlocked = true;
    const scheduler = startScheduler();
    await scheduler.sync();
    await scheduler.onSyncFinished(waiting);
    expect(alarms()).toEqual([`alarm ["keeper",{"when":${noon + 5 * minute}}]`]);
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
    await scheduler.resumeBulks();
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('resume when the block ends, in this worker instance and in the next one', async () => {
    state.isBlocked = true;
    const scheduler = startScheduler();
    await scheduler.onSyncFinished(waiting);
    state.isBlocked = false;
    // Their own rows are in progress.
    state.busy = true;
    await scheduler.resumeBulks();
    expect(tasks).toHaveLength(1);
    await scheduler.onSyncFinished({ scope: 'here', more: false, at: 0 });
    await scheduler.resumeBulks();
    expect(tasks).toHaveLength(1);
    state.isBlocked = true;
    await scheduler.onSyncFinished(waiting);
    state.isBlocked = false;
    await startScheduler().resume();
    expect(tasks).toHaveLength(2);
  });

  it('resume when the block ended before the host reported that it waits', async () => {
    await startScheduler().onSyncFinished(waiting);
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'here', force: false }]);
  });

  it('are checked when a page opens', async () => {
    state.isBlocked = true;
    await allDone();
    await startScheduler().onSyncFinished(waiting);
    await startScheduler().refresh();
    expect(tasks).toHaveLength(1);
  });
});

describe('the sync host’s report', () => {
  const nothing = { scope: 'here', more: false, at: 0 };
  const requestNumberOf = (task: SyncCommand | undefined) =>
    task?.task === 'sync' ? task.requestNumber : undefined;

  it('does not cover requests made after the one that it reports on', async () => {
    const scheduler = startScheduler();
    await scheduler.sync();
    await scheduler.sync();
    await scheduler.onSyncFinished({ ...nothing, requestNumber: requestNumberOf(tasks[0]) });
    expect(calls.filter((call) => call.startsWith('no alarm'))).toEqual([]);
    await startScheduler().resume();
    expect(tasks).toHaveLength(3);
    await scheduler.onSyncFinished({ ...nothing, requestNumber: requestNumberOf(tasks[2]) });
    await startScheduler().resume();
    expect(tasks).toHaveLength(3);
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
  });

  it('is matched by request number across worker instances', async () => {
    await startScheduler().sync();
    await startScheduler().sync();
    await startScheduler().onSyncFinished({ ...nothing, requestNumber: requestNumberOf(tasks[0]) });
    await startScheduler().resume();
    expect(tasks).toHaveLength(3);
  });
});

describe('work that a page has announced', () => {
  const nothing = { scope: 'here', more: false, at: 0 };
  const [work, other] = [uuid(1), uuid(2)];

  it('is checked after a minute if the page does not confirm it', async () => {
    await allDone();
    await startScheduler().expect(work);
    expect(alarms().at(-1)).toBe(`alarm ["keeper",{"when":${noon + minute}}]`);
    await startScheduler().resume();
    expect(tasks).toEqual([]);
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
    await startScheduler().onSyncFinished({ ...nothing, requestNumber: 1 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('leaves an earlier time of the sync as it is', async () => {
    await startScheduler().onSyncFinished({ scope: 'here', more: true, at: noon + 5_000 });
    await startScheduler().expect(work);
    expect(alarms().at(-1)).toBe(`alarm ["keeper",{"when":${noon + 5_000}}]`);
  });

  it('survives a run that ends before the work is stored', async () => {
    const scheduler = startScheduler();
    await scheduler.sync();
    await scheduler.expect(work);
    await scheduler.onSyncFinished({ ...nothing, requestNumber: 1 });
    expect(alarms().at(-1)).toBe(`alarm ["keeper",{"when":${noon + minute}}]`);
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(2);
  });

  it('survives the confirmation of another page’s work', async () => {
    const scheduler = startScheduler();
    await scheduler.expect(work);
    await scheduler.expect(other);
    await scheduler.sync({ work: other });
    await scheduler.onSyncFinished({ ...nothing, requestNumber: 1 });
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(2);
  });

  it('is no longer expected once it is stored', async () => {
    const scheduler = startScheduler();
    await scheduler.expect(work);
    await scheduler.sync({ work });
    await scheduler.onSyncFinished({ ...nothing, requestNumber: 1 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('is dropped when another account is connected', async () => {
    await startScheduler().expect(work);
    state.scope = 'there';
    await startScheduler().sync();
    await startScheduler().onSyncFinished({ scope: 'there', more: false, at: 0, requestNumber: 2 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
  });
});

describe('after a shutdown', () => {
  it('an alarm reopens a terminated sync host until it reports completion', async () => {
    await startScheduler().sync();
    expect(alarms()).toEqual([`alarm ["keeper",{"when":${noon + 5 * minute}}]`]);
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(2);
    await startScheduler().onSyncFinished({ scope: 'here', more: false, at: 0 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
  });

  it('the next start resumes a sync that was in progress', async () => {
    await startScheduler().sync({ force: true });
    await startScheduler().resume();
    expect(tasks.map((task) => 'force' in task && task.force)).toEqual([true, false]);
  });

  it('the next start resumes a sync whose host had not been opened yet', async () => {
    await startScheduler(() => Promise.reject(new Error('no')))
      .sync()
      .catch(() => undefined);
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('retries a failed opening when the next page opens', async () => {
    let works = false;
    const { refresh } = startScheduler(async (task) => {
      if (!works) throw new Error('no');
      tasks.push(task);
    });
    await refresh().catch(() => undefined);
    works = true;
    await refresh();
    expect(tasks).toHaveLength(1);
  });

  it('opens nothing after a completed sync', async () => {
    await startScheduler().sync({ force: true });
    await startScheduler().onSyncFinished({ scope: 'here', more: false, at: state.now + minute });
    tasks.length = 0;
    state.now += 60 * minute;
    await startScheduler().resume();
    expect(tasks).toEqual([]);
  });

  it('every start sets the alarm for remaining work that is not due yet', async () => {
    await startScheduler().onSyncFinished({ scope: 'here', more: true, at: state.now + 5 * minute });
    await startScheduler().resume();
    expect(tasks).toEqual([]);
    expect(alarms()).toEqual(Array(2).fill(`alarm ["keeper",{"when":${noon + 5 * minute}}]`));
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('remaining work is due at the next start after the clock was set back', async () => {
    await startScheduler().onSyncFinished({ scope: 'here', more: true, at: state.now + 5 * minute });
    state.now -= 24 * 60 * minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('resumes only when no job is in progress, and an alarm checks again until then', async () => {
    await startScheduler().sync();
    tasks.length = calls.length = 0;
    state.busy = true;
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(tasks).toEqual([]);
    // The alarm fires once: without another one, nothing would check again.
    expect(alarms()).toEqual([`alarm ["keeper",{"when":${noon + 10 * minute}}]`]);
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(alarms().at(-1)).toBe(`alarm ["keeper",{"when":${noon + 15 * minute}}]`);
    state.busy = false;
    await startScheduler().resume();
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'here', force: false }]);
  });

  it('opens nothing when another account has been connected since', async () => {
    await startScheduler().sync({ force: true });
    tasks.length = calls.length = 0;
    state.scope = 'there';
    await startScheduler().resume();
    // A late report from the previous account's sync host is ignored.
    await startScheduler().onSyncFinished({ scope: 'here', more: true, at: 7 });
    expect([tasks, alarms()]).toEqual([[], []]);
  });
});

describe('a finished job', () => {
  const ended = { command: shortenCommand(1), result: sampleResult(1), at: noon };

  it('is applied to the mirror', async () => {
    await allDone();
    await startScheduler().applyLocalChange(ended, state.scope);
    expect(tasks).toMatchObject([{ task: 'local-change', scope: 'here', ended }]);
    // Not before the popup has copied it.
    expect(pauses).toEqual([500]);
  });

  it('that changed a list is applied immediately, before that list is synced', async () => {
    await allDone();
    const scheduler = startScheduler();
    const added = { ...ended, command: { ...ended.command, kind: 'add-channel', name: 'Press' } as const };
    void scheduler.applyLocalChange(added, state.scope);
    await scheduler.sync();
    expect(tasks.map(({ task }) => task)).toEqual(['local-change', 'sync']);
    expect(pauses).toEqual([]);
  });

  it('is not applied for an account without a mirror', async () => {
    await allDone();
    state.scope = 'there';
    await startScheduler().applyLocalChange(ended, state.scope);
    expect(tasks).toEqual([]);
  });

  it('is not applied to the account that was connected meanwhile', async () => {
    await allDone();
    await startScheduler().applyLocalChange(ended, 'before');
    expect(tasks).toEqual([]);
  });

  it('in an incognito window is always reported, so that no list sync writes it to disk', async () => {
    const incognito = { ...ended, command: shortenCommand(1, { private: true }) };
    await startScheduler().applyLocalChange(incognito, state.scope);
    expect([tasks, pauses]).toMatchObject([[{ task: 'local-change', scope: 'here', ended: incognito }], []]);
    tasks.length = 0;
    await startScheduler().applyLocalChange(
      { ...ended, command: { ...changeCommand(1), private: true } },
      state.scope,
    );
    state.scope = '';
    await startScheduler().applyLocalChange(incognito, state.scope);
    expect(tasks).toEqual([]);
  });
});
