/** Batches in the popup's status bar, read from the database in which they are stored. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { drawPopup } from '../render-popup.tsx';
import type { Bulk } from '../../../../lib/bulk/bulk-job.ts';
import { summarizeBulks } from '../../../../lib/mirror/summarize-bulks.ts';
import { openOrCreate } from '../../../../lib/mirror/database.ts';
import { draw, find, settle, textsOf, until } from '../../../support/dom.ts';
import { bulkOf, noRows } from '../../../support/sample-bulks.ts';
import { fullView, jobView } from '../../../support/sample-views.ts';
import type { JobView } from '../../../../lib/views/job-view.ts';
import type { PopupView } from '../../../../lib/views/popup-view.ts';
import { msg, msgCount } from '../../../support/texts.ts';
import { openPopup } from '../open-popup.ts';

let accounts = 0;
const shown = () => textsOf('footer .service-status');

async function open(bulks: readonly Bulk[], view: Partial<PopupView> = {}): Promise<void> {
  await draw(null);
  const scope = `https://sho.rt#paused-${++accounts}`;
  const database = await openOrCreate(scope);
  for (const bulk of bulks) await database.put('bulks', bulk);
  database.close();
  await drawPopup(openPopup({ view: fullView({ scope, ...view }) }).model);
}

const paused = (id: string, change: Partial<Bulk> = {}) => bulkOf(id, { desiredState: 'pause', ...change });

it('counts the links that are left in all that are paused', async () => {
  await open([
    paused('a'),
    paused('b', { counts: { ...noRows, waiting: 30, out: 3, asks: 2, done: 9 } }),
    bulkOf('c'),
  ]);
  await until(() => shown().length > 0);
  expect(shown()).toEqual([msgCount('linksPaused', 37)]);
  expect(find('footer .service-status button').getAttribute('title')).toBe(msgCount('batchesPaused', 37));
});

it('names the batch that has all of them, and none where several have some', async () => {
  const finished = paused('b', { counts: { ...noRows, done: 4 } });
  await open([paused('a'), finished, bulkOf('c')]);
  expect(await summarizeBulks(`https://sho.rt#paused-${accounts}`)).toMatchObject({ paused: { only: 'a' } });
  await open([paused('a'), paused('d')]);
  expect(await summarizeBulks(`https://sho.rt#paused-${accounts}`)).toMatchObject({
    paused: { only: null },
  });
});

it('tells how many links of batches are not jobs yet, except of one that is being canceled', async () => {
  await open([
    paused('a', { counts: { ...noRows, waiting: 3, out: 2, asks: 1, refused: 5 } }),
    bulkOf('b', { counts: { ...noRows, waiting: 20, out: 8 } }),
    bulkOf('c', { desiredState: 'cancel' }),
  ]);
  expect(await summarizeBulks(`https://sho.rt#paused-${accounts}`)).toMatchObject({ waiting: 23 });
});

it.each([
  ['run', [bulkOf('a')]],
  ['are finished', [paused('a', { counts: { ...noRows, done: 4, cancelled: 1 } })]],
  ['are not there', []],
])('shows no paused ones while batches %s', async (_state, bulks) => {
  await open(bulks);
  await settle();
  expect(shown()).toEqual([]);
});

const jobsFrom = (...origins: readonly JobView['from'][]) =>
  origins.map((from, n) => jobView({ id: `${n}`, state: 'queued', from, goesAt: Date.now() + 60_000 }));

it('come after links that are queued', async () => {
  await open([paused('a')], { jobs: jobsFrom('menu', 'menu') });
  await settle();
  expect(shown()).toEqual([expect.stringContaining(msgCount('jobsQueued', 2))]);
});

it('counts all links of a batch that runs, not the few that are jobs', async () => {
  const counts = { ...noRows, waiting: 28, out: 8, done: 4 };
  await open([bulkOf('a', { counts })], { jobs: jobsFrom('bulk', 'bulk', 'menu') });
  await until(() => shown().join().includes('37'));
  // Without the time until the next one, which would be taken for that of all.
  expect(shown()).toEqual([msgCount('jobsQueued', 37)]);
});

it.each([
  ['Bulk create while only a batch runs', ['bulk', 'bulk'], 'bulk'],
  ['Activity while another link is queued, too', ['bulk', 'menu'], 'activity'],
] as const)('leads to %s', async (_name, origins, name) => {
  await open([bulkOf('a', { counts: { ...noRows, waiting: 28, out: 8 } })], { jobs: jobsFrom(...origins) });
  await until(() => shown().join().includes('3'));
  expect(find('footer .service-status button').getAttribute('title')).toBe(msg(name));
});

const ended = (id: string, change: Partial<Bulk> = {}) =>
  bulkOf(id, { counts: { ...noRows, done: 20 }, endUnread: true, ...change });

it.each([
  ['one', [ended('a')], msgCount('batchCompleted', 20)],
  ['two', [ended('a'), ended('b')], msgCount('batchCompleted', 40)],
  [
    'one with failures',
    [ended('a', { counts: { ...noRows, done: 17, refused: 3 } })],
    msgCount('batchFailed', 3),
  ],
])('reports batches that have ended while no page showed them: %s', async (_name, bulks, text) => {
  await open(bulks);
  await until(() => shown().length > 0);
  expect(shown()).toEqual([text]);
});

it.each([
  ['has been shown', [ended('a', { endUnread: undefined })]],
  ['has been resumed since', [ended('a', { counts: { ...noRows, done: 20, waiting: 3 } })]],
])('reports no end of a batch that %s', async (_name, bulks) => {
  await open(bulks);
  await settle();
  expect(shown()).toEqual([]);
});

it('opens the batch that has ended, and all of them where several have', async () => {
  await open([ended('a'), bulkOf('c')]);
  expect(await summarizeBulks(`https://sho.rt#paused-${accounts}`)).toMatchObject({ ended: { only: 'a' } });
  await open([ended('a'), ended('b')]);
  expect(await summarizeBulks(`https://sho.rt#paused-${accounts}`)).toMatchObject({ ended: { only: null } });
});
