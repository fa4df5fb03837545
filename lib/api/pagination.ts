/** The list envelope that all collections share (API §4). */
import * as z from 'zod/mini';
import { getCall, UnreadableBody, type Call } from './call.ts';
import { isRecord, toCount, toList } from './coerce.ts';

export interface PageQuery {
  /** Records a page; the service may cap or ignore it. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

export interface Page<T> {
  readonly records: readonly T[];
  /** Records skipped because they could not be read. */
  readonly skipped: number;
  /** `null` when this was the last one, and whenever the service names a page that can't come next. */
  readonly nextPage: number | null;
  /** As the service reports it; `null` when it does not. */
  readonly lastPage: number | null;
  /** The service's `result`; the contract does not document its meaning. */
  readonly total: number | null;
}

function pageQuery({ limit, page }: PageQuery): Record<string, string> {
  return {
    ...(limit === undefined ? {} : { limit: String(limit) }),
    ...(page === undefined ? {} : { page: String(page) }),
  };
}

export function listCall<T>(
  path: string,
  collection: string,
  record: z.ZodMiniType<T>,
  query: PageQuery,
): Call<Page<T>> {
  const read = (body: unknown) => readPage(body, collection, record, query.page);
  return { ...getCall(path, read), query: pageQuery(query) };
}

/** Throws when there is no list at all; an empty one may be `[]`, `{}`, `null` or missing. */
export function readPage<T>(
  body: unknown,
  collection: string,
  record: z.ZodMiniType<T>,
  requested = 1,
): Page<T> {
  const data = isRecord(body) ? body['data'] : undefined;
  if (data === undefined || (typeof data !== 'object' && data !== null)) throw new UnreadableBody('No list');
  const envelope = isRecord(data) ? data : {};
  const given = toList(isRecord(data) ? data[collection] : data);
  if (given === null) throw new UnreadableBody('No list');

  const records: T[] = [];
  for (const entry of given) {
    const read = z.safeParse(record, entry);
    if (read.success) records.push(read.data);
  }
  const page = toCount(envelope['currentpage']) || requested;
  const next = toCount(envelope['nextpage']) ?? 0;
  // A service that doesn't count its pages may say 0.
  const last = toCount(envelope['maxpage']) || Infinity;
  return {
    records,
    skipped: given.length - records.length,
    nextPage: next > page && next <= last ? next : null,
    lastPage: Number.isFinite(last) ? last : null,
    total: toCount(envelope['result']),
  };
}
