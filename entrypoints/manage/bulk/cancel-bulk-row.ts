/** Cancels one row of a bulk from another section, which does not cancel the rest of the bulk. */
import { cancelRow } from '../../../lib/bulk/store/control-bulk.ts';
import { openExisting } from '../../../lib/mirror/database.ts';

/** @param id of the row, which is also that of its job */
export async function cancelBulkRow(scope: string, id: string): Promise<void> {
  const database = await openExisting(scope);
  if (database === null) return;
  try {
    await cancelRow(database, id);
  } finally {
    database.close();
  }
}
