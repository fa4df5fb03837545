/** Removes passwords from bulks that had ended before passwords were redacted with the last row. */
import type { MirrorDatabase } from '../../mirror/database.ts';
import { isFinished } from '../bulk-job.ts';
import { listBulks } from './queries.ts';
import { redactRow } from './row-transitions.ts';
import { openTransaction, parseRows, putBulk, readBulk, rowKeys } from './transaction.ts';

/** Scans each ended bulk once. @returns whether there were any passwords */
export async function sweepPasswords(database: MirrorDatabase): Promise<boolean> {
  let found = false;
  for (const { id } of (await listBulks(database)).filter((bulk) => isFinished(bulk) && !bulk.swept)) {
    const tx = openTransaction(database);
    const bulk = await readBulk(tx, id);
    if (bulk !== null && isFinished(bulk)) {
      const rows = tx.objectStore('rows');
      for (const row of parseRows(await rows.getAll(rowKeys(id)))) {
        if (!row.link.extras?.password) continue;
        found = true;
        void rows.put(redactRow(row));
      }
      await putBulk(tx, { ...bulk, breaker: undefined, swept: true });
    }
    await tx.done;
  }
  return found;
}
