/** A stored bulk, as the runner's next read finds it. */
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { parseBulk } from '../../../lib/bulk/store/transaction.ts';
import type { MirrorDatabase } from '../../../lib/mirror/database.ts';

export async function getBulk(database: MirrorDatabase, id: string): Promise<Bulk | null> {
  return parseBulk(await database.get('bulks', id));
}
