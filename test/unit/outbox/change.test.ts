/** Edits and deletions by id: repeated without a lookup; a record that is gone need not be deleted again. */
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../lib/outbox/job.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { assignCommand, changeCommand, jobOf, sent, unreachable } from '../../support/samples.ts';
import { world } from './scripted-sends.ts';
import { MemoryJournal } from '../../support/fake-outbox.ts';
import { settled } from '../../support/flush.ts';

const no: Failure = { kind: 'refused', status: 404, message: 'No such campaign' };
const deletion = (n: number) => changeCommand(n, { act: 'delete', fields: undefined });

describe.each([
  ['an update', changeCommand],
  ['a deletion', deletion],
])('%s', (_name, command) => {
  it('is repeated immediately, not after half a minute, when its response is lost', async () => {
    const { outbox, seen } = world({ sends: [unreachable, 'done'] });
    expect((await outbox.submit(command(1))).state.name).toBe('done');
    expect(seen.sends).toBe(2);
    expect(seen.now).toBeLessThan(10_000);
  });

  it('of a previous worker instance is repeated', async () => {
    const left: Job = { ...jobOf(1, sent()), command: command(1) };
    const { outbox, seen, journal } = world({ sends: ['done'], journal: new MemoryJournal([left]) });
    await outbox.resume();
    expect((await outbox.submit(command(1))).state.name).toBe('done');
    await settled();
    expect([seen.sends, ...[...journal.disk.values()].map(({ state }) => state.name)]).toEqual([1, 'done']);
  });

  it('ends when its first send is refused', async () => {
    const { outbox, seen } = world({ sends: [no] });
    expect((await outbox.submit(command(1))).state).toMatchObject({ name: 'refused', failure: no });
    expect(seen.sends).toBe(1);
  });

  it('is left to the user when its response can’t be read', async () => {
    const { outbox, seen } = world({ sends: [{ kind: 'unreadable', status: 200 }] });
    expect((await outbox.submit(command(1))).state.name).toBe('refused');
    expect(seen.sends).toBe(1);
  });

  it('does not wait for another one of its kind', async () => {
    const { outbox, seen } = world({ sends: [unreachable, 'done'] });
    const ends = await Promise.all([outbox.submit(command(1)), outbox.submit({ ...command(2), item: '6' })]);
    expect(ends.map(({ state }) => state.name)).toEqual(['done', 'done']);
    expect(seen.now).toBeLessThan(10_000);
  });
});

describe('two edits of one record', () => {
  const lost = [unreachable, unreachable, 'done'] as const;

  it.each([
    ['changes', changeCommand(1, { fields: { name: 'Old' } }), changeCommand(2, { fields: { name: 'New' } })],
    [
      'assignments',
      assignCommand(1, 'assign-campaign'),
      { ...assignCommand(2, 'assign-campaign'), to: { id: '6', name: 'New' } },
    ],
  ])(
    'leave the values of the later one, however often the earlier one is repeated: %s',
    async (_name, one, other) => {
      const { outbox, seen } = world({ sends: lost });
      await Promise.all([outbox.submit(one), outbox.submit(other)]);
      expect(seen.sent).toEqual([one.id, one.id, one.id, other.id]);
    },
  );

  it('go in the order of their submission after a restart of the worker', async () => {
    const [one, other] = [changeCommand(9, { at: 1 }), changeCommand(2, { at: 2 })];
    const left = [other, one].map((command) => ({ ...jobOf(1, sent()), command }));
    const { outbox, seen } = world({ sends: ['done'], journal: new MemoryJournal(left) });
    await outbox.resume();
    await Promise.all([outbox.submit(one), outbox.submit(other)]);
    expect(seen.sent).toEqual([one.id, other.id]);
  });

  it('stay in order when the journal entry of the earlier one fails', async () => {
    const journal = new MemoryJournal();
    const { outbox, seen } = world({ sends: ['done'], journal });
    const [one, other] = [changeCommand(1), changeCommand(2)];
    // Both commands, then "sent" of the first.
    journal.fails = (write) => write === 2;
    void outbox.submit(one);
    void outbox.submit(other);
    await settled();
    expect(seen.sent).toEqual([]);
    await outbox.resume();
    await settled();
    expect(seen.sent).toEqual([one.id, other.id]);
  });

  it('can be cancelled while they wait for each other', async () => {
    const { outbox, seen } = world({ sends: ['never'] });
    void outbox.submit(changeCommand(1));
    const later = outbox.submit(changeCommand(2));
    await settled();
    expect(await outbox.cancel(changeCommand(2).id)).toBe(true);
    expect((await later).state.name).toBe('cancelled');
    expect(seen.sent).toEqual([changeCommand(1).id]);
  });

  it('don’t wait for each other where they assign two channels, or change two kinds of records', async () => {
    const { outbox, seen } = world({ sends: ['never', 'never', 'never', 'never'] });
    void outbox.submit(assignCommand(1));
    void outbox.submit({ ...assignCommand(2), to: { id: '6', name: 'Other' } });
    void outbox.submit(changeCommand(3));
    void outbox.submit(changeCommand(4, { what: 'channel' }));
    await settled();
    expect(seen.sends).toBe(4);
  });
});

describe('refused after a first send without a response', () => {
  it('a deletion is done: the first send has deleted the record', async () => {
    const { outbox, seen } = world({ sends: [unreachable, no] });
    expect((await outbox.submit(deletion(1))).state).toMatchObject({ name: 'done', result: { id: null } });
    expect(seen.sends).toBe(2);
  });

  it('an update is refused', async () => {
    const { outbox } = world({ sends: [unreachable, no] });
    expect((await outbox.submit(changeCommand(1))).state).toMatchObject({ name: 'refused', failure: no });
  });
});
