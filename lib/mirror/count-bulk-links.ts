/** The links that batches still have to create, for the popup, which does without the library and the schemas of batches. */
import { isObject } from '../api/is-object.ts';
import { readStore } from './read-store.ts';

export interface OpenBulks {
  /** In all of them. */
  readonly links: number;
  /** The id of the batch that has all of the links; `null` where several have. */
  readonly only: string | null;
}

export interface BulkLinks {
  readonly running: OpenBulks;
  /** Those that the user has to resume. */
  readonly paused: OpenBulks;
}

export const noBulkLinks: BulkLinks = {
  running: { links: 0, only: null },
  paused: { links: 0, only: null },
};

/** @throws when the database can't be read */
export async function countBulkLinks(scope: string): Promise<BulkLinks> {
  const bulks = await readStore(scope, (database) =>
    database.transaction('bulks').objectStore('bulks').getAll(),
  );
  const open = bulks
    .filter(isObject)
    .map(({ id, desiredState, counts }) => ({ id: String(id), desiredState, links: openLinksOf(counts) }))
    .filter(({ links }) => links > 0);
  const sumUp = (state: string): OpenBulks => {
    const counted = open.filter(({ desiredState }) => desiredState === state);
    return {
      links: counted.reduce((total, { links }) => total + links, 0),
      only: counted.length === 1 ? (counted[0]?.id ?? null) : null,
    };
  };
  return { running: sumUp('run'), paused: sumUp('pause') };
}

function openLinksOf(counts: unknown): number {
  const { waiting, out, asks } = isObject(counts) ? counts : {};
  return [waiting, out, asks].reduce<number>(
    (sum, count) => sum + (typeof count === 'number' ? count : 0),
    0,
  );
}
