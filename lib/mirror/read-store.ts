/** Reads an account's database without idb, for the background and the popup, which start often. Never creates it. */
import { databaseName } from './database-name.ts';

/** @returns nothing when there is no database of the account @throws when it can't be read, which is not the same */
export function readStore(
  scope: string,
  request: (database: IDBDatabase) => IDBRequest<unknown[]> | IDBRequest<IDBValidKey[]>,
): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName(scope));
    opening.addEventListener('upgradeneeded', () => {
      resolve([]);
      opening.transaction?.abort();
    });
    opening.addEventListener('error', () => reject(unreadable(opening.error)));
    opening.addEventListener('success', () => {
      const { result: database } = opening;
      try {
        const reading = request(database);
        reading.addEventListener('success', () => resolve(reading.result));
        reading.addEventListener('error', () => reject(unreadable(reading.error)));
      } catch (error) {
        reject(unreadable(error));
      }
      // It closes once the request has ended.
      database.close();
    });
  });
}

export const unreadable = (cause: unknown) => new Error('The mirror can’t be read', { cause });
