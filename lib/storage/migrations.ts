/**
 * What migrations of stored data share. Those of the stored items stand beside their schemas (preferences.ts,
 * picker-lists.ts), of jobs in lib/outbox/migrate-job.ts, of batches in lib/bulk/store/migrate-bulk.ts.
 */
import { isObject } from '../api/is-object.ts';

type StoredObject = Readonly<Record<string, unknown>>;

/** For a version that only adds to the one before. What is stored already stays. */
export const addFields =
  (added: StoredObject) =>
  (stored: unknown): unknown =>
    isObject(stored) ? { ...added, ...stored } : stored;

/** For data of earlier versions. Keys that are not there are passed over. */
export function renameKeys(stored: StoredObject, names: Readonly<Record<string, string>>): StoredObject {
  const renamed: Record<string, unknown> = { ...stored };
  for (const [before, after] of Object.entries(names)) {
    if (!Object.hasOwn(stored, before)) continue;
    renamed[after] = stored[before];
    delete renamed[before];
  }
  return renamed;
}
