/** Gives up one link of a bulk from outside its room, so that the bulk does not take it for all that waits. */
import { dropRow } from '../../../lib/bulk/bulk-store.ts';
import { openKept } from '../../../lib/mirror/database.ts';

/** @param id of the job, which is its row's */
export async function dropJob(scope: string, id: string): Promise<void> {
  const database = await openKept(scope);
  if (database === null) return;
  try {
    await dropRow(database, id);
  } finally {
    database.close();
  }
}
