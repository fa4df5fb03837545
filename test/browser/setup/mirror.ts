// Reads the mirror of an account out of its database, and the service's data to compare it with.
import type { LocalService } from '../../service/start.ts';
import { z } from 'zod';
import { waitUntil } from './connected.ts';

/** A page of the extension, in either browser. */
interface Page {
  evaluate(script: string): Promise<unknown>;
}

const namesSchema = z.array(z.string());
const rowsSchema = z.array(z.record(z.string(), z.unknown()));

export const mirrorNames = async (page: Page): Promise<string[]> =>
  namesSchema.parse(
    await page.evaluate(`indexedDB.databases().then((all) =>
    all.map(({ name }) => name).filter((name) => name.startsWith('mirror ')))`),
  );

/** All of a store of the only mirror; empty as long as there is none. Closed immediately, so that it can be deleted. */
const readStore = (page: Page, store: string, method: 'getAll' | 'count' = 'getAll'): Promise<unknown> =>
  page.evaluate(`(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name).filter((name) => name.startsWith('mirror '));
    if (names.length !== 1) return ${method === 'count' ? '0' : '[]'};
    const result = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await result(indexedDB.open(names[0]));
    try {
      if (!database.objectStoreNames.contains(${JSON.stringify(store)})) return ${method === 'count' ? '0' : '[]'};
      return await result(database.transaction(${JSON.stringify(store)}).objectStore(${JSON.stringify(store)}).${method}());
    } finally {
      database.close();
    }
  })()`);

export const mirrorOf = async (page: Page, store: string): Promise<Record<string, unknown>[]> =>
  rowsSchema.parse(await readStore(page, store));

/** The drafts, cursors and ids beside the records, as JSON. */
export const mirrorStateText = async (page: Page): Promise<string> =>
  JSON.stringify(await readStore(page, 'state'));

const listedLinkSchema = z.object({
  id: z.string(),
  alias: z.string(),
  shortUrl: z.string(),
  longUrl: z.string(),
  title: z.string(),
  description: z.string(),
  date: z.string(),
  clicks: z.number(),
});
export type ListedLink = z.infer<typeof listedLinkSchema>;
const linkSchema = z.object({
  ...listedLinkSchema.shape,
  date: z.nullable(z.string()),
  confirmed: z.boolean(),
});

/** The links of the service's own table, as its list returns them, newest first. */
export const tableOf = ({ store, address }: LocalService): ListedLink[] =>
  store
    .links()
    .map(({ id, alias, domain, longurl, title, description, date, clicks }) => ({
      id: String(id),
      alias,
      shortUrl: `${domain ?? address}/${alias}`,
      longUrl: longurl,
      title,
      description,
      date,
      clicks,
    }))
    .toReversed();

/** The links of the mirror, newest first, with the fields of a list. */
export const mirrorLinks = async (page: Page) =>
  (await mirrorOf(page, 'links')).map((row) => {
    const { confirmed, ...listed } = linkSchema.parse(row);
    return { listed, confirmed };
  });

/** Requests a sync of everything, as the manage page does. */
export const syncAll = (page: Page): Promise<unknown> =>
  page.evaluate(`chrome.runtime.sendMessage({ target: 'background', kind: 'sync', request: { force: true } })
    .then(() => true, () => false)`);

/** Waits until the mirror holds as many links as the service: counted, as reading thousands of them would slow the sync. */
export const filled = (page: Page, service: LocalService, timeout = 60_000): Promise<true> =>
  waitUntil(
    'as many links in the mirror as the service has',
    async () => (await readStore(page, 'links', 'count')) === service.store.links().length,
    timeout,
  );

/** Requests for a page of the links' list from the second on: only the mirror requests these. */
export const tailPages = ({ store }: LocalService) =>
  store.requests('/api/urls').filter(({ query }) => Number(query['page'] ?? 1) > 1);
