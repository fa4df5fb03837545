/** The bulks of the account of now, as this page reads and changes them on disk; the keeper is told of every change. */
import type { Bulk, BulkRow, RowState } from '../../../lib/bulk/bulk-job.ts';
import { retryRefused, skipRefused, setDesiredState } from '../../../lib/bulk/store/control-bulk.ts';
import { createBulk, removeBulk, type NewBulk } from '../../../lib/bulk/store/create-bulk.ts';
import { getDraft, saveDraft } from '../../../lib/bulk/store/import-draft.ts';
import { listBulks, listRows, listRowsIn } from '../../../lib/bulk/store/queries.ts';
import { createChangeChannel } from '../../../lib/mirror/change-channel.ts';
import { openExisting, openOrCreate, type MirrorDatabase } from '../../../lib/mirror/database.ts';
import type { SectionDeps } from '../section-deps.ts';

export interface Range {
  readonly skip: number;
  readonly most: number;
}

/** Reading gives nothing where nothing is kept, and rejects where that can't be told; a change where it can't be written. */
export interface BulkRepository {
  /** Newest first. */
  list(): Promise<readonly Bulk[]>;
  /** @param states `null` for all */
  rows(bulk: string, states: readonly RowState[] | null, range: Range): Promise<readonly BulkRow[]>;
  create(bulk: NewBulk): Promise<void>;
  setDesiredState(bulk: string, wish: Bulk['wish']): Promise<void>;
  /** Gives the number of rows that go again. */
  retry(bulk: string): Promise<number>;
  /** Goes on without those that the service refused in a row. */
  skip(bulk: string): Promise<void>;
  /** False while one of its links is on its way. */
  remove(bulk: string): Promise<boolean>;
  loadDraft(): Promise<unknown>;
  storeDraft(draft: object | null): Promise<void>;
}

export function createBulkRepository({
  scope,
  now,
  sync,
  announceWork,
}: Pick<SectionDeps, 'scope' | 'now' | 'sync' | 'announceWork'>): BulkRepository {
  async function reading<T>(act: (database: MirrorDatabase) => Promise<T>, otherwise: T): Promise<T> {
    const database = scope.peek() === '' ? null : await openExisting(scope.peek());
    if (database === null) return otherwise;
    try {
      return await act(database);
    } finally {
      database.close();
    }
  }

  async function writing<T>(act: (database: MirrorDatabase) => Promise<T>): Promise<T> {
    if (scope.peek() === '') throw new Error('not connected');
    const database = await openOrCreate(scope.peek());
    try {
      return await act(database);
    } finally {
      database.close();
    }
  }

  async function changing<T>(act: (database: MirrorDatabase) => Promise<T>): Promise<T> {
    const work = crypto.randomUUID();
    await announceWork(work);
    const done = await writing(act);
    const teller = createChangeChannel(scope.peek());
    teller.tell('bulk');
    teller.close();
    sync(false, work);
    return done;
  }

  return {
    list: () => reading(listBulks, []),
    rows: (bulk, states, range) =>
      reading(
        (database) =>
          states === null
            ? // The database knows no number for all of them.
              listRows(database, bulk, range.skip, Number.isFinite(range.most) ? range.most : undefined)
            : listRowsIn(database, bulk, states, range),
        [],
      ),
    create: (bulk) => changing((database) => createBulk(database, bulk)),
    setDesiredState: (bulk, wish) => changing((database) => setDesiredState(database, bulk, wish, now())),
    retry: (bulk) => changing((database) => retryRefused(database, bulk, now(), () => crypto.randomUUID())),
    skip: (bulk) => changing((database) => skipRefused(database, bulk, now())),
    remove: (bulk) => changing((database) => removeBulk(database, bulk)),
    loadDraft: () => reading(getDraft, null),
    storeDraft: (draft) => writing((database) => saveDraft(database, draft)),
  };
}
