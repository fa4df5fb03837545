/** Reading a short list to its end: what is not read counts as deleted, so each sign of another page is followed. */
import { describe, expect, it } from 'vitest';
import { listCampaigns } from '../../../lib/api/campaigns.ts';
import { fetchAllPages } from '../../../lib/api/fetch-all-pages.ts';
import type { ApiReader } from '../../../lib/messages/api-reader.ts';

const perPage = 100;

interface Service {
  readonly count: number;
  /** The envelope, besides the records. */
  readonly tells: (page: number) => Readonly<Record<string, unknown>>;
  readonly afterLast?: 'empty' | 'refused' | 'repeats';
}

async function fetchFrom({ count, tells, afterLast = 'empty' }: Service) {
  const last = Math.ceil(count / perPage);
  const pages: number[] = [];
  const read: ApiReader = async (call) => {
    const page = Number(call.query?.['page']);
    pages.push(page);
    if (page > last && afterLast === 'refused')
      return { ok: false, failure: { kind: 'refused', status: 404, message: null } };
    const start = (page > last && afterLast === 'repeats' ? last - 1 : page - 1) * perPage;
    const campaigns = Array.from({ length: Math.max(0, Math.min(perPage, count - start)) }, (_, place) => ({
      id: start + place + 1,
      name: `n${start + place + 1}`,
    }));
    const body = { error: '0', data: { currentpage: page, ...tells(page), campaigns } };
    return { ok: true, value: call.read(body), date: null };
  };
  const all = await fetchAllPages(read, listCampaigns);
  return { pages, all, count: all.ok ? all.value.length : null, complete: all.ok && all.complete };
}

describe('a list', () => {
  it.each([null, 0, false, '', undefined])(
    'that names %j as its next page is read to its last page',
    async (nextpage) => {
      expect(await fetchFrom({ count: 250, tells: () => ({ nextpage, maxpage: 3 }) })).toMatchObject({
        count: 250,
        complete: true,
        pages: [1, 2, 3],
      });
    },
  );

  it('that names no page is read as far as its total', async () => {
    expect(await fetchFrom({ count: 250, tells: () => ({ result: 250 }) })).toMatchObject({
      count: 250,
      complete: true,
      pages: [1, 2, 3],
    });
  });

  it.each([['empty'], ['refused'], ['repeats']] as const)(
    'that promises more than it has ends at a page that is %s',
    async (afterLast) => {
      for (const tells of [() => ({ result: 5_000 }), () => ({ nextpage: null, maxpage: 9 })])
        expect(await fetchFrom({ count: 200, tells, afterLast })).toMatchObject({
          count: 200,
          complete: true,
          pages: [1, 2, 3],
        });
    },
  );

  it('fails where a page is refused that it has named', async () => {
    const tells = (page: number) => ({ nextpage: page + 1 });
    expect(await fetchFrom({ count: 200, tells, afterLast: 'refused' })).toMatchObject({
      all: { ok: false, failure: { kind: 'refused' } },
    });
  });
});
