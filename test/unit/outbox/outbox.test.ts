/** The outbox: never lost, never done twice, never for another account. */
import { describe, expect, test } from 'vitest';
import type { Job } from '../../../lib/outbox/job.ts';
import { isFinished, jobSchema, outcomeIsUnknown } from '../../../lib/outbox/job.ts';
import { bad, campaignAsk, failures, good, jobOf, made, shortenAsk, unreachable, uuid } from './samples.ts';
import { breath, gate, MemoryJournal, runBehind, settled, standIn } from './stand-in.ts';

const sentAt = (at = 1) => ({ name: 'sent', at }) as const;
const unknownAt = (at = 1) => ({ name: 'unknown', at, failure: unreachable }) as const;
const doneAt = (at = 1) => ({ name: 'done', at, made: made(at) }) as const;

describe('the same id is the same job', () => {
  test('one after the other', async () => {
    const { outbox, runs, journal } = standIn();
    const first = await outbox.take(shortenAsk(1));
    const second = await outbox.take(shortenAsk(1));
    expect(second).toEqual(first);
    expect(runs).toHaveLength(1);
    expect(journal.states(uuid(1))).toEqual(['queued', 'sent', 'done']);
  });

  test('twenty at once', async () => {
    const { outbox, runs } = standIn();
    const ended = await Promise.all(Array.from({ length: 20 }, () => outbox.take(shortenAsk(1))));
    expect(new Set(ended.map(({ state }) => state.name))).toEqual(new Set(['done']));
    expect(runs).toHaveLength(1);
  });

  test('also when one nudge learns the account only after the other has finished', async () => {
    const slow = gate();
    let asked = 0;
    const { outbox, runs } = standIn({
      scope: async () => {
        if (asked++ === 0) await slow.passed;
        return 'here';
      },
    });
    const late = outbox.take(shortenAsk(1));
    await breath();
    await breath();
    await outbox.take(shortenAsk(1));
    slow.open();
    expect((await late).state.name).toBe('done');
    expect(runs).toHaveLength(1);
  });

  test('across a restart', async () => {
    const journal = new MemoryJournal();
    await standIn({ journal }).outbox.take(shortenAsk(1));
    const { outbox, runs } = standIn({ journal });
    expect((await outbox.take(shortenAsk(1))).state.name).toBe('done');
    expect(runs).toEqual([]);
  });
});

describe('the journal comes first', () => {
  test('no journal write, no run', async () => {
    const { outbox, runs, journal, reports } = standIn();
    journal.fails = () => true;
    await outbox.take(shortenAsk(1));
    expect(runs).toEqual([]);
    expect(reports).toHaveLength(1);
    expect(journal.disk.size).toBe(0);
  });

  test('an ask that could not be written can be asked again', async () => {
    const { outbox, runs, journal } = standIn();
    journal.fails = (write) => write === 0;
    await outbox.take(shortenAsk(1));
    expect((await outbox.take(shortenAsk(1))).state.name).toBe('done');
    expect(runs).toHaveLength(1);
  });

  test('a journal that could not be read is read again by the next ask', async () => {
    const { outbox, journal, runs } = standIn();
    const read = journal.all.bind(journal);
    journal.all = () => Promise.reject(new Error('locked'));
    await expect(outbox.take(shortenAsk(1))).rejects.toThrow('locked');
    journal.all = read;
    expect((await outbox.take(shortenAsk(1))).state.name).toBe('done');
    expect(runs).toHaveLength(1);
  });

  test.each([0, 1, 2])('write %i failing: reported, and nothing runs that is not in it', async (failing) => {
    const sentWithout: string[] = [];
    const journal = new MemoryJournal();
    journal.fails = (write) => write === failing;
    const { outbox, reports } = standIn({
      journal,
      run: async (ask, { beforeSend }) => {
        // What the lane makes of a step that fails before the bytes leave.
        try {
          await beforeSend();
        } catch {
          return bad({ kind: 'unreachable', status: null, message: null });
        }
        if (journal.disk.get(ask.id)?.state.name !== 'sent') sentWithout.push(ask.id);
        return good(made(1));
      },
    });
    await expect(outbox.take(shortenAsk(1))).resolves.toBeDefined();
    expect(sentWithout).toEqual([]);
    if (failing !== 1) expect(reports).toHaveLength(1);
  });

  test('the end that could not be written is looked up at the next resume, not sent again', async () => {
    const journal = new MemoryJournal();
    journal.fails = (write) => write === 2;
    const { outbox, runs, lookUps } = standIn({ journal, lookUp: async () => good(made(1)) });
    expect((await outbox.take(shortenAsk(1))).state.name).toBe('sent');
    await outbox.resume();
    await settled();
    expect(runs).toHaveLength(1);
    expect(lookUps).toHaveLength(1);
    expect(journal.disk.get(uuid(1))?.state.name).toBe('done');
  });

  test('a run that throws against its promise is reported', async () => {
    const { outbox, reports } = standIn({ run: () => Promise.reject(new Error('against the promise')) });
    await expect(outbox.take(shortenAsk(1))).resolves.toBeDefined();
    expect(reports).toHaveLength(1);
  });
});

describe('how a job ends', () => {
  test.each(failures)('after the send: $kind', async (failure) => {
    const { outbox } = standIn({
      run: async (_ask, { beforeSend }) => {
        await beforeSend();
        return bad(failure);
      },
    });
    const wanted = outcomeIsUnknown(failure)
      ? 'unknown'
      : failure.kind === 'cancelled'
        ? 'cancelled'
        : 'refused';
    expect((await outbox.take(shortenAsk(1))).state.name).toBe(wanted);
  });

  test.each(failures)('before the send: $kind is sure not to have made anything', async (failure) => {
    const { outbox } = standIn({ run: async () => bad(failure) });
    const { state } = await outbox.take(shortenAsk(1));
    expect(state.name).toBe(failure.kind === 'cancelled' ? 'cancelled' : 'refused');
  });

  test('only three kinds leave it open', () => {
    expect([...new Set(failures.filter(outcomeIsUnknown).map(({ kind }) => kind))]).toEqual([
      'unreachable',
      'unreadable',
      'timed-out',
    ]);
  });

  test('every change is told after it is in the journal', async () => {
    const { outbox, journal, changes } = standIn();
    await outbox.take(shortenAsk(1));
    expect(changes.map(({ state }) => state.name)).toEqual(['queued', 'sent', 'done']);
    expect(journal.disk.get(uuid(1))).toEqual(changes.at(-1));
    for (const job of changes) expect(jobSchema.safeParse(job).success).toBe(true);
  });
});

describe('at a start', () => {
  test('what was queued is run', async () => {
    const { outbox, runs, journal } = standIn({ journal: new MemoryJournal([jobOf(1, { name: 'queued' })]) });
    await outbox.resume();
    await settled();
    expect(runs).toEqual([uuid(1)]);
    expect(journal.disk.get(uuid(1))?.state.name).toBe('done');
  });

  test.each([
    ['found', good(made(1)), 'done'],
    ['not found', good(null), 'unknown'],
    ['not to be learned', bad(unreachable), 'unknown'],
  ] as const)('what was sent is looked up, never run again: %s', async (_name, found, end) => {
    const journal = new MemoryJournal([jobOf(1, sentAt())]);
    const { outbox, runs, lookUps } = standIn({ journal, lookUp: async () => found });
    await Promise.all([outbox.resume(), outbox.resume(), outbox.take(shortenAsk(1))]);
    await settled();
    expect(runs).toEqual([]);
    expect(lookUps).toEqual([uuid(1)]);
    expect(journal.disk.get(uuid(1))?.state.name).toBe(end);
  });

  test('what has ended stays as it is', async () => {
    const ends: Job[] = [jobOf(1, doneAt()), jobOf(2, unknownAt()), jobOf(3, { name: 'cancelled', at: 1 })];
    const { outbox, runs, lookUps, changes } = standIn({ journal: new MemoryJournal(ends) });
    await outbox.resume();
    await settled();
    expect([runs, lookUps, changes]).toEqual([[], [], []]);
  });
});

describe('trying again', () => {
  test('an unknown one is looked up first and found', async () => {
    const { outbox, runs, lookUps } = standIn({
      journal: new MemoryJournal([jobOf(1, unknownAt())]),
      lookUp: async () => good(made(1)),
    });
    expect((await outbox.retry(uuid(1)))?.state.name).toBe('done');
    expect([lookUps.length, runs.length]).toEqual([1, 0]);
  });

  test('an unknown one that is not there is sent once, however often asked', async () => {
    const { outbox, runs, lookUps } = standIn({ journal: new MemoryJournal([jobOf(1, unknownAt())]) });
    const ends = await Promise.all([1, 2, 3].map(() => outbox.retry(uuid(1))));
    expect(ends.map((job) => job?.state.name)).toEqual(['done', 'done', 'done']);
    expect([lookUps.length, runs.length]).toEqual([1, 1]);
  });

  test('an unknown one that can not be looked up is not sent', async () => {
    const { outbox, runs } = standIn({
      journal: new MemoryJournal([jobOf(1, unknownAt(), 'here', true)]),
      lookUp: async () => bad(unreachable),
    });
    const job = await outbox.retry(uuid(1));
    expect(job?.state.name).toBe('unknown');
    expect(job?.seen).toBe(false);
    expect(runs).toEqual([]);
  });

  test('a refused or cancelled one is sent without a look', async () => {
    const { outbox, runs, lookUps } = standIn({
      journal: new MemoryJournal([
        jobOf(1, { name: 'refused', at: 1, failure: unreachable }, 'here', true),
        jobOf(2, { name: 'cancelled', at: 1 }, 'here', true),
      ]),
    });
    const ended = await Promise.all([outbox.retry(uuid(1)), outbox.retry(uuid(2))]);
    expect(ended.map((job) => [job?.state.name, job?.seen])).toEqual([
      ['done', false],
      ['done', false],
    ]);
    expect([lookUps.length, runs.length]).toEqual([0, 2]);
  });

  test('a finished link is not made twice', async () => {
    const { outbox, runs } = standIn({ journal: new MemoryJournal([jobOf(1, doneAt())]) });
    expect((await outbox.retry(uuid(1)))?.state.name).toBe('done');
    expect(await outbox.retry(uuid(2))).toBeNull();
    expect(runs).toEqual([]);
  });
});

describe('cancelling', () => {
  test('what waits is given up', async () => {
    const { outbox, journal } = standIn({ run: runBehind(gate()) });
    const ending = outbox.take(shortenAsk(1));
    await settled();
    expect(await outbox.cancel(uuid(1))).toBe(true);
    expect((await ending).state.name).toBe('cancelled');
    expect(journal.states(uuid(1))).toEqual(['queued', 'cancelled']);
  });

  test('what has been sent goes on', async () => {
    const answer = gate();
    const { outbox } = standIn({
      run: async (ask, { beforeSend, signal }) => {
        await beforeSend();
        await answer.passed;
        return signal.aborted ? bad({ kind: 'cancelled' }) : good(made(ask.at));
      },
    });
    const ending = outbox.take(shortenAsk(1));
    await settled();
    expect(await outbox.cancel(uuid(1))).toBe(false);
    answer.open();
    expect((await ending).state.name).toBe('done');
  });

  test('what waits in the journal alone is given up and never run', async () => {
    const { outbox, runs } = standIn({
      journal: new MemoryJournal([jobOf(1, { name: 'queued' })]),
    });
    expect(await outbox.cancel(uuid(1))).toBe(true);
    expect(await outbox.cancel(uuid(1))).toBe(false);
    expect(await outbox.cancel(uuid(9))).toBe(false);
    await outbox.resume();
    await settled();
    expect(runs).toEqual([]);
  });
});

describe('waiting', () => {
  test('is told with its end, and forgotten when the job has ended', async () => {
    const turn = gate();
    const { outbox, changes } = standIn({
      run: (ask, hooks) => {
        hooks.onWait(500);
        return runBehind(turn)(ask, hooks);
      },
    });
    expect(outbox.goesAt(uuid(1))).toBeNull();
    const ending = outbox.take(shortenAsk(1));
    await settled();
    expect(outbox.goesAt(uuid(1))).toBe(500);
    expect(changes.map(({ state }) => state.name)).toEqual(['queued', 'queued']);
    turn.open();
    await ending;
    expect(outbox.goesAt(uuid(1))).toBeNull();
  });
});

describe('another account', () => {
  test('its jobs are not run at a start', async () => {
    const { outbox, runs, lookUps } = standIn({
      journal: new MemoryJournal([jobOf(1, { name: 'queued' }, 'there'), jobOf(2, sentAt(), 'there')]),
    });
    await outbox.resume();
    await outbox.take(shortenAsk(1));
    await settled();
    expect([runs, lookUps]).toEqual([[], []]);
  });

  test.each(['unknown', 'refused', 'cancelled'] as const)('its %s job is not tried again', async (name) => {
    const state =
      name === 'cancelled' ? ({ name, at: 1 } as const) : ({ name, at: 1, failure: unreachable } as const);
    const { outbox, runs, lookUps } = standIn({ journal: new MemoryJournal([jobOf(1, state, 'there')]) });
    await outbox.retry(uuid(1));
    expect([runs, lookUps]).toEqual([[], []]);
  });

  test('a job carries the account of the moment it was taken', async () => {
    const { outbox } = standIn({ scope: async () => 'https://sho.rt#7' });
    expect((await outbox.take(campaignAsk(1))).scope).toBe('https://sho.rt#7');
  });
});

describe('clearing', () => {
  test('leaves nothing', async () => {
    const { outbox, journal } = standIn({ journal: new MemoryJournal([jobOf(1, doneAt())]) });
    await outbox.take(shortenAsk(2));
    await outbox.clear();
    expect(outbox.jobs()).toEqual([]);
    expect(journal.disk.size).toBe(0);
  });

  test('leaves nothing of what was waiting, even after that has been given up', async () => {
    const { outbox, journal } = standIn({ run: runBehind(gate()) });
    void outbox.take(shortenAsk(1));
    await settled();
    await outbox.clear();
    await settled();
    expect(outbox.jobs()).toEqual([]);
    expect([...journal.disk.values()]).toEqual([]);
  });

  test('leaves nothing of what was on its way when its answer comes later', async () => {
    const answer = gate();
    const { outbox, journal } = standIn({
      run: async (ask, { beforeSend }) => {
        await beforeSend();
        await answer.passed;
        return good(made(ask.at));
      },
    });
    void outbox.take(shortenAsk(1));
    await settled();
    await outbox.clear();
    answer.open();
    await settled();
    expect(outbox.jobs()).toEqual([]);
    expect([...journal.disk.values()]).toEqual([]);
  });
});

describe('pruning', () => {
  const finished = (jobs: readonly Job[]) => jobs.filter(isFinished);

  test('keeps the newest 60 that have ended, and all that have not', async () => {
    const waiting = [1, 2, 3].map((n) => jobOf(n, { name: 'queued' }, 'there'));
    const { outbox, journal } = standIn({ journal: new MemoryJournal(waiting) });
    for (let n = 10; n < 90; n++) await outbox.take(shortenAsk(n));
    await settled();
    const kept = [...journal.disk.values()];
    expect(finished(kept)).toHaveLength(60);
    expect(finished(kept).every(({ ask }) => ask.at >= 30)).toBe(true);
    expect(kept.filter((job) => !isFinished(job))).toHaveLength(3);
    expect(outbox.jobs()).toHaveLength(63);
  });

  test('counts what was cancelled or looked up as well', async () => {
    const jobs = [
      ...Array.from({ length: 40 }, (_, n) => jobOf(n, { name: 'queued' })),
      ...Array.from({ length: 40 }, (_, n) => jobOf(100 + n, sentAt())),
    ];
    const { outbox, journal } = standIn({
      journal: new MemoryJournal(jobs),
      lookUp: async () => good(made(1)),
    });
    for (let n = 0; n < 40; n++) await outbox.cancel(uuid(n));
    await outbox.resume();
    await settled();
    expect(finished([...journal.disk.values()]).length).toBeLessThanOrEqual(60);
  });

  test('a remove that fails is reported and loses nothing', async () => {
    const { outbox, journal, reports } = standIn();
    for (let n = 0; n < 60; n++) await outbox.take(shortenAsk(n));
    journal.remove = () => Promise.reject(new Error('disk'));
    await expect(outbox.take(shortenAsk(100))).resolves.toMatchObject({ state: { name: 'done' } });
    expect(reports).toHaveLength(1);
  });
});

describe('seen', () => {
  test('is kept of an ended job only', async () => {
    const { outbox, journal } = standIn({
      journal: new MemoryJournal([jobOf(1, { name: 'queued' }, 'there'), jobOf(2, doneAt())]),
    });
    for (const n of [1, 2, 2, 9]) await outbox.markSeen(uuid(n));
    expect(journal.disk.get(uuid(1))?.seen).toBe(false);
    expect(journal.disk.get(uuid(2))?.seen).toBe(true);
    expect(journal.history).toHaveLength(1);
  });
});
