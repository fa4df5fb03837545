/** The message for an intent: repeated until the job has ended; the intent is removed only when the background fails. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { submitCommand } from '../../../lib/messages/submit-command.ts';
import type { ReplyOf } from '../../../lib/messages/protocol.ts';
// Loaded in advance: the clock of these tests does not wait for files.
import '../../../lib/messages/reply-schemas.ts';
import { shortenCommand, uuid } from '../../support/samples.ts';

type Problem = 'not-stored' | 'failed' | 'bad-request';
/** `needs-decision`: it waits for the user's decision. */
type Reply = ReplyOf<'submit'>['state'] | 'needs-decision' | 'dies' | Problem;

const world = vi.hoisted(() => ({
  replies: [] as string[],
  nudges: 0,
  written: [] as string[],
  removed: [] as string[],
  /** The browser rejects removals. */
  isLocked: false,
}));

const area = vi.hoisted(() => (name: string) => ({
  set: async (items: object) => void world.written.push(...Object.keys(items).map((key) => `${name} ${key}`)),
  async remove(key: string) {
    if (world.isLocked) throw new Error('locked');
    world.removed.push(`${name} ${key}`);
  },
}));

const problems: readonly string[] = ['not-stored', 'failed', 'bad-request'];

vi.mock('../../../lib/browser/native.ts', () => ({
  native: {
    runtime: {
      async sendMessage() {
        world.nudges++;
        const reply = world.replies.shift() ?? 'done';
        if (reply === 'dies') throw new Error('the message port closed');
        if (problems.includes(reply)) return { ok: false, problem: reply };
        const isStalled = reply === 'needs-decision';
        return {
          ok: true,
          value: {
            state: isStalled ? 'unknown' : reply,
            result: null,
            failure: null,
            ...(isStalled && { stalled: reply }),
          },
        };
      },
    },
    storage: { local: area('local'), session: area('session') },
  },
}));

async function nudge(replies: Reply[], written?: Promise<void>, isPrivate = false) {
  world.replies = [...replies];
  const ending = submitCommand({ ...shortenCommand(1), private: isPrivate }, written).then(
    ({ state }) => state,
    (error: unknown) => String(error),
  );
  await vi.runAllTimersAsync();
  return ending;
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(world, { nudges: 0, written: [], removed: [], isLocked: false });
  return () => void vi.useRealTimers();
});

describe('the intent', () => {
  it.each([
    [false, 'local'],
    [true, 'session'],
  ])('of an incognito window (%s) is stored in and removed from %s', async (isPrivate, name) => {
    await nudge(['failed'], undefined, isPrivate);
    const key = `${name} intent:${uuid(1)}`;
    expect(world).toMatchObject({ written: [key], removed: [key] });
  });

  it('whose write was begun before is not written again', async () => {
    await nudge(['done'], Promise.resolve());
    expect(world.written).toEqual([]);
  });
});

describe('submitting', () => {
  it.each(['done', 'refused', 'cancelled'] as const)('ends with the state %s', async (state) => {
    expect(await nudge([state])).toBe(state);
    expect(world.nudges).toBe(1);
  });

  it('continues while the job waits, is sent, is looked up or has a question', async () => {
    expect(await nudge(['queued', 'sent', 'unknown', 'unknown', 'done'])).toBe('done');
    expect(world).toMatchObject({ nudges: 5, removed: [] });
  });

  it('asks less often while the job waits for the user', async () => {
    world.replies = Array<Reply>(20).fill('needs-decision');
    void submitCommand(shortenCommand(1));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(world.nudges).toBe(5);
    world.replies = ['done'];
  });

  it('continues across restarts of the worker', async () => {
    expect(await nudge([...Array<Reply>(20).fill('dies'), 'done'])).toBe('done');
    expect(world).toMatchObject({ nudges: 21, removed: [] });
  });

  it.each(['not-stored', 'failed', 'bad-request'] as const)(
    'removes the intent after %s',
    async (problem) => {
      expect(await nudge(['dies', problem])).toContain(problem);
      expect(world).toMatchObject({ nudges: 2, removed: [`local intent:${uuid(1)}`] });
    },
  );

  it('reports the reason of the background also where the intent can’t be removed', async () => {
    world.isLocked = true;
    expect(await nudge(['not-stored'])).toContain('not-stored');
  });

  it('succeeds without a stored intent when the background has the job', async () => {
    expect(await nudge(['done'], Promise.reject(new Error('disk full')))).toBe('done');
  });
});
