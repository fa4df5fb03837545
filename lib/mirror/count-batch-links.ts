/** The links that batches still have to create, for the popup, which does without the library and the schemas of batches. */
import { isObject } from '../api/is-object.ts';
import { readStore } from './read-store.ts';

export interface BatchLinks {
  readonly running: number;
  /** In batches that the user has to resume. */
  readonly paused: number;
}

/** @throws when the database can't be read */
export async function countBatchLinks(scope: string): Promise<BatchLinks> {
  const bulks = await readStore(scope, (database) =>
    database.transaction('bulks').objectStore('bulks').getAll(),
  );
  const count = (state: string) =>
    bulks.reduce<number>((sum, bulk) => {
      const isCounted = isObject(bulk) && bulk['desiredState'] === state;
      return isCounted ? sum + openLinksOf(bulk['counts']) : sum;
    }, 0);
  return { running: count('run'), paused: count('pause') };
}

function openLinksOf(counts: unknown): number {
  const { waiting, out, asks } = isObject(counts) ? counts : {};
  return [waiting, out, asks].reduce<number>(
    (sum, count) => sum + (typeof count === 'number' ? count : 0),
    0,
  );
}
