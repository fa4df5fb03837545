/** Every record of a list, page by page. */
import type { Call, Outcome } from '../../../lib/api/call.ts';
import type { Page, PageQuery } from '../../../lib/api/pagination.ts';
import type { Priority } from '../../../lib/rate-limit/request-queue.ts';
import type { Gateway } from './gateway.ts';

/** Records asked for at once, and the most pages followed: a cap against servers that repeat themselves. */
const perPage = 100;
const pageCap = 20;

/** One record a name, by default its id; a failure when a page could not be had. */
export async function fetchAllPages<T extends { readonly id: string }>(
  gateway: Gateway,
  urgency: Priority,
  list: (query: PageQuery) => Call<Page<T>>,
  nameOf: (record: T) => string = ({ id }) => id,
): Promise<Outcome<readonly T[]>> {
  const found = new Map<string, T>();
  for (let page = 1, pages = 1; ; pages++) {
    const outcome = await gateway.request(list({ page, limit: perPage }), { urgency });
    if (!outcome.ok) return outcome;
    const before = found.size;
    const { records, nextPage } = outcome.value;
    for (const record of records) found.set(nameOf(record), record);
    // A page that brought nothing new ends the list, whatever it says of a next one.
    if (nextPage === null || found.size === before || pages === pageCap)
      return { ...outcome, value: [...found.values()] };
    page = nextPage;
  }
}
