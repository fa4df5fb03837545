/** The bulks of the connected account on disk; every change is announced to the sync host, which runs them. */
import type { Bulk, BulkRow } from '../../../lib/bulk/bulk-job.ts';
import {
  cancelRow,
  markEndsRead,
  retryRefused,
  retryRow,
  skipFailedRows,
  skipRefused,
  setDesiredState,
} from '../../../lib/bulk/store/control-bulk.ts';
import { createBulk, removeBulk, type NewBulk } from '../../../lib/bulk/store/create-bulk.ts';
import { applyRowEdit, type RowEdit } from '../../../lib/bulk/store/edited-rows.ts';
import { getDraft, saveDraft, takeOverDraft } from '../../../lib/bulk/store/page-import-drafts.ts';
import {
  countRowDetails,
  listBulks,
  listRows,
  noRowDetails,
  type RowFilter,
  type RowRange,
} from '../../../lib/bulk/store/queries.ts';
import { createMirrorEvents } from '../../../lib/mirror/mirror-events.ts';
import { openExisting, openOrCreate, type MirrorDatabase } from '../../../lib/mirror/database.ts';
import { createUniquePage, type UniquePage } from '../../../lib/browser/page-id.ts';
import type { SectionDeps } from '../section-deps.ts';
import { describeReasons } from './results.ts';

/** Thrown by every change while no account is connected: no database has a place for it. */
export class NotConnected extends Error {}

/** To all pages. */
function announce(scope: string): void {
  const channel = createMirrorEvents(scope);
  channel.announce('bulk');
  channel.close();
}

export type BulkRepository = ReturnType<typeof createBulkRepository>;

type Action<T> = (database: MirrorDatabase) => Promise<T>;

/** Forms share the id of a duplicated tab, so this one has an item of its own, where it can be replaced. */
const pageOfDraft = createUniquePage('bulk-draft-page');

/** Reads resolve with nothing where nothing is stored, and reject where the database can't be read. */
export function createBulkRepository(
  { scope, now, sync, announceWork }: Pick<SectionDeps, 'scope' | 'now' | 'sync' | 'announceWork'>,
  page: UniquePage = pageOfDraft,
) {
  // A page may have a draft while it shows another section: no other page may take it over then.
  void page.id();

  const { read, write } = createDatabaseAccess(scope);

  async function change<T>(action: Action<T>): Promise<T> {
    if (scope.peek() === '') throw new NotConnected();
    const work = crypto.randomUUID();
    await announceWork(work);
    const done = await write(action);
    announce(scope.peek());
    sync({ work });
    return done;
  }

  return {
    /** Newest first. */
    list: () => read(listBulks, []),
    /** @param filter `null` for all */
    rows: (bulk: string, filter: RowFilter | null, range: RowRange) =>
      read((database) => listRows(database, bulk, filter, range), []),
    /** Reads all rows. */
    countRowDetails: (bulk: string) => read((database) => countRowDetails(database, bulk), noRowDetails),
    create: (bulk: NewBulk) => change((database) => createBulk(database, bulk)),
    setDesiredState: (bulk: string, desired: Bulk['desiredState']) =>
      change((database) => setDesiredState(database, bulk, desired)),
    /** @param n retries this row alone @returns the number of rows that are sent again */
    retry: (bulk: string, n?: number) =>
      change((database) => retryRefused(database, bulk, () => crypto.randomUUID(), n)),
    /** @param job the id of the row, which is also that of its job @returns whether the row is sent again */
    retryRow: (job: string) => change((database) => retryRow(database, job, () => crypto.randomUUID())),
    /** Continues without the rows that the service refused one after the other. */
    skip: (bulk: string) => change((database) => skipRefused(database, bulk)),
    // Not announced: the job itself is canceled next.
    /** @param job the id of the row, which is also that of its job: the other rows of its bulk continue */
    cancelRow: (job: string) => read((database) => cancelRow(database, job), undefined),
    /** Skips the failed rows of these ids. The sync host has nothing to do for them. @returns whether there were any */
    async skipRows(ids: ReadonlySet<string>): Promise<boolean> {
      const describe = (row: BulkRow) => describeReasons(row, now()).join(' ');
      const found = await read((database) => skipFailedRows(database, ids, describe), false);
      if (found) announce(scope.peek());
      return found;
    },
    /** What has become of a row that was edited in the form. The sync host has nothing to do for it. */
    async applyRowEdit(edit: RowEdit): Promise<void> {
      const describe = (row: BulkRow) => describeReasons(row, now()).join(' ');
      if (await read((database) => applyRowEdit(database, edit, describe), false)) announce(scope.peek());
    },
    /** The end of these bulks has been shown. Not announced: only the popup shows it, which reads it at each opening. */
    markEndsRead: (bulks: readonly string[]) => read((database) => markEndsRead(database, bulks), undefined),
    /** @returns false while one of its links is being sent */
    remove: (bulk: string) => change((database) => removeBulk(database, bulk)),
    ...createDraftStorage({ scope, now, read }, page),
  };
}

interface DraftPlace {
  readonly database: MirrorDatabase;
  readonly page: string;
}

interface DraftDeps extends Pick<SectionDeps, 'scope' | 'now'> {
  readonly read: ReturnType<typeof createDatabaseAccess>['read'];
}

/**
 * Keeps its connection for writing: a page that is being closed has no time to open one. That is the account's for good: the
 * section has a repository for each.
 */
function createDraftStorage({ scope, now, read }: DraftDeps, page: UniquePage) {
  let opened: DraftPlace | null = null;
  let opening: Promise<DraftPlace> | null = null;
  const onClosed = () => void (opened = null);

  async function open(): Promise<DraftPlace> {
    const [id, database] = await Promise.all([page.id(), openOrCreate(scope.peek(), onClosed)]);
    return (opened = { database, page: id });
  }

  async function openOnce(): Promise<DraftPlace> {
    if (scope.peek() === '') throw new NotConnected();
    return opened ?? (opening ??= open().finally(() => void (opening = null)));
  }

  return {
    /**
     * The draft of this page, else that of a page that was closed, which becomes the draft of this one.
     *
     * @param isWanted asked before a draft is taken over: what was typed meanwhile would replace it
     */
    async loadDraft(isWanted: () => boolean): Promise<unknown> {
      const id = await page.id();
      return read(async (database) => {
        const own = await getDraft(database, id);
        return own === undefined && isWanted() ? takeOverDraft(database, id, page.ifClosed) : own;
      }, null);
    },

    /** Call when a draft will be stored: from then on `storeDraft` can also store it while the page is being closed. */
    prepareDraft(): void {
      // `storeDraft` tries again.
      openOnce().catch(() => undefined);
    },

    /** Changes the draft of this page alone. */
    async storeDraft(draft: object | null): Promise<void> {
      // Nothing is awaited where it is open: the page may be closing.
      const place = (scope.peek() !== '' && opened) || (await openOnce());
      await saveDraft(place.database, place.page, draft, now());
    },
  };
}

/** Opens the account's database for each action. */
function createDatabaseAccess(scope: SectionDeps['scope']) {
  async function use<T>(database: MirrorDatabase, action: Action<T>): Promise<T> {
    try {
      return await action(database);
    } finally {
      database.close();
    }
  }

  async function read<T>(action: Action<T>, otherwise: T): Promise<T> {
    const database = scope.peek() === '' ? null : await openExisting(scope.peek());
    return database === null ? otherwise : use(database, action);
  }

  async function write<T>(action: Action<T>): Promise<T> {
    if (scope.peek() === '') throw new NotConnected();
    return use(await openOrCreate(scope.peek()), action);
  }

  return { read, write };
}
