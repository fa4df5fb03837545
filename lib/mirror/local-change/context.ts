/** The transaction of a local change, and the views that pages have to render again. */
import { collectionNames, type OpenTransaction } from '../database.ts';
import { pendingChangesKey, readPendingChanges, withChange, type PendingChange } from '../pending-changes.ts';
import { readListState, withStale } from '../sync/sync-progress.ts';

export const stores = ['links', 'items', 'state', ...collectionNames] as const;
type Stores = (typeof stores)[number];

export interface LocalChange {
  readonly transaction: OpenTransaction<Stores>;
  /** When the job ended: epoch ms. */
  readonly at: number;
  readonly touched: Set<'links' | 'lists'>;
}

/** Protects the change from a list that the service has answered before it. */
export async function addPendingChange(
  { transaction, at }: LocalChange,
  change: Pick<PendingChange, 'store' | 'key'> & Partial<Pick<PendingChange, 'gone' | 'fields'>>,
): Promise<void> {
  const states = transaction.objectStore('state');
  const pending = await readPendingChanges(states);
  void states.put(withChange(pending, { at, gone: false, ...change }), pendingChangesKey);
}

/** Makes the next sync read the list: only the service knows its URLs and spellings. */
export async function markListStale({ transaction, touched }: LocalChange, key: string): Promise<void> {
  const states = transaction.objectStore('state');
  void states.put(withStale(await readListState(states, key)), key);
  touched.add('lists');
}
