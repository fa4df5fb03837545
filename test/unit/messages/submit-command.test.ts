/** The nudge to an intent: repeated until the job has ended, and taken back only when the background says it failed. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { submitCommand } from '../../../lib/messages/submit-command.ts';
import type { ReplyOf } from '../../../lib/messages/protocol.ts';
// Loaded beforehand: the clock of these tests does not wait for files.
import '../../../lib/messages/reply-schemas.ts';
import { shortenAsk, uuid } from '../outbox/samples.ts';

type Answer = ReplyOf<'submit'>['state'] | 'dies' | 'failed' | 'bad-request';

const world = vi.hoisted(() => ({
  answers: [] as string[],
  nudges: 0,
  written: [] as string[],
  removed: [] as string[],
}));

const area = vi.hoisted(() => (name: string) => ({
  set: async (items: object) => void world.written.push(...Object.keys(items).map((key) => `${name} ${key}`)),
  remove: async (key: string) => void world.removed.push(`${name} ${key}`),
}));

vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    runtime: {
      async sendMessage() {
        world.nudges++;
        const answer = world.answers.shift() ?? 'done';
        if (answer === 'dies') throw new Error('the message port closed');
        if (answer === 'failed' || answer === 'bad-request') return { ok: false, problem: answer };
        return { ok: true, value: { state: answer, made: null, failure: null } };
      },
    },
    storage: { local: area('local'), session: area('session') },
  },
}));

async function nudge(answers: Answer[], written?: Promise<void>, isPrivate = false) {
  world.answers = [...answers];
  const ending = submitCommand({ ...shortenAsk(1), private: isPrivate }, written).then(
    ({ state }) => state,
    (error: unknown) => String(error),
  );
  await vi.runAllTimersAsync();
  return ending;
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(world, { nudges: 0, written: [], removed: [] });
  return () => void vi.useRealTimers();
});

describe('the intent', () => {
  it.each([
    [false, 'local'],
    [true, 'session'],
  ])('of a private window (%s) is stored and taken back in %s', async (isPrivate, name) => {
    await nudge(['failed'], undefined, isPrivate);
    const key = `${name} intent:${uuid(1)}`;
    expect(world).toMatchObject({ written: [key], removed: [key] });
  });

  it('whose write was begun before is not written again', async () => {
    await nudge(['done'], Promise.resolve());
    expect(world.written).toEqual([]);
  });
});

describe('taking up', () => {
  it.each(['done', 'refused', 'cancelled'] as const)('%s is the end', async (state) => {
    expect(await nudge([state])).toBe(state);
    expect(world.nudges).toBe(1);
  });

  it('goes on while the job waits, is sent, is looked for or asked about', async () => {
    expect(await nudge(['queued', 'sent', 'unknown', 'unknown', 'done'])).toBe('done');
    expect(world).toMatchObject({ nudges: 5, removed: [] });
  });

  it('goes on however often the worker dies', async () => {
    expect(await nudge([...Array<Answer>(20).fill('dies'), 'done'])).toBe('done');
    expect(world).toMatchObject({ nudges: 21, removed: [] });
  });

  it.each(['failed', 'bad-request'] as const)('%s: the intent is taken back', async (problem) => {
    expect(await nudge(['dies', problem])).toContain(problem);
    expect(world).toMatchObject({ nudges: 2, removed: [`local intent:${uuid(1)}`] });
  });

  it('an intent that could not be written is no fault while the background has the job', async () => {
    expect(await nudge(['done'], Promise.reject(new Error('disk full')))).toBe('done');
  });
});
