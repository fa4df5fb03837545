/** Searches the service for the query, or looks up a short URL there. */
import { signal } from '@preact/signals';
import type { Failure } from '../../../lib/api/failure.ts';
import { findLink } from '../../../lib/api/link-details.ts';
import { listLinks, type Link } from '../../../lib/api/links.ts';
import type { SectionDeps } from '../section-deps.ts';

export type ServerSearchState =
  | { readonly state: 'searching'; readonly text: string }
  | {
      readonly state: 'found';
      readonly text: string;
      readonly links: readonly Link[];
      /** The service has more than these. */
      readonly more: boolean;
    }
  | { readonly state: 'failed'; readonly text: string; readonly failure: Failure };

const maxResults = 50;

export type ServerSearch = ReturnType<typeof createServerSearch>;

export function createServerSearch({ read }: Pick<SectionDeps, 'read'>) {
  const state = signal<ServerSearchState | null>(null);
  /** Only the response to the newest request counts. */
  let lastRequest = 0;
  let repeat = async (): Promise<void> => {};

  async function run(text: string, request: () => Promise<ServerSearchState>): Promise<void> {
    const number = ++lastRequest;
    repeat = () => run(text, request);
    state.value = { state: 'searching', text };
    const response = await request();
    if (number === lastRequest) state.value = response;
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
      run(text, async () => {
        const response = await read(listLinks({ q: text, limit: maxResults, page: 1 }));
        if (!response.ok) return { state: 'failed', text, failure: response.failure };
        const { records: links, nextPage } = response.value;
        return { state: 'found', text, links, more: nextPage !== null };
      }),

    lookUp: (url: string): Promise<void> =>
      run(url, async () => {
        const response = await read(findLink(url));
        if (!response.ok) return { state: 'failed', text: url, failure: response.failure };
        const links = response.value === null ? [] : [response.value];
        return { state: 'found', text: url, links, more: false };
      }),
  };
}
