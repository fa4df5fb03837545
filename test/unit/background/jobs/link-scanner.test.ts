/** Scanning the newest links: in either direction of `order=date`, page by page, bounded. */
import { newestId } from '../../../../lib/api/ids.ts';
import { describe, expect, it } from 'vitest';
import {
  createSharedScan,
  newestLinks,
  type ReadPage,
} from '../../../../entrypoints/background/jobs/link-scanner.ts';
import type { Call } from '../../../../lib/api/call.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import { bad, good, listed, unreachable } from '../../../support/samples.ts';
import { gate } from '../../../support/gate.ts';
import { settled } from '../../../support/flush.ts';

interface Account {
  /** Links 1 to this one, or this list. */
  readonly links: number | readonly (number | string)[];
  readonly order?: 'ascending' | 'descending';
  readonly perPage?: number;
  readonly tellsLast?: boolean;
  /** Reported instead of the true number of pages. */
  readonly maxpage?: number;
  /** Returns this page for every page that is requested. */
  readonly always?: number;
  /** Announces a next page after every page. */
  readonly endless?: boolean;
  readonly fails?: (page: number) => Failure | null;
}

function service(account: Account) {
  const { links, order = 'descending', perPage = 100, tellsLast = true } = account;
  const ids: (number | string)[] =
    typeof links === 'number' ? Array.from({ length: links }, (_, n) => n + 1) : [...links];
  if (order === 'descending') ids.reverse();
  const last = Math.max(1, Math.ceil(ids.length / perPage));
  const pages: number[] = [];
  const queries: Call<unknown>['query'][] = [];
  const request: ReadPage = async (call) => {
    const page = Number(call.query?.['page']);
    pages.push(page);
    queries.push(call.query);
    const failure = account.fails?.(page) ?? null;
    if (failure !== null) return bad(failure);
    const shown = account.always ?? page;
    const urls = ids.slice((shown - 1) * perPage, shown * perPage).map((id) => listed(id));
    const nextpage = account.endless || page < last ? page + 1 : 0;
    return good(
      call.read({
        error: 0,
        data: {
          currentpage: page,
          nextpage,
          ...(tellsLast && { maxpage: account.maxpage ?? (account.endless ? 999 : last) }),
          urls,
        },
      }),
    );
  };
  return { request, pages, queries };
}

async function look(account: Account, after: string | null) {
  const { request, pages, queries } = service(account);
  const outcome = await newestLinks(request, after);
  const ids = outcome.ok ? outcome.value.map(({ id }) => id) : [];
  return { outcome, ids, pages, queries, newest: newestId(ids.map((id) => ({ id }))) };
}

/** Checks that every link after this one was read. */
function hasAll(ids: readonly string[], after: number, last: number): boolean {
  const seen = new Set(ids);
  for (let id = after + 1; id <= last; id++) if (!seen.has(String(id))) return false;
  return true;
}

describe('one request', () => {
  it('requests the newest by date, 100 per page', async () => {
    const { queries } = await look({ links: 3 }, null);
    expect(queries).toEqual([{ order: 'date', limit: '100', page: '1' }]);
  });

  it.each(['ascending', 'descending'] as const)('suffices for a small account, %s', async (order) => {
    for (const after of [null, '0', '2', '3']) {
      const { ids, pages } = await look({ links: 3, order }, after);
      expect([pages, [...ids].sort()]).toEqual([[1], ['1', '2', '3']]);
    }
  });

  it('suffices for an empty account, and for one with one link', async () => {
    expect(await look({ links: 0 }, null)).toMatchObject({ ids: [], pages: [1], newest: null });
    expect(await look({ links: 0 }, '4')).toMatchObject({ ids: [], pages: [1] });
    expect(await look({ links: 1 }, null)).toMatchObject({ ids: ['1'], pages: [1], newest: '1' });
  });

  it('suffices where the newest come first and the page reaches the known id', async () => {
    expect((await look({ links: 1_000 }, '950')).pages).toEqual([1]);
    expect((await look({ links: 1_000 }, null)).pages).toEqual([1]);
  });
});

describe('more pages', () => {
  it('newest first: forwards, until one reaches the known id', async () => {
    const { ids, pages } = await look({ links: 1_000 }, '650');
    expect(pages).toEqual([1, 2, 3, 4]);
    expect(hasAll(ids, 650, 1_000)).toBe(true);
  });

  it('newest last: from the last page backwards, until one reaches the known id', async () => {
    const { ids, pages } = await look({ links: 950, order: 'ascending' }, '750');
    expect(pages).toEqual([1, 10, 9, 8]);
    expect(hasAll(ids, 750, 950)).toBe(true);
  });

  it('newest last, nothing known: the last page contains the newest', async () => {
    const { pages, newest } = await look({ links: 950, order: 'ascending' }, null);
    expect([pages, newest]).toEqual([[1, 10], '950']);
  });

  it('newest last without a page count: all pages are read', async () => {
    // Otherwise only the oldest would be read, and an existing link would be made again.
    const account: Account = { links: 450, order: 'ascending', tellsLast: false };
    const { ids, pages, newest } = await look(account, '430');
    expect(pages).toEqual([1, 2, 3, 4, 5]);
    expect(hasAll(ids, 430, 450)).toBe(true);
    expect(newest).toBe('450');
    expect((await look(account, null)).newest).toBe('450');
  });

  it.each([
    ['one too many', 4, [1, 4, 2, 3]],
    ['counted in pages of another size', 17, [1, 17, 2, 3]],
    ['none', 0, [1, 2, 3]],
  ])('newest last with a wrong page count: all pages are read, %s', async (_name, maxpage, requested) => {
    const { ids, pages } = await look({ links: 250, order: 'ascending', maxpage }, '130');
    expect(pages).toEqual(requested);
    expect(hasAll(ids, 130, 250)).toBe(true);
  });

  it('newest last, every page after the last repeats it', async () => {
    const { request, pages } = service({ links: 250, order: 'ascending', maxpage: 17 });
    const repeating: ReadPage = (call) => {
      const page = String(Math.min(3, Number(call.query?.['page'])));
      return request({ ...call, query: { ...call.query, page } });
    };
    const outcome = await newestLinks(repeating, '130');
    const ids = outcome.ok ? outcome.value.map(({ id }) => id) : [];
    expect([pages, hasAll(ids, 130, 250)]).toEqual([[1, 3, 3, 2, 3], true]);
  });

  it('a service with smaller pages than requested', async () => {
    for (const order of ['ascending', 'descending'] as const) {
      const { ids } = await look({ links: 40, perPage: 15, order }, '12');
      expect(hasAll(ids, 12, 40)).toBe(true);
    }
  });

  it('ids beyond the precision of a number are distinguished', async () => {
    const links = ['99999999999999999998', '99999999999999999999'];
    expect((await look({ links, order: 'ascending' }, null)).newest).toBe('99999999999999999999');
    expect(newestId([{ id: '9' }, { id: '10' }, { id: '8' }])).toBe('10');
    expect(newestId([])).toBeNull();
  });
});

describe('the end of a scan', () => {
  it.each(['ascending', 'descending'] as const)(
    'after a thousand links, however small the pages: %s',
    async (order) => {
      const { ids, pages } = await look({ links: 5_000, order, perPage: 15 }, '0');
      expect([ids.length >= 1_000, pages.length]).toEqual([true, order === 'descending' ? 67 : 68]);
    },
  );

  it.each(['ascending', 'descending'] as const)('after at most a thousand links, %s', async (order) => {
    const { outcome, pages } = await look({ links: 5_000, order }, '0');
    expect([outcome.ok, pages.length]).toEqual([true, 10]);
  });

  it.each([
    ['ascending', 3],
    ['descending', 2],
  ] as const)('at a repeated page, %s', async (order, requests) => {
    const { ids, pages } = await look({ links: 1_000, order, always: 1, endless: true }, '0');
    expect([ids.length, pages.length]).toEqual([100, requests]);
  });

  it('at a page without a link', async () => {
    const { pages } = await look({ links: 100, endless: true }, '0');
    expect(pages).toEqual([1, 2]);
  });
});

describe('a failure', () => {
  it.each([
    ['more links than a scan reads', { links: 1_200, tellsLast: false }],
    ['more pages than a scan reads', { links: 1_200, perPage: 15, tellsLast: false }],
    ['a page count without a page', { links: 1_200, maxpage: 999 }],
  ])('where the newest come last and are out of reach: %s', async (_name, account) => {
    // Taken for all links, these would say that a lost one was never made, and it would be made again.
    for (const after of ['1150', null])
      expect((await look({ ...account, order: 'ascending' }, after)).outcome).toMatchObject({
        ok: false,
        failure: { kind: 'unreadable' },
      });
  });

  it.each([1, 2])('on page %i is returned without a result', async (failing) => {
    const fails = (page: number) => (page === failing ? unreachable : null);
    const { outcome } = await look({ links: 1_000, fails }, '0');
    expect(outcome).toMatchObject({ ok: false, failure: unreachable });
  });

  it('on the last page is returned, too', async () => {
    const fails = (page: number) => (page === 10 ? unreachable : null);
    const { outcome, pages } = await look({ links: 1_000, order: 'ascending', fails }, '990');
    expect([outcome.ok, pages]).toEqual([false, [1, 10]]);
  });
});

describe('simultaneous scans', () => {
  it('share one scan, as far as the most demanding one needs', async () => {
    const { request, pages } = service({ links: 1_000 });
    const start = gate();
    const looks = createSharedScan(request, () => start.passed);
    const asked = ['950', '650', '800'].map((after) => looks(after, 'bulk'));
    start.open();
    const outcomes = await Promise.all(asked);
    expect(pages).toEqual([1, 2, 3, 4]);
    for (const outcome of outcomes)
      expect(
        outcome.ok &&
          hasAll(
            outcome.value.map(({ id }) => id),
            650,
            1_000,
          ),
      ).toBe(true);
  });

  it.each([
    ['first', [null, '650']],
    ['last', ['650', null]],
  ])('read all pages that one needs, even if the other, %s, needs only the newest', async (_name, afters) => {
    const { request, pages } = service({ links: 1_000 });
    const looks = createSharedScan(request, async () => {});
    await Promise.all(afters.map((after) => looks(after, 'bulk')));
    expect(pages).toEqual([1, 2, 3, 4]);
  });

  it('do not join a scan in progress: the link may be newer', async () => {
    const { request, pages } = service({ links: 3 });
    const response = gate();
    const slow: ReadPage = async (call) => {
      const outcome = await request(call);
      await response.passed;
      return outcome;
    };
    const looks = createSharedScan(slow, async () => {});
    const first = looks('2', 'user');
    await settled();
    const second = looks('2', 'user');
    await settled();
    expect(pages).toEqual([1, 1]);
    response.open();
    expect((await Promise.all([first, second])).every(({ ok }) => ok)).toBe(true);
  });

  it.each([
    ['alone', ['bulk'], 'bulk'],
    ['joined by a lookup that the user waits for', ['bulk', 'user'], 'user'],
    ['joined by a row', ['user', 'bulk'], 'user'],
  ] as const)('have the priority of the most urgent one: %s', async (_name, priorities, expected) => {
    const { request } = service({ links: 3 });
    const sent: string[] = [];
    const looks = createSharedScan(
      (call, priority) => {
        sent.push(priority);
        return request(call);
      },
      async () => {},
    );
    await Promise.all(priorities.map((priority) => looks('1', priority)));
    expect(sent).toEqual([expected]);
  });

  it('all receive a failure, and the next scan starts from scratch', async () => {
    let fails = true;
    const { request, pages } = service({ links: 3, fails: () => (fails ? unreachable : null) });
    const looks = createSharedScan(request, async () => {});
    const outcomes = await Promise.all([looks('1', 'user'), looks(null, 'user')]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, false]);
    fails = false;
    expect((await looks('1', 'user')).ok).toBe(true);
    expect(pages).toEqual([1, 1]);
  });
});
