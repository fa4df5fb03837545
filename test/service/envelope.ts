/** The list envelope with its paging (API §4 "Common list envelope"). */
import type { Context } from 'hono';
import type { Env, Service } from './service.ts';

const defaultPerPage = 15;
const mostPerPage = 100;

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

const natural = (value: string | undefined): number | undefined =>
  value !== undefined && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;

/**
 * Answers one page. The contract does not define `result`, `nextpage` and `maxpage`: here the number of all
 * records, the next page or null after the last, and the number of pages (at least 1).
 */
export function listResponse(
  c: Context<Env>,
  service: Service,
  key: string,
  total: number,
  records: (slice: Slice) => readonly unknown[],
  obeyQuery = true,
): Response {
  const { quirks } = service;
  const query = (name: string) => (obeyQuery ? natural(c.req.query(name)) : undefined);
  const cap = quirks.has('cap-limit') ? 25 : mostPerPage;
  const asked = quirks.has('ignore-limit-param') ? undefined : query('limit');
  const perpage = Math.min(asked ?? defaultPerPage, cap);
  const maxpage = Math.max(1, Math.ceil(total / perpage));
  const currentpage = query('page') ?? 1;
  const endless = quirks.has('repeat-last-page');
  const shown = endless ? Math.min(currentpage, maxpage) : currentpage;
  const nextpage = endless || currentpage < maxpage ? currentpage + 1 : null;
  return c.json({
    error: '0',
    data: {
      result: total,
      perpage,
      currentpage,
      nextpage,
      maxpage,
      [key]: records({ limit: perpage, offset: (shown - 1) * perpage }),
    },
  });
}
