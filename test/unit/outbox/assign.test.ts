/** Assigning an existing link: repeated without harm, but read back first where the service can show it. */
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../lib/api/failure.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import { assignCommand, jobOf, sent, unreachable } from '../../support/samples.ts';
import { world } from './scripted-sends.ts';
import { MemoryJournal } from '../../support/fake-outbox.ts';
import { settled } from '../../support/flush.ts';

const there: RemoteRecord = { id: 'links 7', shortUrl: null, subject: '', alias: '', note: '' };

describe('a lost response', () => {
  it('is repeated immediately, not after half a minute, where nothing can be read back', async () => {
    const { outbox, seen } = world({ sends: [unreachable, 'done'] });
    const job = await outbox.submit(assignCommand(1, 'assign-campaign'));
    expect([job.state.name, seen.sends]).toEqual(['done', 2]);
    expect(seen.now).toBeLessThan(10_000);
  });

  it('is not repeated when the assignment is found', async () => {
    const { outbox, seen } = world({ sends: [unreachable], looks: [[there]] });
    const job = await outbox.submit(assignCommand(1));
    expect(job.state).toMatchObject({ name: 'done', result: { lookedUp: true } });
    expect([seen.sends, seen.looks]).toEqual([1, 1]);
  });

  it('is repeated when the assignment is not found', async () => {
    const { outbox, seen } = world({ sends: [unreachable, 'done'] });
    expect((await outbox.submit(assignCommand(1))).state.name).toBe('done');
    expect([seen.sends, seen.looks]).toEqual([2, 1]);
  });

  it.each([
    [[there], 0],
    [[], 1],
  ])('of a previous worker instance is read back first (%j)', async (look, sends) => {
    const left: Job = { ...jobOf(1, sent()), command: assignCommand(1) };
    const { outbox, seen, journal } = world({
      sends: ['done'],
      looks: [look],
      journal: new MemoryJournal([left]),
    });
    await outbox.resume();
    expect((await outbox.submit(assignCommand(1))).state.name).toBe('done');
    expect([seen.sends, seen.looks]).toEqual([sends, 1]);
    await settled();
    expect([...journal.disk.values()].map(({ state }) => state.name)).toEqual(['done']);
  });
});

it('looks up an unreadable response once, and leaves the decision to the user', async () => {
  const { outbox, seen } = world({ sends: [{ kind: 'unreadable', status: 200 }] });
  expect((await outbox.submit(assignCommand(1))).state.name).toBe('refused');
  expect([seen.sends, seen.looks]).toEqual([1, 1]);
  expect((await outbox.retry(assignCommand(1).id))?.state.name).toBe('refused');
});

it('ends with a refusal', async () => {
  const no: Failure = { kind: 'refused', status: 404, message: 'No such channel' };
  const { outbox, seen } = world({ sends: [no] });
  expect((await outbox.submit(assignCommand(1))).state).toMatchObject({ name: 'refused', failure: no });
  expect([seen.sends, seen.looks]).toEqual([1, 0]);
});

it('runs in parallel with another one for the same link', async () => {
  const { outbox, seen } = world({ sends: [unreachable, 'done'], looks: [[there]] });
  const ends = await Promise.all([
    outbox.submit(assignCommand(1)),
    outbox.submit({ ...assignCommand(2), to: { id: '6', name: 'Press' } }),
  ]);
  expect(ends.map(({ state }) => state.name)).toEqual(['done', 'done']);
  expect(seen.now).toBeLessThan(10_000);
});
