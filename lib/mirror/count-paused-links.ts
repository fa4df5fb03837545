/** The batches that the user has to resume, for the popup, which does without the library and the schemas of batches. */
import { isObject } from '../api/is-object.ts';
import { readStore } from './read-store.ts';

/** @returns the number of links that are still to be created in them @throws when the database can't be read */
export async function countPausedLinks(scope: string): Promise<number> {
  const bulks = await readStore(scope, (database) =>
    database.transaction('bulks').objectStore('bulks').getAll(),
  );
  return bulks.reduce<number>((sum, bulk) => sum + openLinksOf(bulk), 0);
}

function openLinksOf(bulk: unknown): number {
  if (!isObject(bulk) || bulk['desiredState'] !== 'pause' || !isObject(bulk['counts'])) return 0;
  const { waiting, out, asks } = bulk['counts'];
  return [waiting, out, asks].reduce<number>(
    (sum, count) => sum + (typeof count === 'number' ? count : 0),
    0,
  );
}
