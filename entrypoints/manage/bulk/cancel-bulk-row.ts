/** Gives up one link of a bulk from outside its room, so that the bulk does not take it for all that waits. */
import { cancelRow } from '../../../lib/bulk/store/control-bulk.ts';
import { openExisting } from '../../../lib/mirror/database.ts';

/** @param id of the job, which is its row's */
export async function cancelBulkRow(scope: string, id: string): Promise<void> {
  const database = await openExisting(scope);
  if (database === null) return;
  try {
    await cancelRow(database, id);
  } finally {
    database.close();
  }
}
