/** When the keeper is opened: as seldom as may be, and again after everything that can kill it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openItems } from '../../../../entrypoints/background/storage/stored-items.ts';
import { createSyncScheduler } from '../../../../entrypoints/background/sync/sync-scheduler.ts';
import type { SyncCommand } from '../../../../lib/sync-host/sync-commands.ts';
import { changeAsk, made, shortenAsk, uuid } from '../../outbox/samples.ts';
import { browser, calls, fresh } from '../extension.ts';
import { noon } from '../samples.ts';

vi.mock('wxt/browser', async () => import('../extension.ts'));

const minute = 60_000;
const state = { now: noon, scope: 'here', busy: false, isBlocked: false };
const tasks: SyncCommand[] = [];
const pauses: number[] = [];

/** One life of the worker on the disk that there is. */
function startScheduler(dispatch = async (task: SyncCommand) => void tasks.push(task)) {
  const items = openItems(() => {});
  return {
    items,
    ...createSyncScheduler({
      item: items.syncState,
      lists: items.pickerLists,
      scope: async () => state.scope,
      dispatch,
      isBusy: () => state.busy,
      isBlocked: () => state.isBlocked,
      now: () => state.now,
      pause: async (ms) => void pauses.push(ms),
    }),
  };
}

/** Everything is fresh and whole. */
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

describe('a page opens', () => {
  it('before anything was ever brought in: the keeper is opened', async () => {
    await startScheduler().refresh();
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'here', force: false }]);
    // Not before the page has painted.
    expect(pauses).toEqual([2_000]);
  });

  it('because somebody asks for the newest: the keeper is opened at once', async () => {
    await startScheduler().sync(true);
    expect([tasks, pauses]).toMatchObject([[{ task: 'sync', scope: 'here', force: true }], []]);
  });

  it('while all is fresh: nothing is opened', async () => {
    await allDone();
    state.now += 5 * minute - 1;
    await startScheduler().refresh();
    expect(tasks).toEqual([]);
  });

  it('later: once in five minutes, however often a page opens', async () => {
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

  it('after the clock was set back: a time in the future counts as long ago', async () => {
    await allDone();
    state.now -= 60 * minute;
    await startScheduler().refresh();
    expect(tasks).toHaveLength(1);
  });

  it('when it is time to look for what was deleted elsewhere', async () => {
    const { onSyncFinished, items, refresh } = startScheduler();
    await onSyncFinished({ scope: 'here', more: false, at: state.now + minute });
    state.now += minute;
    await items.pickerLists.update((lists) => ({ ...lists, scope: 'here', at: state.now }));
    expect(alarms()).toEqual([]);
    await refresh();
    expect(tasks).toHaveLength(1);
  });

  it('of another account: what was brought in for the last one is not its', async () => {
    await allDone();
    state.scope = 'there';
    await startScheduler().refresh();
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'there', force: false }]);
  });

  it('not connected: nothing is opened', async () => {
    state.scope = '';
    const scheduler = startScheduler();
    await scheduler.refresh();
    await scheduler.sync(true);
    expect([tasks, storedState()]).toEqual([[], undefined]);
  });
});

describe('bulks that wait until requests are sent again', () => {
  const waiting = { scope: 'here', more: true, at: 0, waits: true };

  it('wake nobody, by no alarm and at no start', async () => {
    state.isBlocked = true;
    const scheduler = startScheduler();
    await scheduler.sync(false);
    await scheduler.onSyncFinished(waiting);
    expect(alarms()).toEqual([`alarm ["keeper",{"when":${noon + 5 * minute}}]`]);
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
    await scheduler.resumeBulks();
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('go on as soon as they are, in this life and in the next one', async () => {
    state.isBlocked = true;
    const scheduler = startScheduler();
    await scheduler.onSyncFinished(waiting);
    state.isBlocked = false;
    // Their own rows are under way.
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

  it('go on when they were sent again in the moment in which it was told', async () => {
    await startScheduler().onSyncFinished(waiting);
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'here', force: false }]);
  });

  it('are looked at when somebody uses the extension', async () => {
    state.isBlocked = true;
    await allDone();
    await startScheduler().onSyncFinished(waiting);
    await startScheduler().refresh();
    expect(tasks).toHaveLength(1);
  });
});

describe('what the keeper says is left', () => {
  const nothing = { scope: 'here', more: false, at: 0 };
  const askedOf = (task: SyncCommand | undefined) => (task?.task === 'sync' ? task.asked : undefined);

  it('says nothing of what it was asked for since', async () => {
    const scheduler = startScheduler();
    await scheduler.sync(false);
    await scheduler.sync(false);
    await scheduler.onSyncFinished({ ...nothing, asked: askedOf(tasks[0]) });
    expect(calls.filter((call) => call.startsWith('no alarm'))).toEqual([]);
    await startScheduler().resume();
    expect(tasks).toHaveLength(3);
    await scheduler.onSyncFinished({ ...nothing, asked: askedOf(tasks[2]) });
    await startScheduler().resume();
    expect(tasks).toHaveLength(3);
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
  });

  it('of a life before is known by its number, too', async () => {
    await startScheduler().sync(false);
    await startScheduler().sync(false);
    await startScheduler().onSyncFinished({ ...nothing, asked: askedOf(tasks[0]) });
    await startScheduler().resume();
    expect(tasks).toHaveLength(3);
  });
});

describe('work that a page is about to write down', () => {
  const nothing = { scope: 'here', more: false, at: 0 };
  const [work, other] = [uuid(1), uuid(2)];

  it('is looked for after a minute, should the page not come back', async () => {
    await allDone();
    await startScheduler().expect(work);
    expect(alarms().at(-1)).toBe(`alarm ["keeper",{"when":${noon + minute}}]`);
    await startScheduler().resume();
    expect(tasks).toEqual([]);
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
    await startScheduler().onSyncFinished({ ...nothing, asked: 1 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('is not forgotten over a run that ends before it is written', async () => {
    const scheduler = startScheduler();
    await scheduler.sync(false);
    await scheduler.expect(work);
    await scheduler.onSyncFinished({ ...nothing, asked: 1 });
    expect(alarms().at(-1)).toBe(`alarm ["keeper",{"when":${noon + minute}}]`);
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(2);
  });

  it('nor over another page’s', async () => {
    const scheduler = startScheduler();
    await scheduler.expect(work);
    await scheduler.expect(other);
    await scheduler.sync(false, other);
    await scheduler.onSyncFinished({ ...nothing, asked: 1 });
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(2);
  });

  it('is expected no more once it is written', async () => {
    const scheduler = startScheduler();
    await scheduler.expect(work);
    await scheduler.sync(false, work);
    await scheduler.onSyncFinished({ ...nothing, asked: 1 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
    state.now += minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('of another account is nothing of this one', async () => {
    await startScheduler().expect(work);
    state.scope = 'there';
    await startScheduler().sync(false);
    await startScheduler().onSyncFinished({ scope: 'there', more: false, at: 0, asked: 2 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
  });
});

describe('a life that ends', () => {
  it('that of the keeper: an alarm misses it, until all is done', async () => {
    await startScheduler().sync(false);
    expect(alarms()).toEqual([`alarm ["keeper",{"when":${noon + 5 * minute}}]`]);
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(2);
    await startScheduler().onSyncFinished({ scope: 'here', more: false, at: 0 });
    expect(calls.at(-1)).toBe('no alarm ["keeper"]');
  });

  it('while the keeper works: the next start takes it up again', async () => {
    await startScheduler().sync(true);
    await startScheduler().resume();
    expect(tasks.map((task) => 'force' in task && task.force)).toEqual([true, false]);
  });

  it('before the keeper could be opened: so does it', async () => {
    await startScheduler(() => Promise.reject(new Error('no')))
      .sync(false)
      .catch(() => undefined);
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('no sooner than a page opens again, where the keeper could not be opened', async () => {
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

  it('after all was done: nothing is opened', async () => {
    await startScheduler().sync(true);
    await startScheduler().onSyncFinished({ scope: 'here', more: false, at: state.now + minute });
    tasks.length = 0;
    state.now += 60 * minute;
    await startScheduler().resume();
    expect(tasks).toEqual([]);
  });

  it('before what was left is due: an alarm stands for it, and every start makes sure of that', async () => {
    await startScheduler().onSyncFinished({ scope: 'here', more: true, at: state.now + 5 * minute });
    await startScheduler().resume();
    expect(tasks).toEqual([]);
    expect(alarms()).toEqual(Array(2).fill(`alarm ["keeper",{"when":${noon + 5 * minute}}]`));
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('before the clock was set back: what was left is due at the next start', async () => {
    await startScheduler().onSyncFinished({ scope: 'here', more: true, at: state.now + 5 * minute });
    state.now -= 24 * 60 * minute;
    await startScheduler().resume();
    expect(tasks).toHaveLength(1);
  });

  it('is taken up only when no job is under way, and looked at again by an alarm until then', async () => {
    await startScheduler().sync(false);
    tasks.length = calls.length = 0;
    state.busy = true;
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(tasks).toEqual([]);
    // The alarm fires once: without another one nobody would look again.
    expect(alarms()).toEqual([`alarm ["keeper",{"when":${noon + 10 * minute}}]`]);
    state.now += 5 * minute;
    await startScheduler().resume();
    expect(alarms().at(-1)).toBe(`alarm ["keeper",{"when":${noon + 15 * minute}}]`);
    state.busy = false;
    await startScheduler().resume();
    expect(tasks).toMatchObject([{ task: 'sync', scope: 'here', force: false }]);
  });

  it('with another account connected since: nothing is opened', async () => {
    await startScheduler().sync(true);
    tasks.length = calls.length = 0;
    state.scope = 'there';
    await startScheduler().resume();
    // What a keeper of the last account still says is nobody's.
    await startScheduler().onSyncFinished({ scope: 'here', more: true, at: 7 });
    expect([tasks, alarms()]).toEqual([[], []]);
  });
});

describe('a job that ended', () => {
  const ended = { ask: shortenAsk(1), made: made(1), at: noon };

  it('is noted', async () => {
    await allDone();
    await startScheduler().applyLocalChange(ended);
    expect(tasks).toMatchObject([{ task: 'local-change', scope: 'here', ended }]);
    // Not before the popup has copied it.
    expect(pauses).toEqual([500]);
  });

  it('and changed a list is noted at once, before anybody has the list brought up to date', async () => {
    await allDone();
    const scheduler = startScheduler();
    const added = { ...ended, ask: { ...ended.ask, kind: 'add-channel', name: 'Press' } as const };
    void scheduler.applyLocalChange(added);
    await scheduler.sync(false);
    expect(tasks.map(({ task }) => task)).toEqual(['local-change', 'sync']);
    expect(pauses).toEqual([]);
  });

  it('of an account of which nothing is kept is not', async () => {
    await allDone();
    state.scope = 'there';
    await startScheduler().applyLocalChange(ended);
    expect(tasks).toEqual([]);
  });

  it('in a private window is told at any rate, so that no list brings it onto the disk', async () => {
    const incognito = { ...ended, ask: shortenAsk(1, { private: true }) };
    await startScheduler().applyLocalChange(incognito);
    expect([tasks, pauses]).toMatchObject([[{ task: 'local-change', scope: 'here', ended: incognito }], []]);
    tasks.length = 0;
    await startScheduler().applyLocalChange({ ...ended, ask: { ...changeAsk(1), private: true } });
    state.scope = '';
    await startScheduler().applyLocalChange(incognito);
    expect(tasks).toEqual([]);
  });
});
