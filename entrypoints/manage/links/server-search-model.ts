/** Searches the service for the query, or looks up a short URL there. */
import { signal } from '@preact/signals';
import type { Call } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { findLink } from '../../../lib/api/link-details.ts';
import { listLinks, type Link } from '../../../lib/api/links.ts';
import type { SectionDeps } from '../section-deps.ts';

interface Found {
  readonly links: readonly Link[];
  /** The service has more than these. */
  readonly more: boolean;
}

export type ServerSearchState = { readonly text: string } & (
  | { readonly state: 'searching' }
  | ({ readonly state: 'found' } & Found)
  | { readonly state: 'failed'; readonly failure: Failure }
);

const maxResults = 50;

export type ServerSearch = ReturnType<typeof createServerSearch>;

export function createServerSearch({ read }: Pick<SectionDeps, 'read'>) {
  const state = signal<ServerSearchState | null>(null);
  /** Only the response to the newest request counts. */
  let lastRequest = 0;
  let repeat = async (): Promise<void> => {};

  async function run<T>(text: string, call: Call<T>, linksOf: (found: T) => Found): Promise<void> {
    const number = ++lastRequest;
    repeat = () => run(text, call, linksOf);
    state.value = { state: 'searching', text };
    const response = await read(call);
    if (number !== lastRequest) return;
    state.value = response.ok
      ? { state: 'found', text, ...linksOf(response.value) }
      : { state: 'failed', text, failure: response.failure };
  }

  return {
    state,

    reset(): void {
      lastRequest++;
      state.value = null;
    },

    /** Repeats the last request: the text of a short URL may have been searched for, or looked up. */
    retry: (): Promise<void> => repeat(),

    search: (text: string): Promise<void> =>
      run(text, listLinks({ q: text, limit: maxResults, page: 1 }), ({ records, nextPage }) => ({
        links: records,
        more: nextPage !== null,
      })),

    lookUp: (url: string): Promise<void> =>
      run(url, findLink(url), (link) => ({ links: link === null ? [] : [link], more: false })),
  };
}
