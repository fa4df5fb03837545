/**
 * The journal in the browser's storage: entries of older versions, incognito ones, damaged ones, and failing
 * writes.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJournal } from '../../../../entrypoints/background/storage/job-journal.ts';
import { createWriteBatcher } from '../../../../entrypoints/background/storage/write-batcher.ts';
import type { Job } from '../../../../lib/outbox/job.ts';
import {
  done,
  jobOf,
  sampleResult,
  refused,
  shortenCommand,
  unknown,
  unreachable,
  uuid,
} from '../../../support/samples.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';
import { createWorker } from '../../../support/background-worker.ts';
import { settled } from '../../../support/flush.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local, session } = browser.storage;

function open() {
  const damaged: string[] = [];
  const writes: boolean[] = [];
  const journal = createJournal(
    (key) => damaged.push(key),
    (taken) => writes.push(taken),
    createWriteBatcher(local),
  );
  return { journal, damaged, writes };
}

const privateJob = (n: number): Job => jobOf(n, done(n), { command: shortenCommand(n, { private: true }) });

beforeEach(() => fresh());

it('jobs are read as they were written, each under its own key', async () => {
  const { journal, damaged } = open();
  const jobs = [
    jobOf(1),
    jobOf(2, unknown()),
    jobOf(3, refused(), { noteTag: '[0a0000]', acknowledged: true }),
  ];
  for (const job of jobs) await journal.write(job);
  expect(await open().journal.all()).toEqual(jobs);
  expect(local.keys()).toEqual([1, 2, 3].map((n) => `job:${uuid(n)}`));
  expect(damaged).toEqual([]);
});

it('a damaged job that can’t be moved, on a full disk, keeps no other from being read', async () => {
  local.stored.set('job:broken', { half: true });
  await open().journal.write(jobOf(1));
  local.fails = (key) => key.startsWith('damaged:');
  const { journal, damaged } = open();
  expect(await journal.all()).toEqual([jobOf(1)]);
  expect(damaged).toEqual(['job:broken']);
  // Moved once there is space.
  local.fails = () => false;
  await open().journal.all();
  expect(local.keys()).toEqual([`job:${uuid(1)}`, 'damaged:job:broken']);
});

describe('incognito jobs', () => {
  it('are in session memory only, and are read from there', async () => {
    const { journal } = open();
    await journal.write(privateJob(1));
    expect([local.keys(), session.keys()]).toEqual([[], [`job:${uuid(1)}`]]);
    expect(await open().journal.all()).toEqual([privateJob(1)]);
  });

  it('are removed from there, with a remaining intent', async () => {
    const { journal } = open();
    await journal.write(privateJob(1));
    session.stored.set(`intent:${uuid(1)}`, {});
    await journal.remove(privateJob(1));
    expect(session.keys()).toEqual([]);
  });

  it('that are damaged are not copied to disk', async () => {
    session.stored.set('job:broken', { command: { link: { address: 'https://private.example/' } } });
    const { journal, damaged } = open();
    expect(await journal.all()).toEqual([]);
    expect([local.keys(), session.keys(), damaged]).toEqual([
      [],
      ['filling', 'damaged:job:broken'],
      ['job:broken'],
    ]);
  });
});

describe('records of version 1', () => {
  const { existing: _, ...made1 } = sampleResult(1);
  const old = (n: number, state: object) => ({ ask: shortenCommand(n), scope: 'here', state, seen: false });
  const since = { at: 7, serverAt: null, newest: null };

  it.each<[string, object, Job['state']]>([
    ['queued', { name: 'queued' }, jobOf(1).state],
    ['sent', { name: 'sent', at: 7 }, { name: 'sent', tries: 1, sending: since }],
    [
      'unknown',
      { name: 'unknown', at: 7, failure: unreachable },
      { name: 'refused', at: 7, failure: unreachable, sending: since },
    ],
    ['done', { name: 'done', at: 1, made: made1 }, done(1)],
    ['refused', { name: 'refused', at: 1, failure: unreachable }, refused()],
    ['cancelled', { name: 'cancelled', at: 9 }, { name: 'cancelled', at: 9 }],
  ])('%s: read and retained', async (_name, state, now) => {
    local.stored.set(`job:${uuid(1)}`, old(1, state));
    const { journal, damaged } = open();
    expect(await journal.all()).toEqual([jobOf(1, now)]);
    expect([damaged, local.keys()]).toEqual([[], [`job:${uuid(1)}`]]);
  });

  it('a link that was queued before the update is made after it', async () => {
    local.stored.set(`job:${uuid(1)}`, old(1, { name: 'queued' }));
    local.stored.set('newest-link', { version: 1, data: { scope: 'here', id: '4' } });
    const { begin, sent, jobs } = createWorker();
    await begin();
    await settled();
    expect(sent.map(({ endpoint }) => endpoint)).toEqual(['POST /api/url/add']);
    expect(jobs.jobs()[0]?.state.name).toBe('done');
    expect(local.stored.get(`job:${uuid(1)}`)).toMatchObject({ version: 4, state: { name: 'done' } });
  });
});

describe('unreadable entries', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a word', 'queued'],
    ['no state', { ask: shortenCommand(1), scope: 'here', seen: false }],
    ['a state unknown to every version', { ...jobOf(1), state: { name: 'toString' } }],
    [
      'a state of version 1 that never was',
      { ask: shortenCommand(1), scope: '', seen: false, state: { name: 'toString' } },
    ],
    ['a later version', { ...jobOf(1), version: 5 }],
    ['a command without an address', { ...jobOf(1), command: { ...shortenCommand(1), link: null } }],
  ])('%s is set aside unchanged and reported, and does not block the others', async (_name, raw) => {
    local.stored.set('job:broken', raw);
    const { journal, damaged } = open();
    await journal.write(jobOf(2));
    expect(await journal.all()).toEqual([jobOf(2)]);
    expect(damaged).toEqual(['job:broken']);
    expect(local.keys('job:')).toEqual([`job:${uuid(2)}`]);
    expect(local.stored.get('damaged:job:broken')).toEqual(raw);
  });

  it('other keys are ignored', async () => {
    local.stored.set('preferences', 'damaged');
    local.stored.set(`intent:${uuid(1)}`, {});
    const { journal, damaged } = open();
    expect(await journal.all()).toEqual([]);
    expect([damaged, local.keys()]).toEqual([[], ['preferences', `intent:${uuid(1)}`]]);
  });
});

describe('a write', () => {
  it('that the browser rejects is reported and fails; the next success is reported, too', async () => {
    const { journal, writes } = open();
    local.fails = () => true;
    await expect(journal.write(jobOf(1))).rejects.toThrow('disk full');
    expect(writes).toEqual([false]);
    local.fails = () => false;
    await journal.write(jobOf(1));
    expect(writes).toEqual([false, true]);
  });

  it('of an incognito job fails, too, without reporting on the disk', async () => {
    const { journal, writes } = open();
    session.fails = () => true;
    await expect(journal.write(privateJob(1))).rejects.toThrow('disk full');
    expect(writes).toEqual([]);
  });

  it('that fails: nothing is sent, and the job is sent once there is space again', async () => {
    local.stored.set('newest-link', { version: 1, data: { scope: 'here', id: '4' } });
    local.stored.set(`job:${uuid(1)}`, jobOf(1));
    local.fails = (key) => key.startsWith('job:');
    const { begin, sent, writes, jobs } = createWorker();
    await begin();
    await settled();
    expect([sent, writes.at(-1)]).toEqual([[], false]);
    local.fails = () => false;
    await jobs.resume();
    await settled();
    expect(sent).toHaveLength(1);
    expect(writes.at(-1)).toBe(true);
  });
});
