/** Filling a log block that a crash during a write may have torn; browser/torn-write shows why. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createJournal } from '../../../../entrypoints/background/storage/job-journal.ts';
import { createWriteBatcher } from '../../../../entrypoints/background/storage/write-batcher.ts';
import { browser, fresh } from '../../../support/fake-browser.ts';
import { jobOf } from '../../../support/samples.ts';

vi.mock('wxt/browser', async () => import('../../../support/fake-browser.ts'));
vi.mock('../../../../lib/browser/native.ts', async () => import('../../../support/fake-browser.ts'));

const { local, session } = browser.storage;
const openJournal = () =>
  createJournal(
    () => {},
    () => {},
    createWriteBatcher(local),
  );
const read = () => openJournal().all();

beforeEach(() => {
  vi.restoreAllMocks();
  fresh();
});

it('a filler of one block is written before the journal is read, and removed again', async () => {
  const [writes, reads] = [vi.spyOn(local, 'set'), vi.spyOn(local, 'get')];
  await read();
  const [written = Infinity] = writes.mock.invocationCallOrder;
  expect(reads.mock.invocationCallOrder.every((at) => at > written)).toBe(true);
  expect(reads).toHaveBeenCalled();
  expect(writes.mock.calls.map(([items]) => JSON.stringify(items).length > 32_768)).toEqual([true]);
  expect(local.keys()).toEqual([]);
});

it('the filler is written once per browser session, for any number of worker instances', async () => {
  const writes = vi.spyOn(local, 'set');
  await read();
  await read();
  expect(writes).toHaveBeenCalledTimes(1);
  session.stored.clear();
  await read();
  expect(writes).toHaveBeenCalledTimes(2);
});

it('a failed write does not prevent reading the journal, and is retried by the next worker instance', async () => {
  const journal = openJournal();
  local.fails = (key) => key === 'filling';
  await journal.write(jobOf(1));
  expect(await read()).toEqual([jobOf(1)]);
  local.fails = () => false;
  const writes = vi.spyOn(local, 'set');
  await read();
  expect(writes).toHaveBeenCalledTimes(1);
});
