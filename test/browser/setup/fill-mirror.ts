// Writes links into the mirror's database as if they had been synced: more than a test could wait for.
import { z } from 'zod';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import { isComplete, parseLinksState } from '../../../lib/mirror/sync/links-state.ts';
import { until, type Driver } from '../harness/index.ts';

/** The name of the connected account's database, once the sync host has nothing left to sync. */
async function syncedDatabase(page: Driver): Promise<string> {
  return until(
    'the mirror to be whole',
    async () => {
      const read: unknown = await page.evaluate(async () => {
        const [{ name = '' } = {}] = (await indexedDB.databases()).filter((one) =>
          one.name?.startsWith('mirror '),
        );
        if (name === '') return null;
        return new Promise((resolve) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('error', () => resolve(null));
          opening.addEventListener('success', () => {
            const database = opening.result;
            const state = database.transaction('state').objectStore('state').get('links');
            state.addEventListener('success', () => {
              database.close();
              resolve({ name, state: state.result ?? {} });
            });
          });
        });
      });
      const synced = syncedSchema.safeParse(read);
      const state = synced.success ? parseLinksState(synced.data.state) : null;
      return synced.success && state !== null && isComplete(state) ? synced.data.name : undefined;
    },
    { timeout: 30_000 },
  );
}

const syncedSchema = z.object({ name: z.string(), state: z.unknown() });

/** @param page one of the extension's */
export async function fillMirror(
  page: Driver,
  rows: readonly LinkRow[],
  state: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const name = await syncedDatabase(page);
  const atOnce = 5_000;
  for (let from = 0; from < rows.length || from === 0; from += atOnce)
    await page.evaluate(
      (name: string, some: readonly LinkRow[], change: Readonly<Record<string, unknown>>) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('error', () => reject(new Error('It does not open.')));
          opening.addEventListener('success', () => {
            const database = opening.result;
            const work = database.transaction(['links', 'state'], 'readwrite');
            for (const row of some) work.objectStore('links').put(row);
            const store = work.objectStore('state');
            const before = store.get('links');
            before.addEventListener('success', () => store.put({ ...before.result, ...change }, 'links'));
            work.addEventListener('complete', () => {
              database.close();
              const channel = new BroadcastChannel('curtail-mirror');
              const scope = name.slice('mirror '.length);
              // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
              channel.postMessage({ scope, what: 'links' });
              channel.close();
              resolve();
            });
            work.addEventListener('error', () => reject(new Error('It does not take them.')));
          });
        }),
      { args: [name, rows.slice(from, from + atOnce), state] },
    );
}
