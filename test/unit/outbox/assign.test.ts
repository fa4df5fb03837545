/** Filing a link that is there: done again without harm, but read back first where the service can tell. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../lib/service/call.ts';
import type { Failure } from '../../../lib/service/failure.ts';
import { createOutbox } from '../../../lib/outbox/outbox.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { Made } from '../../../lib/outbox/made.ts';
import type { Found } from '../../../lib/outbox/reconcile.ts';
import { assignAsk, bad, good, jobOf, sent, unreachable } from './samples.ts';
import { MemoryJournal, settled } from './stand-in.ts';

const filed: Made = { id: null, shortUrl: null, aliasDiffers: false, lookedUp: false, existing: false };
const there: Found = { id: 'links 7', shortUrl: null, subject: '', alias: '', note: '' };

/** An outbox whose clock goes on by what is slept; each send and each look takes what it is given. */
function world({
  sends,
  looks = [],
  journal = new MemoryJournal(),
}: {
  readonly sends: readonly (Failure | 'done')[];
  readonly looks?: readonly (readonly Found[])[];
  readonly journal?: MemoryJournal;
}) {
  const seen = { now: 1_000, sends: 0, looks: 0 };
  const outbox = createOutbox({
    journal,
    async run(_job, { beforeSend }): Promise<Outcome<Made>> {
      await beforeSend({ newest: null, serverAt: null });
      const fate = sends[Math.min(seen.sends++, sends.length - 1)] ?? 'done';
      return fate === 'done' ? good(filed) : bad(fate);
    },
    look: async () => good(looks[Math.min(seen.looks++, looks.length - 1)] ?? []),
    obstacle: async () => null,
    choices: async () => ({ hold: 0, markNote: false, unclear: 'ask' }),
    scope: async () => 'here',
    online: () => true,
    now: () => seen.now,
    sleep: async (ms) => void (seen.now += ms),
    random: () => 0.5,
    onChange: () => {},
    onGate: () => {},
    report: () => {},
  });
  return { outbox, seen, journal };
}

describe('a lost answer', () => {
  test('where nothing can be read back, it is done again at once, not after half a minute', async () => {
    const { outbox, seen } = world({ sends: [unreachable, 'done'] });
    const job = await outbox.take(assignAsk(1, 'assign-campaign'));
    expect([job.state.name, seen.sends]).toEqual(['done', 2]);
    expect(seen.now).toBeLessThan(10_000);
  });

  test('it stands there: nothing is sent again', async () => {
    const { outbox, seen } = world({ sends: [unreachable], looks: [[there]] });
    const job = await outbox.take(assignAsk(1));
    expect(job.state).toMatchObject({ name: 'done', made: { lookedUp: true } });
    expect([seen.sends, seen.looks]).toEqual([1, 1]);
  });

  test('it does not: it is done again', async () => {
    const { outbox, seen } = world({ sends: [unreachable, 'done'] });
    expect((await outbox.take(assignAsk(1))).state.name).toBe('done');
    expect([seen.sends, seen.looks]).toEqual([2, 1]);
  });

  test.each([
    [[there], 0],
    [[], 1],
  ])('of an earlier life of the worker: read back first (%j)', async (look, sends) => {
    const left: Job = { ...jobOf(1, sent()), ask: assignAsk(1) };
    const { outbox, seen, journal } = world({
      sends: ['done'],
      looks: [look],
      journal: new MemoryJournal([left]),
    });
    await outbox.resume();
    expect((await outbox.take(assignAsk(1))).state.name).toBe('done');
    expect([seen.sends, seen.looks]).toEqual([sends, 1]);
    await settled();
    expect([...journal.disk.values()].map(({ state }) => state.name)).toEqual(['done']);
  });
});

test('an answer that can’t be read is looked into once, and left to the person', async () => {
  const { outbox, seen } = world({ sends: [{ kind: 'unreadable', status: 200 }] });
  expect((await outbox.take(assignAsk(1))).state.name).toBe('refused');
  expect([seen.sends, seen.looks]).toEqual([1, 1]);
  expect((await outbox.retry(assignAsk(1).id))?.state.name).toBe('refused');
});

test('a refusal is its end', async () => {
  const no: Failure = { kind: 'refused', status: 404, message: 'No such channel' };
  const { outbox, seen } = world({ sends: [no] });
  expect((await outbox.take(assignAsk(1))).state).toMatchObject({ name: 'refused', failure: no });
  expect([seen.sends, seen.looks]).toEqual([1, 0]);
});

test('two for the same link do not wait for each other', async () => {
  const { outbox, seen } = world({ sends: [unreachable, 'done'], looks: [[there]] });
  const ends = await Promise.all([
    outbox.take(assignAsk(1)),
    outbox.take({ ...assignAsk(2), to: { id: '6', name: 'Press' } }),
  ]);
  expect(ends.map(({ state }) => state.name)).toEqual(['done', 'done']);
  expect(seen.now).toBeLessThan(10_000);
});
