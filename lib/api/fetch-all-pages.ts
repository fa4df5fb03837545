/** Reads a list to its end, page by page: as long as the service gives any sign of a next one. */
import type { Call } from './call.ts';
import type { Failure } from './failure.ts';
import type { Page, PageQuery } from './pagination.ts';

/** Records requested per page until a better number is known. */
const defaultLimit = 100;
/** Caps against servers that make up records; the higher one where the server reports a total. */
export const maxUncountedPages = 20;
const maxCountedPages = 200;

type PageResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

interface FetchOptions<T> {
  readonly limit?: number | undefined;
  /** Records of equal keys are one; by default the id. */
  readonly keyOf?: (record: T) => string;
  /** Ends with the page that has such a record. */
  readonly until?: (record: T) => boolean;
  readonly maxPages?: number;
}

type AllPages<T> =
  | {
      readonly ok: true;
      readonly value: readonly T[];
      /** False when the list has more than was read. */
      readonly complete: boolean;
    }
  | { readonly ok: false; readonly failure: Failure };

/** @returns the records, or the failure of the first page that could not be read */
export async function fetchAllPages<T extends { readonly id: string }>(
  read: (call: Call<Page<T>>) => Promise<PageResult<Page<T>>>,
  list: (query: PageQuery) => Call<Page<T>>,
  { limit = defaultLimit, keyOf = ({ id }) => id, until, maxPages }: FetchOptions<T> = {},
): Promise<AllPages<T>> {
  const found = new Map<string, T>();
  let shown = 0;
  let isAnnounced = true;
  for (let page = 1, pages = 1; ; pages++) {
    const response = await read(list({ page, limit }));
    // A refused page that the service had not announced lies past the end.
    if (!response.ok && !isAnnounced && response.failure.kind === 'refused')
      return { ok: true, value: [...found.values()], complete: true };
    if (!response.ok) return response;
    const before = found.size;
    const { records, skipped, nextPage, lastPage, total } = response.value;
    for (const record of records) found.set(keyOf(record), record);
    shown += records.length + skipped;
    isAnnounced = nextPage !== null;
    const hasMore = isAnnounced || (lastPage ?? 0) > page || (total ?? 0) > shown;
    // A page without new records ends the list, even where it names a next one.
    const complete = !hasMore || found.size === before;
    const cap = maxPages ?? ((total ?? 0) > found.size ? maxCountedPages : maxUncountedPages);
    if (complete || pages >= cap || (until && records.some(until)))
      return { ok: true, value: [...found.values()], complete };
    page = nextPage ?? page + 1;
  }
}
