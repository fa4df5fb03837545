/** The links that batches still have to create, for the popup, which does without the library and the schemas of batches. */
import { isObject } from '../api/is-object.ts';
import { readStore } from './read-store.ts';

export interface BatchLinks {
  readonly running: number;
  /** In batches that the user has to resume. */
  readonly paused: number;
  /** The batch that has all of the paused links; `null` where several have. */
  readonly pausedBatch: string | null;
}

/** @throws when the database can't be read */
export async function countBatchLinks(scope: string): Promise<BatchLinks> {
  const bulks = await readStore(scope, (database) =>
    database.transaction('bulks').objectStore('bulks').getAll(),
  );
  const open = bulks
    .filter(isObject)
    .map(({ id, desiredState, counts }) => ({ id: String(id), desiredState, links: openLinksOf(counts) }))
    .filter(({ links }) => links > 0);
  const paused = open.filter(({ desiredState }) => desiredState === 'pause');
  const sum = (batches: typeof open) => batches.reduce((total, { links }) => total + links, 0);
  return {
    running: sum(open.filter(({ desiredState }) => desiredState === 'run')),
    paused: sum(paused),
    pausedBatch: paused.length === 1 ? (paused[0]?.id ?? null) : null,
  };
}

function openLinksOf(counts: unknown): number {
  const { waiting, out, asks } = isObject(counts) ? counts : {};
  return [waiting, out, asks].reduce<number>(
    (sum, count) => sum + (typeof count === 'number' ? count : 0),
    0,
  );
}
