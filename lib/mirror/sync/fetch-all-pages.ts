/** Every record of a short list, page by page. */
import type { Call } from '../../api/call.ts';
import type { Failure } from '../../api/failure.ts';
import type { Page, PageQuery } from '../../api/pagination.ts';
import type { ApiReader } from './types.ts';

/** Records asked for at once as long as nothing better is known. */
const perPage = 100;
/** The most pages followed: a cap against servers that make up records; higher where one says how many there are. */
const pageCap = 20;
const countedCap = 200;

export type AllPages<T> =
  | {
      readonly ok: true;
      readonly value: readonly T[];
      /** False when there were more than are followed. */
      readonly complete: boolean;
    }
  | { readonly ok: false; readonly failure: Failure };

/** One record a name, by default its id; a failure when a page could not be had. */
export async function fetchAllPages<T extends { readonly id: string }>(
  read: ApiReader,
  list: (query: PageQuery) => Call<Page<T>>,
  { limit = perPage, nameOf = ({ id }: T): string => id } = {},
): Promise<AllPages<T>> {
  const found = new Map<string, T>();
  for (let page = 1, pages = 1; ; pages++) {
    const answer = await read(list({ page, limit }));
    if (!answer.ok) return answer;
    const before = found.size;
    const { records, nextPage, total } = answer.value;
    for (const record of records) found.set(nameOf(record), record);
    // A page that brought nothing new ends the list, whatever it says of a next one.
    const complete = nextPage === null || found.size === before;
    const cap = (total ?? 0) > found.size ? countedCap : pageCap;
    if (complete || pages >= cap) return { ok: true, value: [...found.values()], complete };
    page = nextPage;
  }
}
