// The model of started bulks: progress, actions and exported results.
import { signal } from '@preact/signals';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BulksModel, type BulksDeps } from '../../../entrypoints/manage/bulk/bulks-model.ts';
import { resultsAsCsv } from '../../../entrypoints/manage/bulk/results.ts';
import type { AccountLists } from '../../../lib/bulk/account-lookup.ts';
import { progressOf, type Bulk, type BulkRow } from '../../../lib/bulk/bulk-job.ts';
import {
  columnFields,
  createColumnMatcher,
  guessColumns,
  type ColumnField,
  utmFields,
} from '../../../lib/bulk/columns.ts';
import { parseTable } from '../../../lib/bulk/parse-table.ts';
import { createDraftFromRow } from '../../../lib/bulk/draft-from-row.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { normalizeName } from '../../../lib/text/normalize-text.ts';
import { bulkOf, noOptions, noRows } from '../../support/sample-bulks.ts';
import { flushMicrotasks } from '../../support/flush.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';
import { draft } from '../../support/samples.ts';
import { activityView } from '../../support/sample-views.ts';

const counts = (change: Partial<Bulk['counts']> = {}): Bulk['counts'] => ({ ...noRows, ...change });

const bulk = (id: string, change: Partial<Bulk> = {}): Bulk => bulkOf(id, { counts: noRows, ...change });

/** Reads results as another page in another language does. */
function imported(csv: string, lists: Omit<AccountLists, 'domains'>) {
  const foreign = columnFields.map((field) => [field, `Feld ${field}`] as const);
  const naming = createColumnMatcher(Object.fromEntries(foreign) as Record<ColumnField, string>);
  const table = parseTable(csv, { separator: null, hasHeader: null, isTable: true }, naming.isName);
  const columns = guessColumns(table, naming);
  const validate = createDraftFromRow({ ...lists, domains: ['https://go.example'] });
  return table.rows.map((cells) =>
    validate(cells, { columns, forAll: noOptions, lint: {}, now: new Date(2026, 5, 1) }),
  );
}

/** The request, with its parameters in any order. */
function sentOf(link: LinkDraft) {
  const { parameters = [], ...fields } = toLinkFields(link);
  return { ...fields, parameters: parameters.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
}

/** Texts of the characters that tables, lists of names and formulas give a meaning. */
const text = fc.string({ unit: fc.constantFrom(...'aé7;|,"\'=+- \t\n@'), maxLength: 8 });
const name = text.filter((one) => one.trim() !== '');

const records = (from: number) =>
  fc
    .uniqueArray(name, { selector: normalizeName, minLength: 3, maxLength: 5 })
    .map((names) => names.map((one, n) => ({ id: String(from + n), name: one })));

/** Links that set every field that has a column, and the records of their account. */
const importableLinks = fc
  .record({ campaigns: records(10), channels: records(20), pixels: records(30), types: records(40) })
  .chain((lists) => {
    const utm = fc.record({ name: fc.constantFrom(...utmFields), value: text });
    const link = fc.record({
      address: fc.constantFrom(
        'https://example.com/',
        'https://example.com/a,b;c?x=%22',
        'https://example.com/?utm_source=own&utm_id=',
      ),
      title: text,
      alias: fc.constantFrom('', 'spring', '-sale'),
      domain: fc.constantFrom('', 'https://go.example'),
      campaign: fc.option(fc.constantFrom(...lists.campaigns)),
      channel: fc.option(fc.constantFrom(...lists.channels)),
      pixels: fc.subarray(lists.pixels),
      extras: fc.record({
        note: text,
        expiry: fc.constantFrom('', '+7d', '2027-01-31T18:00', '2027-01-31T18:00:05'),
        visibility: fc.constantFrom('' as const, 'public' as const, 'private' as const),
        type: fc.constantFrom('', 'direct', 'frame', 'splash', ...lists.types.map(({ id }) => id)),
        card: fc.record({
          title: text,
          description: text,
          picture: fc.constantFrom('', 'https://a.example/i.png'),
        }),
        parameters: fc.uniqueArray(utm, { selector: ({ name: one }) => one }),
        parametersIn: fc.constantFrom('field' as const, 'address' as const),
        parameterConflict: fc.constantFrom('keep' as const, 'replace' as const),
      }),
    });
    const complete = link.map(({ extras, ...fields }): LinkDraft => ({
      ...fields,
      extras: { ...defaultLinkOptions, ...extras },
    }));
    return fc.record({
      links: fc.array(complete, { minLength: 1, maxLength: 4 }),
      lists: fc.constant(lists),
    });
  });

const row = (n: number, change: Partial<BulkRow> = {}): BulkRow => ({
  bulk: 'a',
  n,
  id: `row-${n}`,
  link: draft({ address: `https://example.com/${n}`, title: '' }),
  state: 'waiting',
  errorText: '',
  again: false,
  result: null,
  failure: null,
  ...change,
});

const madeAs = (shortUrl: string, existing = false) => jobResult({ id: '1', shortUrl, existing });

const hasExisted = ({ result }: BulkRow): boolean => result?.existing === true;

function open(all: Bulk[], rows: BulkRow[] = [], change: Partial<BulksDeps> = {}) {
  const world = {
    acts: [] as string[],
    saved: [] as { name: string; content: Blob }[],
    copied: [] as string[],
    all,
    rows,
    change: () => {},
    fails: false,
    unreadable: false,
    /** How often the rows whose link existed before were counted. */
    counted: 0,
  };
  const act = async <T,>(name: string, value: T): Promise<T> => {
    if (world.fails) throw new Error('full');
    world.acts.push(name);
    return value;
  };
  const model = new BulksModel({
    repository: {
      list: async () => {
        if (world.unreadable) throw new Error('no response');
        return world.all;
      },
      rows: async (_id, filter, { skip, most }) =>
        world.rows
          .filter(
            (one) =>
              filter === null ||
              (filter.states.includes(one.state) && (filter.existing ?? hasExisted(one)) === hasExisted(one)),
          )
          .slice(skip, skip + most),
      countRowDetails: async () => {
        world.counted += 1;
        return {
          existing: {
            done: world.rows.filter((one) => one.state === 'done' && hasExisted(one)).length,
            'left-out': world.rows.filter((one) => one.state === 'left-out' && hasExisted(one)).length,
          },
          unrepeatable: world.rows.filter((one) => one.state === 'refused' && one.passwordDropped).length,
        };
      },
      setDesiredState: (id, desired) => act(`${desired} ${id}`, undefined),
      retry: (id, n) =>
        act(n === undefined ? `retry ${id}` : `retry ${id} row ${n}`, n === undefined ? 3 : 1),
      skip: (id) => act(`skip ${id}`, undefined),
      skipRows: (ids) => act(`skip row ${[...ids].join(' ')}`, true),
      remove: (id) => act(`remove ${id}`, true),
      markEndsRead: (ids) => act(`seen ${ids.join(' ')}`, undefined),
    },
    openId: signal('a'),
    view: signal(
      activityView({
        meter: { limit: 30, windowMs: 60_000, remaining: 1, resetAt: null, usedHere: 0, usedElsewhere: 0 },
      }),
    ),
    delay: async () => undefined,
    onChange: (changed) => {
      world.change = changed;
      return () => undefined;
    },
    copy: async (text) => {
      world.copied.push(text);
      return true;
    },
    edit: ({ id }) => act(`edit ${id}`, undefined),
    dismissJob: (id) => void world.acts.push(`dismiss ${id}`),
    save: (name, content) => void world.saved.push({ name, content }),
    isVisible: () => true,
    findCampaign: async (id) => ({
      id: id as '7',
      name: 'Tabs',
      public: true,
      rotator: null,
      list: 'https://sho.rt/c/7',
    }),
    now: () => 0,
    ...change,
  });
  model.watch();
  return { model, world };
}

const loaded = (model: ReturnType<typeof open>['model']) =>
  expect.poll(() => model.bulk.value !== null).toBe(true);

it('reports unreadable bulks as such, and lists them once they can be read', async () => {
  const { model, world } = open([bulk('a')]);
  await loaded(model);
  expect(model.unreadable.value).toBe(false);
  world.unreadable = true;
  await model.refresh();
  expect([model.unreadable.value, model.bulks.value?.length]).toEqual([true, 1]);
  world.unreadable = false;
  await model.refresh();
  expect(model.unreadable.value).toBe(false);
});

describe('progress', () => {
  it('estimates the time left by one link per slot, after older bulks', async () => {
    const { model } = open([
      bulk('a', { at: 2, counts: counts({ waiting: 90, out: 8, done: 2 }) }),
      bulk('b', { at: 1, counts: counts({ waiting: 2 }) }),
      bulk('c', { at: 3, counts: counts({ waiting: 500 }) }),
    ]);
    await loaded(model);
    expect(model.msLeft.value).toBe(100 * 2_000);
  });

  it('estimates no time left while paused or without a rate limit', async () => {
    const paused = open([bulk('a', { desiredState: 'pause', counts: counts({ waiting: 9 }) })]);
    await loaded(paused.model);
    expect(paused.model.msLeft.value).toBeNull();
    const free = open([bulk('a', { counts: counts({ waiting: 9 }) })], [], { view: signal(activityView()) });
    await loaded(free.model);
    expect(free.model.msLeft.value).toBeNull();
  });

  it('is the finished share of the links, without the skipped ones', () => {
    expect(
      progressOf(bulk('a', { counts: counts({ done: 1, refused: 1, waiting: 2, 'left-out': 9 }) })),
    ).toBe(0.5);
    expect(progressOf(bulk('a', { counts: counts({ 'left-out': 9 }) }))).toBe(1);
  });

  it('follows changes of the stored bulk', async () => {
    const { model, world } = open([bulk('a', { counts: counts({ waiting: 2 }) })], [row(0), row(1)]);
    await loaded(model);
    world.all = [bulk('a', { counts: counts({ waiting: 1, done: 1 }) })];
    world.rows = [row(0, { state: 'done', result: madeAs('https://sho.rt/a') }), row(1)];
    world.change();
    await expect.poll(() => model.bulk.value?.counts.done).toBe(1);
    await expect.poll(() => model.rows.value[0]?.state).toBe('done');
  });
});

describe('actions', () => {
  it('retry edited rows under jobs of their own, so that those of the form are dismissed', async () => {
    const refused = { state: 'refused', failure: null } as const;
    const { model, world } = open(
      [bulk('a', { counts: counts({ refused: 3 }) })],
      [
        row(0, refused),
        row(1, { ...refused, editedInto: 'form-1' }),
        row(2, { ...refused, editedInto: 'form-2' }),
        // It is not retried.
        row(3, { ...refused, editedInto: 'form-3', passwordDropped: true }),
      ],
    );
    await loaded(model);
    model.retry('a', 2);
    await expect.poll(() => world.acts).toEqual(['retry a row 2', 'dismiss form-2']);
    model.retry('a');
    await expect.poll(() => world.acts.slice(2)).toEqual(['retry a', 'dismiss form-1', 'dismiss form-2']);
  });

  it('pause, resume and retry immediately, cancel and remove after a confirmation', async () => {
    const { model, world } = open([bulk('a', { counts: counts({ waiting: 2 }) })]);
    await loaded(model);
    model.pause('a');
    model.resume('a');
    model.confirm('cancel', 'a');
    expect(model.confirmation.value).toEqual({ act: 'cancel', id: 'a' });
    expect(world.acts).toEqual(['pause a', 'run a']);
    model.cancel('a');
    model.retry('a');
    await expect.poll(() => model.notice.value).toEqual({ name: 'retrying', count: 3 });
    model.confirm('remove', 'a');
    await model.remove('a');
    expect(world.acts).toEqual(['pause a', 'run a', 'cancel a', 'retry a', 'remove a']);
  });

  it('report a failed write', async () => {
    const { model, world } = open([bulk('a')]);
    await loaded(model);
    world.fails = true;
    model.pause('a');
    await expect.poll(() => model.notice.value).toEqual({ name: 'failed' });
  });

  it('filter the rows and turn the pages', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => row(n, { state: n % 2 === 0 ? 'done' : 'refused' }));
    const { model } = open([bulk('a', { counts: counts({ done: 60, refused: 60 }) })], rows);
    await expect.poll(() => model.rows.value).toHaveLength(50);
    model.goToPage(2);
    await expect.poll(() => model.rows.value.map(({ n }) => n).at(-1)).toBe(119);
    model.setFilter('refused');
    await expect
      .poll(() => [model.total.value, model.page.value, model.rows.value.at(0)?.n])
      .toEqual([60, 0, 1]);
  });
});

describe('rows whose link existed before', () => {
  const result = madeAs('https://sho.rt/a');
  const old = madeAs('https://sho.rt/old', true);
  const rows = [
    row(0, { state: 'done', result }),
    row(1, { state: 'done', result: old }),
    row(2, { state: 'left-out', result: old }),
    row(3, { state: 'asks' }),
    row(4, { state: 'out' }),
    row(5, { state: 'left-out' }),
  ];
  const all = counts({ done: 2, out: 1, asks: 1, 'left-out': 2 });

  it('are counted and filtered apart from those that were created', async () => {
    const { model } = open([bulk('a', { counts: all })], rows);
    await loaded(model);
    for (const [filter, ...shown] of [
      ['all', 0, 1, 2, 3, 4, 5],
      ['done', 0],
      ['existing', 1, 2],
      ['asks', 3],
      ['open', 4],
      ['left-out', 5],
      ['refused'],
    ] as const) {
      model.setFilter(filter);
      await expect.poll(() => [filter, ...model.rows.value.map(({ n }) => n)]).toEqual([filter, ...shown]);
      expect(model.total.value).toBe(shown.length);
    }
  });

  it('are counted again only after another row is done', async () => {
    const { model, world } = open([bulk('a', { counts: all })], rows);
    const refresh = async () => {
      await model.refresh();
      await flushMicrotasks();
    };
    await loaded(model);
    await refresh();
    expect([world.counted, model.existing.value.done]).toEqual([1, 1]);
    world.rows = rows.with(4, row(4, { state: 'done', result: old }));
    world.all = [bulk('a', { counts: { ...all, done: 3, out: 0 } })];
    await refresh();
    expect([world.counted, model.existing.value.done]).toEqual([2, 2]);
    // Without such a row there is nothing to read.
    world.all = [bulk('a', { counts: counts({ waiting: 2 }) })];
    await refresh();
    expect([world.counted, model.existing.value.done]).toEqual([2, 0]);
  });
});

describe('the URL of the campaign', () => {
  const rotatorCampaign = { id: '7', name: 'Tabs' };

  it('is copied when the bulk finishes while the page is visible', async () => {
    const { model, world } = open([bulk('a', { rotatorCampaign, counts: counts({ out: 1 }) })]);
    await loaded(model);
    expect(world.copied).toEqual([]);
    world.all = [bulk('a', { rotatorCampaign, counts: counts({ done: 1 }) })];
    world.change();
    await expect
      .poll(() => model.notice.value)
      .toEqual({ name: 'url-copied', address: 'https://sho.rt/c/7' });
    expect(world.copied).toEqual(['https://sho.rt/c/7']);
  });

  it.each([
    ['that was finished before', true, [counts({ done: 1 })]],
    ['that finishes while the page is hidden', false, [counts({ out: 1 }), counts({ done: 1 })]],
  ])('of a bulk %s is shown, and does not overwrite the clipboard', async (_name, visible, steps) => {
    const [first = counts(), last] = steps;
    const { model, world } = open([bulk('a', { rotatorCampaign, counts: first })], [], {
      isVisible: () => visible,
    });
    await loaded(model);
    if (last) world.all = [bulk('a', { rotatorCampaign, counts: last })];
    world.change();
    await expect.poll(() => model.campaign.value?.list).toBe('https://sho.rt/c/7');
    expect(world.copied).toEqual([]);
  });
});

it('the campaign of a bulk is looked for again after a lookup without an answer', async () => {
  const found = { id: '7', name: 'Tabs', public: true, rotator: null, list: 'https://sho.rt/c/7' } as const;
  const answers = [undefined, found];
  let lookups = 0;
  const rotatorCampaign = { id: '7', name: 'Tabs' };
  const { model, world } = open([bulk('a', { rotatorCampaign, counts: counts({ done: 1 }) })], [], {
    findCampaign: async () => answers[lookups++],
  });
  await loaded(model);
  await expect.poll(() => lookups).toBe(1);
  expect(model.campaign.value).toBeNull();
  world.change();
  await expect.poll(() => model.campaign.value?.list).toBe('https://sho.rt/c/7');
});

it('the campaign of a bulk is found once, however often the bulk is opened', async () => {
  const rotatorCampaign = { id: '7', name: 'Tabs' };
  const { model } = open([bulk('a', { rotatorCampaign, counts: counts({ done: 1 }) })]);
  await loaded(model);
  await expect.poll(() => model.campaign.value?.id).toBe('7');
  model.reset();
  expect(model.campaign.value?.id).toBe('7');
});

it.each([
  ['the visible page has shown', true, ['seen a b']],
  ['a hidden page has read', false, []],
])('the ends of bulks that %s', async (_name, visible, acts) => {
  const ended = { endUnread: true, counts: counts({ done: 1 }) };
  const { model, world } = open([bulk('a', ended), bulk('b', ended), bulk('c')], [], {
    isVisible: () => visible,
  });
  await loaded(model);
  expect(world.acts).toEqual(acts);
});

it('a bulk that could not be removed is reported', async () => {
  const { model, world } = open([bulk('a')]);
  await loaded(model);
  world.fails = true;
  expect(await model.remove('a')).toBe(false);
  expect(model.notice.value).toEqual({ name: 'failed' });
});

describe('results', () => {
  const rows = [
    row(0, { state: 'done', result: madeAs('https://sho.rt/a'), link: { ...row(0).link, title: '=1+1' } }),
    row(1, { state: 'refused', failure: { kind: 'refused', status: 400, message: '=cmd()' } }),
    row(2, {
      state: 'left-out',
      errorText: 'Already short',
      result: madeAs('https://sho.rt/old', true),
    }),
  ];

  beforeEach(() => vi.restoreAllMocks());

  it('as CSV hold every row and no formula', async () => {
    const { model, world } = open(
      [bulk('a', { counts: counts({ done: 1, refused: 1, 'left-out': 1 }) })],
      rows,
    );
    await loaded(model);
    model.download('a', 'links.csv');
    await expect.poll(() => world.saved).toHaveLength(1);
    const lines = ((await world.saved[0]?.content.text()) ?? '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`"https://example.com/0","https://sho.rt/a","created","","'=1+1"`);
    expect(lines[3]).toContain('"https://sho.rt/old","bulkAlreadyExisted","Already short"');
    expect(
      lines
        .join(',')
        .split(',')
        .filter((cell) => /^"[=+\-@]/u.test(cell)),
    ).toEqual([]);
  });

  it('as CSV are imported as the rows that they were, in any language', async () => {
    const campaign = { id: '4', name: 'Summer' };
    const channel = { id: '6', name: 'Mail' };
    const pixels = [
      { id: '7', name: 'One' },
      { id: '8', name: 'Two, and more' },
    ];
    const links = [
      {
        ...row(0).link,
        title: 'First',
        alias: 'first',
        domain: 'https://go.example',
        campaign,
        channel,
        pixels,
        extras: { ...defaultLinkOptions, note: '=note', expiry: '2027-01-31T18:00' },
      },
      { ...row(1).link, title: 'Second' },
    ];
    const csv = await resultsAsCsv(
      [
        row(0, { state: 'done', result: madeAs('https://go.example/first'), link: links[0] as LinkDraft }),
        row(1, { state: 'left-out', errorText: 'Private', link: links[1] as LinkDraft }),
      ],
      0,
    ).text();
    const read = imported(csv, { campaigns: [campaign], channels: [channel], pixels, types: [] });
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.map(({ link }) => link)).toEqual(links);
  });

  it('as CSV give a duplicate the short link of the row that it duplicates, also where that is filtered out', async () => {
    const same = row(0).link;
    const duplicate = (n: number, duplicateOf: number) =>
      row(n, { state: 'left-out', errorText: 'Duplicate', link: same, duplicateOf });
    const all = [
      row(0, {
        state: 'done',
        result: madeAs('https://sho.rt/a'),
        link: { ...same, address: 'https://EXAMPLE.com/0' },
      }),
      duplicate(1, 0),
      // Of one that was corrected to another URL, and of one that has failed.
      row(2, { state: 'done', result: madeAs('https://sho.rt/b') }),
      duplicate(3, 2),
      row(4, { state: 'refused', failure: null, link: same }),
      duplicate(5, 4),
    ];
    const { model, world } = open([bulk('a')], all);
    await loaded(model);
    model.setFilter('left-out');
    model.download('a', 'links.csv');
    await expect.poll(() => world.saved).toHaveLength(1);
    const lines = ((await world.saved[0]?.content.text()) ?? '').trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[2])).toEqual([
      '"short_url"',
      '"https://sho.rt/a"',
      '""',
      '""',
    ]);
  });

  it('as CSV give the same links for any content of their fields', async () => {
    await fc.assert(
      fc.asyncProperty(importableLinks, async ({ links, lists }) => {
        const failed = links.map((link, n) => row(n, { state: 'refused', link }));
        const read = imported(await resultsAsCsv(failed, 0).text(), lists);
        expect(read.flatMap(({ problems }) => problems.filter(({ blocks }) => blocks))).toEqual([]);
        expect(read.map(({ link }) => sentOf(link))).toEqual(links.map(sentOf));
        expect(read.map(({ link }) => link.title)).toEqual(links.map(({ title }) => title.trim()));
      }),
    );
  });

  it('as Markdown and text hold the short links', async () => {
    const { model, world } = open([bulk('a')], rows);
    await loaded(model);
    model.copyText('a');
    await expect.poll(() => world.copied).toEqual(['https://sho.rt/a\nhttps://sho.rt/old\n']);
    model.copyMarkdown('a');
    await expect.poll(() => world.copied).toHaveLength(2);
    expect(world.copied[1]).toContain('| =1+1 | <https://sho.rt/a> | <https://example.com/0> |');
  });

  it('leave the clipboard as it is where no row has a short link', async () => {
    const { model, world } = open([bulk('a')], rows);
    await loaded(model);
    model.setFilter('refused');
    for (const copy of [model.copyText, model.copyMarkdown]) {
      model.notice.value = null;
      copy('a');
      await expect.poll(() => model.notice.value).toEqual({ name: 'no-short-links' });
    }
    expect(world.copied).toEqual([]);
  });
});
