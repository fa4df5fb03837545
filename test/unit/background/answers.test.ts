/** What each message does: what is asked is never lost by the answer, and leaving forgets the key whatever else fails. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnswers } from '../../../entrypoints/background/answers.ts';
import type { Connections } from '../../../entrypoints/background/connection.ts';
import { openItems } from '../../../entrypoints/background/items.ts';
import type { Jobs } from '../../../entrypoints/background/jobs.ts';
import { createKeepAwake } from '../../../entrypoints/background/keep-awake.ts';
import { jobOf, made, shortenAsk, uuid } from '../outbox/samples.ts';
import { MemoryJournal, settled, standIn } from '../outbox/stand-in.ts';
import { browser, calls, fresh } from './extension.ts';

vi.mock('wxt/browser', async () => import('./extension.ts'));

const { local } = browser.storage;

function start(options: { readonly journal?: MemoryJournal; readonly clear?: () => Promise<void> } = {}) {
  const acts: string[] = [];
  const reports: unknown[] = [];
  const { outbox } = standIn(options.journal ? { journal: options.journal } : {});
  const jobs: Jobs = {
    ...outbox,
    copied: new Set(),
    mend: async () => {},
    ...(options.clear && { clear: options.clear }),
  };
  const connections: Connections = {
    gateway: async () => null,
    scope: async () => 'here',
    address: async () => '',
    connect: async (id) => void acts.push(`connect ${id}`),
    disconnect: async () => void acts.push('disconnect'),
  };
  const answers = createAnswers({
    items: openItems(() => {}),
    connections,
    jobs,
    lists: { refresh: async () => void acts.push('refresh') },
    keepAwake: createKeepAwake(),
    publish: () => acts.push('publish'),
    report: (error) => reports.push(error),
    forgetAccount: async () => void acts.push('forget'),
    takeUp: async () => void acts.push('take up'),
    start: async () => void acts.push('start'),
  });
  return { answers, acts, reports };
}

beforeEach(() => fresh());

describe('take-up', () => {
  test('tells how it ended, and the intent is gone', async () => {
    const ask = shortenAsk(1);
    local.kept.set(`intent:${ask.id}`, ask);
    const { answers } = start();
    expect(await answers['take-up'](ask)).toEqual({ state: 'done', made: made(1) });
    await settled();
    expect(local.keys('intent:')).toEqual([]);
  });

  test.each([
    ['written', (journal: MemoryJournal) => (journal.fails = () => true)],
    ['read', (journal: MemoryJournal) => (journal.all = () => Promise.reject(new Error('locked')))],
  ])('a journal that can not be %s: the intent stays for the next start', async (_name, breakIt) => {
    const ask = shortenAsk(1);
    local.kept.set(`intent:${ask.id}`, ask);
    const journal = new MemoryJournal();
    breakIt(journal);
    await start({ journal })
      .answers['take-up'](ask)
      .catch(() => null);
    await settled();
    expect(local.keys('intent:')).toEqual([`intent:${ask.id}`]);
  });

  test('a job that takes long is answered within 20 s as it stands', async () => {
    vi.useFakeTimers();
    const journal = new MemoryJournal([jobOf(1, { name: 'queued' }, 'here')]);
    const { answers } = start({ journal });
    journal.all = () => new Promise(() => {});
    const reply = answers['take-up'](shortenAsk(1));
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    expect(await reply).toEqual({ state: 'queued', made: null });
  });
});

describe('disconnect', () => {
  test('forgets jobs, key and what was kept, in that order', async () => {
    const { answers, acts } = start();
    await answers.disconnect(null);
    expect(acts).toEqual(['disconnect', 'forget', 'publish']);
  });

  test('forgets the key even when a job could not be removed', async () => {
    const { answers, acts } = start({ clear: () => Promise.reject(new Error('disk')) });
    await answers.disconnect(null).catch(() => null);
    expect(acts).toContain('disconnect');
    expect(acts).toContain('forget');
  });
});

test('hello waits for the start, takes up intents and refreshes without waiting for it', async () => {
  const { answers, acts } = start();
  expect(await answers.hello({ page: 'popup' })).toBeNull();
  await settled();
  expect(acts.slice(0, 3)).toEqual(['start', 'take up', 'refresh']);
  expect(calls.filter((call) => call.startsWith('no alarm'))).toHaveLength(1);
});

test('preferences are stored before the answer', async () => {
  const { answers } = start();
  const preferences = { campaign: null, channel: null, pixels: [], autoCopy: false };
  await answers['save-preferences'](preferences);
  expect(local.kept.get('preferences')).toEqual({ version: 1, data: preferences });
});

test('connect hands the id on; cancel, retry and seen reach the outbox', async () => {
  const journal = new MemoryJournal([
    jobOf(1, { name: 'queued' }, 'there'),
    jobOf(2, { name: 'refused', at: 1, failure: { kind: 'timed-out' } }),
  ]);
  const { answers, acts } = start({ journal });
  await answers.connect({ id: uuid(7) });
  expect(acts).toContain(`connect ${uuid(7)}`);
  expect(await answers.cancel({ id: uuid(1) })).toBe(true);
  expect(await answers.retry({ id: uuid(2) })).toEqual({ state: 'done', made: made(2) });
  expect(await answers.seen({ id: uuid(2) })).toBeNull();
  expect(journal.disk.get(uuid(2))?.seen).toBe(true);
});
