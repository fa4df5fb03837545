// The bulk section by role, name and text, on the real models with fakes behind them.
import { signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import { BulkList } from '../../../entrypoints/manage/bulk/bulk-list.tsx';
import { BulkView } from '../../../entrypoints/manage/bulk/bulk-view.tsx';
import { BulksModel } from '../../../entrypoints/manage/bulk/bulks-model.ts';
import type { Bulk, BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { act } from 'preact/test-utils';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { fakeSectionDeps } from './section-deps.ts';
import { openManage } from './open-manage.ts';
import { draft } from '../bulk/world.ts';
import { uuid } from '../../support/samples.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { flushMicrotasks } from '../../support/flush.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';

const acts: string[] = [];

const bulk: Bulk = {
  version: 2,
  id: 'a',
  name: 'links.csv',
  at: 1,
  desiredState: 'run',
  cancelledElsewhere: false,
  counts: { waiting: 3, out: 1, asks: 1, done: 4, refused: 1, cancelled: 0, 'left-out': 2 },
  next: 0,
  out: [],
  unacknowledged: [],
  rotatorCampaign: null,
};

async function open(
  change: Partial<Bulk> = {},
  manage = openManage().model,
  asking: BulkRow[] = [],
  rows: BulkRow[] = [],
  existing = 0,
) {
  const act = async (name: string) => void acts.push(name);
  const model = new BulksModel({
    repository: {
      list: async () => [{ ...bulk, ...change }],
      rows: async (_id, filter) => (filter?.states.includes('asks') ? asking : rows),
      countRowDetails: async () => ({
        existing: { done: existing, 'left-out': 0 },
        unrepeatable: rows.filter((row) => row.state === 'refused' && row.passwordDropped).length,
      }),
      setDesiredState: (_id, desired) => act(desired),
      retry: async (_id, n) => {
        await act(n === undefined ? 'retry' : `retry row ${n}`);
        return 1;
      },
      skip: () => act('skip'),
      skipRows: async (ids) => {
        await act(`skip row ${[...ids].join(' ')}`);
        return true;
      },
      remove: async () => {
        await act('remove');
        return true;
      },
      markEndsRead: () => act('seen'),
    },
    openId: signal('a'),
    view: signal(null),
    delay: async () => undefined,
    onChange: () => () => undefined,
    copy: async () => true,
    save: () => undefined,
    edit: ({ id }) => act(`edit ${id}`),
    dismissJob: (id) => void act(`dismiss ${id}`),
    isVisible: () => true,
    findCampaign: async () => null,
    now: () => 0,
  });
  model.watch();
  await expect.poll(() => model.bulk.value !== null).toBe(true);
  const deps = fakeSectionDeps({ item: signal('a') }, acts);
  await draw(<BulkView deps={deps} page={manage} model={model} />);
  return model;
}

const rowOf = (n: number, row: Partial<BulkRow>): BulkRow => ({
  bulk: 'a',
  n,
  id: uuid(n),
  link: draft(`https://example.com/${n}`),
  state: 'refused',
  errorText: '',
  again: false,
  result: null,
  failure: { kind: 'refused', status: 400, message: 'No.' },
  ...row,
});

const press = async (name: string): Promise<void> => {
  const button = [...root.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  );
  if (button === undefined) throw new Error(`There is no button ${name}: ${textsOf('button').join(', ')}`);
  await fire(button, 'click');
};

beforeEach(() => {
  acts.length = 0;
});

it('shows the title of each link that has one', async () => {
  const result = jobResult({ shortUrl: 'https://sho.rt/a' });
  await open(
    {},
    undefined,
    [],
    [
      rowOf(0, { link: { ...draft('https://example.com/0'), title: 'First page' }, state: 'done', result }),
      rowOf(1, { link: { ...draft('https://example.com/1'), title: '' } }),
    ],
  );
  await expect
    .poll(() => textsOf('tbody td:first-of-type > p'))
    .toEqual(['sho.rt/a', 'First page', 'example.com/0', 'example.com/1']);
});

it('says what became of an existing link that is added to a campaign, and lets no failed one become another link', async () => {
  const result = jobResult({ id: '31', shortUrl: 'https://sho.rt/k', existing: true });
  const link = { ...draft('https://example.com/0'), campaign: { id: '7', name: 'Summer' } };
  await open(
    {},
    undefined,
    [],
    [
      rowOf(0, { link, state: 'done', failure: null, result, assigns: true }),
      rowOf(1, { link, result, assigns: true }),
      rowOf(2, { link, state: 'waiting', failure: null, result, assigns: true }),
    ],
  );
  await expect
    .poll(() => textsOf('tbody td:nth-child(3)'))
    .toEqual(['bulkAlreadyExistedaddedTo', expect.stringMatching(/^failed/u), 'bulkRowPending']);
  const labels = [...root.querySelectorAll('tbody button')].map((one) => one.getAttribute('aria-label'));
  expect(labels.join()).not.toContain('editFailedNamed');
});

it('draws no row again as time passes, except one whose reason may name a time', async () => {
  const manage = openManage();
  let reads = 0;
  const now = {
    get value() {
      reads++;
      return manage.model.now.value;
    },
  };
  const page = { ...manage.model, now } as typeof manage.model;
  await open(
    {},
    page,
    [],
    [
      rowOf(0, { state: 'done', failure: null, result: jobResult({ shortUrl: 'https://sho.rt/a' }) }),
      rowOf(1, { state: 'waiting', failure: null }),
      rowOf(2, {}),
    ],
  );
  await expect.poll(() => textsOf('tbody tr').length).toBe(3);
  reads = 0;
  manage.world.now += 250;
  await act(() => manage.model.tick());
  expect(reads).toBe(1);
});

it('says that no row has the status of an empty filter', async () => {
  const model = await open({ counts: { ...bulk.counts, refused: 0 } });
  await expect.poll(() => textsOf('table caption')).toEqual(['bulkResults']);
  await act(() => model.setFilter('refused'));
  expect(textsOf('table caption')).toEqual([]);
  expect(textsOf('[data-item=results] > .note')).toEqual(['bulkFilterEmpty']);
});

it('shows the counts, and that a decision is needed', async () => {
  await open();
  expect(textsOf('.filter-tiles .filter-label')).toEqual([
    'bulkFilterAll',
    'bulkFilterCreated',
    'bulkFilterFailed',
    'needsDecision',
    'bulkFilterPending',
    'bulkFilterSkipped',
  ]);
  expect(textsOf('.filter-tiles .filter-count')).toEqual(['12', '4', '1', '1', '4', '2']);
  const bar = find('[role=progressbar]');
  expect([bar.getAttribute('aria-label'), bar.getAttribute('aria-valuenow')]).toEqual(['bulkProgress', '50']);
  expect(textsOf('h3')).toContain('bulkLinksNeedDecision_one');
});

it('has tiles for links that existed before and for decisions only while there are any', async () => {
  const model = await open(
    { counts: { ...bulk.counts, asks: 0, 'left-out': 0 } },
    undefined,
    undefined,
    undefined,
    3,
  );
  const tiles = () =>
    [...root.querySelectorAll('.filter-tiles button')].map((one) => one.textContent?.trim());
  const usual = ['bulkFilterFailed 1', 'bulkFilterPending 4'];
  expect(tiles()).toEqual(['bulkFilterAll 9', 'bulkFilterCreated 1', 'bulkAlreadyExisted 3', ...usual]);
  const [, , existed] = root.querySelectorAll('.filter-tiles button');
  await fire(existed as Element, 'click');
  expect([model.filter.value, model.total.value]).toEqual(['existing', 3]);
  await open({ counts: { ...bulk.counts, asks: 0, 'left-out': 0 } });
  expect(tiles()).toEqual(['bulkFilterAll 9', 'bulkFilterCreated 4', ...usual]);
});

it('keeps the tile of a filter that is chosen, also once it has no rows', async () => {
  const model = await open();
  model.setFilter('asks');
  await flushMicrotasks();
  const [first = bulk] = model.bulks.value ?? [];
  await act(() => void (model.bulks.value = [{ ...first, counts: { ...first.counts, asks: 0, done: 5 } }]));
  expect(textsOf('.filter-tiles [aria-pressed=true]')).toEqual(['needsDecision 0']);
});

it('filters the results by the counts, which are toggle buttons', async () => {
  const model = await open();
  const pressed = () => textsOf('.filter-tiles [aria-pressed=true] .filter-label');
  expect(pressed()).toEqual(['bulkFilterAll']);
  const [, , failed] = root.querySelectorAll('.filter-tiles button');
  await fire(failed as Element, 'click');
  expect(pressed()).toEqual(['bulkFilterFailed']);
  expect(model.filter.value).toBe('refused');
});

it('offers to copy a created link and to retry a failed row, unless its password is lost', async () => {
  const result = jobResult({ id: '1', shortUrl: 'https://sho.rt/a' });
  await open(
    {},
    openManage().model,
    [],
    [
      rowOf(0, { state: 'done', failure: null, result }),
      rowOf(1, {}),
      rowOf(2, { passwordDropped: true }),
      rowOf(3, { passwordDropped: true, failure: null }),
    ],
  );
  await expect.poll(() => textsOf('tbody tr')).toHaveLength(4);
  const buttons = [...root.querySelectorAll('tbody button')];
  const corrections = ['editFailedNamed', 'dismissNamed'];
  expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual([
    'copyLink',
    'editFailedNamed',
    'bulkRetryRow',
    'dismissNamed',
    ...corrections,
    ...corrections,
  ]);
  // One next step each.
  expect(textsOf('.reason')).toEqual([
    'failureRejectedBecause',
    'bulkPasswordNotSaved',
    'bulkUnconfirmedPassword',
  ]);
  await press('bulkRetryRow');
  expect(acts).toEqual(['retry row 1']);
});

it('a failed row shows the alias that was refused, and is edited or dismissed, also in a canceled batch', async () => {
  const { model, asked } = openManage();
  const link = { ...draft('https://example.com/1'), alias: 'spring' };
  await open({ desiredState: 'cancel' }, model, [], [rowOf(1, { link })]);
  await expect.poll(() => textsOf('tbody .hint bdi')).toContain('setTo');
  expect(textsOf('tbody button')).toHaveLength(2);
  await press('editFailedNamed');
  await press('dismissNamed');
  expect(acts).toEqual([`edit ${uuid(1)}`, `skip row ${uuid(1)}`]);
  expect(asked).toEqual([`decide ${uuid(1)} dismiss`]);
});

it('a row that was skipped in the review can be edited, one that failed before or has a link can’t', async () => {
  const failedBefore = { state: 'left-out', failure: null } as const;
  const skipped = { ...failedBefore, skippedInReview: true };
  const existing = jobResult({ id: null, shortUrl: 'https://sho.rt/a', existing: true });
  const rows = [rowOf(0, skipped), rowOf(1, { ...skipped, result: existing }), rowOf(2, failedBefore)];
  await open({}, openManage().model, [], rows);
  await expect.poll(() => textsOf('tbody tr')).toHaveLength(3);
  const labels = [...root.querySelectorAll('tbody button')].map((one) => one.getAttribute('aria-label'));
  expect(labels).toEqual(['editFailedNamed', 'copyLink']);
  await press('editFailedNamed');
  expect(acts).toEqual([`edit ${uuid(0)}`]);
});

it('offers to retry only as many rows as it can', async () => {
  const dropped = (n: number) => rowOf(n, { passwordDropped: true });
  const counts = { ...bulk.counts, refused: 2 };
  const retryOf = async (rows: BulkRow[]) => {
    const model = await open({ counts }, openManage().model, [], rows);
    return [model.retryable.value, textsOf('button').filter((text) => text.startsWith('bulkRetry'))];
  };
  expect(await retryOf([])).toEqual([2, ['bulkRetry_other']]);
  expect(await retryOf([dropped(0)])).toEqual([1, ['bulkRetry_one']]);
  expect(await retryOf([dropped(0), dropped(1)])).toEqual([0, []]);
});

it('lists the undecided rows, each with its choices', async () => {
  const unconfirmed = { shortUrl: '', address: '', unconfirmed: true };
  const found = { shortUrl: 'https://sho.rt/x', address: 'https://example.com/1?from=elsewhere' };
  const job = (n: number, question: typeof unconfirmed | typeof found) =>
    jobView({ id: uuid(n), subject: `https://example.com/${n}`, from: 'bulk', state: 'unknown', question });
  const { model: manage, asked } = openManage(activityView({ jobs: [job(1, unconfirmed), job(2, found)] }));
  const rows = [1, 2].map((n): BulkRow => ({
    bulk: 'a',
    n,
    id: uuid(n),
    link: draft(`https://example.com/${n}`),
    state: 'asks',
    errorText: '',
    again: false,
    result: null,
    failure: null,
  }));
  await open({ counts: { ...bulk.counts, waiting: 0, out: 0, asks: 2 } }, manage, rows);
  expect(textsOf('[role=status] strong')).toEqual(['needsDecision']);
  await expect
    .poll(() => textsOf('.decisions > li button'))
    .toEqual(['retry', 'dismiss', 'useThisLink', 'createAnotherLink']);
  await press('dismiss');
  await press('useThisLink');
  expect(asked).toEqual([`decide ${uuid(1)} dismiss`, `decide ${uuid(2)} use`]);
});

const outRow: BulkRow = {
  bulk: 'a',
  n: 0,
  id: uuid(1),
  link: draft('https://example.com/1'),
  state: 'out',
  errorText: '',
  again: false,
  result: null,
  failure: null,
};

it('a row whose lost response can’t be looked up says why, and so does its batch, which is not over', async () => {
  const counts = { ...bulk.counts, waiting: 0, out: 1, asks: 0 };
  await open({ counts, out: [0], parked: [0] }, undefined, [], [{ ...outRow, parked: true }]);
  await expect.poll(() => textsOf('.row-status p')).toEqual(['bulkInProgress', 'bulkRowParked']);
  expect(textsOf('[role=status] strong')).toEqual(['bulkListUnread']);
});

it('a row that waits for the rows before it is pending, also in the outbox', async () => {
  const rows = ['waiting', 'out', 'out'].map((state, n) => ({
    ...outRow,
    n,
    id: uuid(n + 1),
    state: state as BulkRow['state'],
  }));
  const { model: manage } = openManage(
    activityView({
      jobs: [jobView({ id: uuid(2), state: 'queued' }), jobView({ id: uuid(3), state: 'sent' })],
    }),
  );
  await open({ counts: { ...bulk.counts, waiting: 1, out: 2, asks: 0 }, out: [1, 2] }, manage, [], rows);
  await expect
    .poll(() => textsOf('.row-status p'))
    .toEqual(['bulkRowPending', 'bulkRowPending', 'bulkInProgress']);
  expect(root.querySelectorAll('.row-status .spinning')).toHaveLength(1);
});

interface GivenBatch extends Partial<Pick<Bulk, 'desiredState'>> {
  readonly parked?: readonly number[];
  readonly asks?: number;
  readonly waiting?: number;
  readonly sent?: number;
}

it.each<[string, GivenBatch, string]>([
  ['is paused, with nothing left to finish', { desiredState: 'pause' }, 'bulkPaused'],
  ['waits for the list when nothing else is left', {}, 'bulkListUnread'],
  [
    'waits for the list where it would stop the rest',
    { parked: Array.from({ length: 49 }, (_, n) => n), asks: 1, waiting: 5 },
    'bulkListUnread',
  ],
  ['waits for the user as well', { asks: 1 }, 'needsDecision'],
  ['continues with the rest', { waiting: 5 }, 'bulkInProgress'],
  ['finishes what is sent', { desiredState: 'pause', sent: 1 }, 'bulkPausing'],
])('a batch with links that can’t be looked up for now %s', async (_, given, status) => {
  const { desiredState = 'run', parked = [0], asks = 0, waiting = 0, sent = 0 } = given;
  const counts = { ...bulk.counts, waiting, out: parked.length + sent, asks };
  const out = Array.from({ length: parked.length + sent + asks }, (__, n) => n);
  await open({ desiredState, parked: [...parked], out, counts });
  expect(textsOf('[role=status] strong')).toEqual([status]);
});

it('pauses and resumes by one button', async () => {
  await open();
  await press('bulkPause');
  expect(acts).toEqual(['pause']);
  await open({ desiredState: 'pause' });
  await press('bulkResume');
  expect(acts).toEqual(['pause', 'run']);
});

it('the list resumes a paused batch, and offers no such button for one that runs', async () => {
  const model = await open({ desiredState: 'pause', out: [] });
  const list = () => draw(<BulkList page={openManage().model} model={model} />);
  await draw(null);
  await list();
  await press('bulkResumeNamed');
  expect(acts).toEqual(['run']);
  await flushMicrotasks();
  model.bulks.value = [{ ...bulk, desiredState: 'run' }];
  await list();
  expect(textsOf('button')).not.toContain('bulkResume');
});

it('a pause after responses that can’t be read is not called a rejection', async () => {
  const breaker: Bulk['breaker'] = {
    state: 'open',
    failure: { kind: 'unreadable', status: 200 },
    rows: [0, 1, 2, 3, 4],
  };
  await open({ desiredState: 'pause', breaker });
  const [why = ''] = textsOf('.banner');
  expect(why).toContain('bulkPausedFailed_other');
  expect(why).not.toContain('bulkPausedRejected');
});

it('explains a pause by the circuit breaker, and resumes with or without the refused rows', async () => {
  const breaker = {
    state: 'open',
    failure: { kind: 'refused', status: 200, message: 'Plan limit reached' },
    rows: [0, 1, 2, 3, 4],
  } as const;
  await open({ desiredState: 'pause', breaker: { ...breaker, rows: [...breaker.rows] } });
  const [why = ''] = textsOf('.banner');
  expect(why).toContain('bulkPausedRejected_other');
  expect(why).toContain('bulkServiceMessage');
  await press('bulkResume');
  await press('bulkSkipAndResume_other');
  expect(acts).toEqual(['run', 'skip']);
  // A running bulk shows no reason.
  await open({ breaker: { ...breaker, state: 'half-open', rows: [...breaker.rows] } });
  expect(textsOf('.banner').join(' ')).not.toContain('bulkPausedRejected');
});

it('cancels only after a confirmation', async () => {
  await open();
  await press('cancel');
  expect(acts).toEqual([]);
  const question = find('[role=group].banner');
  expect(question.querySelector(':scope > svg')).not.toBeNull();
  expect([...question.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'bulkCancelConfirm_other',
    'bulkCancelEffect',
    'bulkCancelBatchbulkDontCancel',
  ]);
  expect(question.querySelector('strong')?.textContent).toBe('bulkCancelConfirm_other');
  await press('bulkDontCancel');
  expect(acts).toEqual([]);
  await press('cancel');
  await press('bulkCancelBatch');
  expect(acts).toEqual(['cancel']);
});

it('offers to remove a finished bulk, but not to pause it', async () => {
  await open({ counts: { ...bulk.counts, waiting: 0, out: 0, asks: 0 } });
  expect(textsOf('button')).not.toContain('bulkPause');
  await press('bulkRemoveNamed');
  expect(acts).toEqual([]);
  await press('bulkRemove');
  await expect.poll(() => acts).toEqual(['remove', 'go bulk']);
});

it('shows a finished bulk as finished, although one of its rows was cancelled', async () => {
  const counts = { ...bulk.counts, waiting: 0, out: 0, asks: 0, cancelled: 1 };
  await open({ counts });
  expect(textsOf('[role=status] strong')).toEqual(['bulkCompleted']);
  await open({ counts, desiredState: 'cancel' });
  expect(textsOf('[role=status] strong')).toEqual(['bulkCanceled']);
});

it('warns of a finished bulk that has failed rows', async () => {
  const counts = { ...bulk.counts, waiting: 0, out: 0, asks: 0, done: 1, refused: 0 };
  const tone = () => find('[role=status] .status-icon').getAttribute('data-tone');
  await open({ counts });
  expect(tone()).toBe('good');
  await open({ counts: { ...counts, refused: 1 } });
  expect(tone()).toBe('warn');
});

it('reports unreadable bulks, and reads them again on request', async () => {
  const model = await open();
  model.unreadable.value = true;
  await draw(null);
  await draw(
    <BulkView deps={fakeSectionDeps({ item: signal('a') })} page={openManage().model} model={model} />,
  );
  expect(textsOf('[role=alert]').join(' ')).toContain('bulksUnreadable');
  await press('tryAgain');
  await expect.poll(() => model.unreadable.value).toBe(false);
});

it('reports a bulk that does not exist', async () => {
  const model = await open();
  model.bulks.value = [];
  await draw(null);
  await draw(
    <BulkView deps={fakeSectionDeps({ item: signal('a') })} page={openManage().model} model={model} />,
  );
  expect(root.textContent).toContain('bulkNotFound');
});
