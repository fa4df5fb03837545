/**
 * Bulks and their rows in the mirror's database. Every change is one transaction over both, so the numbers of a bulk are
 * those of its rows whatever is killed when; and each asks first whether the row still stands as it is believed to, so
 * that two of them at once (a page, the keeper, another life of it) do no harm.
 */
import type { IDBPTransaction } from 'idb';
import type { JobResult } from '../outbox/job-result.ts';
import type { MirrorDatabase, MirrorSchema } from '../mirror/database.ts';
import type { Failure } from '../api/failure.ts';
import type { PickerOption, LinkDraft } from '../draft/draft.ts';
import { redactPassword } from '../draft/redact-password.ts';
import { afterRefusal, afterSuccess, halfOpened, isOfService, type BreakerStep } from './refusal-breaker.ts';
import {
  bulkSchema,
  isFinished,
  maxUndecided,
  rowSchema,
  type Bulk,
  type BulkRow,
  type SkipReason,
  type RowState,
} from './bulk-job.ts';

export interface NewRow {
  readonly link: LinkDraft;
  /** `null` for one that is to be made. */
  readonly leftOut: {
    readonly why: SkipReason;
    /** In the person's words. */
    readonly reason: string;
    readonly shortUrl: string | null;
  } | null;
}

export interface NewBulk {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly rows: readonly NewRow[];
  readonly into: PickerOption | null;
  readonly newId: () => string;
}

type Change = IDBPTransaction<MirrorSchema, ('bulks' | 'rows')[], 'readwrite'>;

/** What cannot be read is passed over: it is not ours, or no longer. */
const readBulk = (raw: unknown): Bulk | null => bulkSchema.safeParse(raw).data ?? null;
const readRow = (raw: unknown): BulkRow | null => rowSchema.safeParse(raw).data ?? null;

const rowsOf = (bulk: string, from = 0, to = Infinity) => IDBKeyRange.bound([bulk, from], [bulk, to]);

function change(database: MirrorDatabase): Change {
  return database.transaction(['bulks', 'rows'], 'readwrite');
}

const noCounts = { waiting: 0, out: 0, asks: 0, done: 0, refused: 0, cancelled: 0, 'left-out': 0 };

/** Written as a whole or not at all. */
export async function makeBulk(database: MirrorDatabase, made: NewBulk): Promise<void> {
  const tx = change(database);
  const counts = { ...noCounts };
  const rows = tx.objectStore('rows');
  const puts: Promise<unknown>[] = [];
  for (const [n, { link, leftOut }] of made.rows.entries()) {
    const state: RowState = leftOut === null ? 'waiting' : 'left-out';
    counts[state] += 1;
    const shortUrl = leftOut?.shortUrl ?? null;
    const row: BulkRow = {
      bulk: made.id,
      n,
      id: made.newId(),
      link,
      state,
      why: leftOut?.why ?? null,
      reason: leftOut?.reason ?? '',
      again: false,
      made:
        shortUrl === null
          ? null
          : { id: null, shortUrl, aliasDiffers: false, lookedUp: false, existing: true },
      failure: null,
      endedAt: null,
    };
    puts.push(rows.put(leftOut === null ? row : redactRow(row)));
  }
  const bulk: Bulk = {
    version: 1,
    id: made.id,
    name: made.name,
    at: made.at,
    wish: 'run',
    cancelledElsewhere: false,
    counts,
    next: 0,
    out: [],
    untold: [],
    endedAt: null,
    into: made.into,
  };
  puts.push(tx.objectStore('bulks').put(isFinished(bulk) ? { ...bulk, endedAt: made.at } : bulk));
  await Promise.all([...puts, tx.done]);
}

/** Newest first. */
export async function listBulks(database: MirrorDatabase): Promise<readonly Bulk[]> {
  const all = await database.getAll('bulks');
  return all
    .map(readBulk)
    .filter((bulk) => bulk !== null)
    .toSorted((a, b) => b.at - a.at);
}

export async function getBulk(database: MirrorDatabase, id: string): Promise<Bulk | null> {
  return readBulk(await database.get('bulks', id));
}

/** In their order, from the row of number `from`; all of them without `most`. */
export async function listRows(
  database: MirrorDatabase,
  bulk: string,
  from = 0,
  most?: number,
): Promise<readonly BulkRow[]> {
  const rows = await database.getAll('rows', rowsOf(bulk, from), most);
  return rows.map(readRow).filter((row) => row !== null);
}

/** So many rows are looked through at a time. */
const maxScannedRows = 500;

/** Those of some states, in their order, without the first `skip` of them. */
export async function listRowsIn(
  database: MirrorDatabase,
  bulk: string,
  states: readonly RowState[],
  { skip, most }: { readonly skip: number; readonly most: number },
): Promise<readonly BulkRow[]> {
  const found: BulkRow[] = [];
  for (let from = 0; found.length < skip + most;) {
    const rows = await listRows(database, bulk, from, maxScannedRows);
    const last = rows.at(-1);
    if (last === undefined) break;
    found.push(...rows.filter(({ state }) => states.includes(state)));
    from = last.n + 1;
  }
  return found.slice(skip, skip + most);
}

/** Removes a bulk with its rows; false while the outbox still has to do with any of them. */
export async function removeBulk(database: MirrorDatabase, id: string): Promise<boolean> {
  const tx = change(database);
  const bulk = readBulk(await tx.objectStore('bulks').get(id));
  const free = bulk === null || (bulk.out.length === 0 && bulk.untold.length === 0);
  if (free) {
    await Promise.all([tx.objectStore('bulks').delete(id), tx.objectStore('rows').delete(rowsOf(id))]);
  }
  await tx.done;
  return free;
}

/** What the person wants of a bulk from now on. Cancelling gives up what waits; what is with the outbox comes back. */
export async function setDesiredState(
  database: MirrorDatabase,
  id: string,
  wish: Bulk['wish'],
  now: number,
): Promise<void> {
  const tx = change(database);
  const bulk = readBulk(await tx.objectStore('bulks').get(id));
  // What is cancelled stays so.
  if (bulk !== null && bulk.wish !== 'cancel') {
    const moved: Bulk = { ...bulk, wish, cancelledElsewhere: false };
    if (wish === 'cancel') await cancelWaiting(tx, await withoutBreaker(tx, moved), now);
    else await put(tx, wish === 'run' ? { ...moved, breaker: halfOpened(moved.breaker) } : moved, now);
  }
  await tx.done;
}

/** Lets those go for good that the service has refused in a row, and goes on with the others; the count starts anew. */
export async function skipRefused(database: MirrorDatabase, id: string, now: number): Promise<void> {
  const tx = change(database);
  const before = readBulk(await tx.objectStore('bulks').get(id));
  const breaker = before?.breaker;
  if (before !== null && before.wish !== 'cancel' && breaker?.state === 'open') {
    let bulk: Bulk = { ...before, wish: 'run', breaker: undefined };
    const rows = tx.objectStore('rows');
    for (const n of breaker.rows) {
      const row = readRow(await rows.get([id, n]));
      if (row?.state !== 'waiting') continue;
      bulk = counted(bulk, 'waiting', 'refused');
      void rows.put(ended(row, { state: 'refused', failure: breaker.failure, endedAt: now }));
    }
    await put(tx, bulk, now);
  }
  await tx.done;
}

async function cancelWaiting(tx: Change, bulk: Bulk, now: number): Promise<void> {
  let left = bulk;
  const rows = tx.objectStore('rows');
  for (const raw of await rows.getAll(rowsOf(bulk.id, bulk.next))) {
    const row = readRow(raw);
    if (row?.state !== 'waiting') continue;
    left = counted(left, 'waiting', 'cancelled');
    void rows.put(ended(row, { state: 'cancelled', endedAt: now }));
  }
  await put(tx, left, now);
}

/** Has every refused row go again; gives their number. Those whose password is kept no longer stay. */
export async function retryRefused(
  database: MirrorDatabase,
  id: string,
  now: number,
  newId: () => string,
): Promise<number> {
  const tx = change(database);
  const before = readBulk(await tx.objectStore('bulks').get(id));
  let count = 0;
  if (before !== null && before.wish !== 'cancel') {
    const { breaker } = before;
    let bulk: Bulk = {
      ...before,
      wish: 'run',
      cancelledElsewhere: false,
      breaker: breaker?.state === 'closed' ? undefined : halfOpened(breaker),
    };
    const rows = tx.objectStore('rows');
    for (const raw of await rows.getAll(rowsOf(id))) {
      const row = readRow(raw);
      if (row?.state !== 'refused' || row.passwordDropped) continue;
      count += 1;
      bulk = requeue(tx, bulk, row, newId);
    }
    if (count > 0) await put(tx, bulk, now);
  }
  await tx.done;
  return count;
}

/** Marks up to `most` rows as handed over, those of the oldest bulk first, and gives them. */
export async function claimRows(database: MirrorDatabase, most: number): Promise<readonly BulkRow[]> {
  const tx = change(database);
  const given: BulkRow[] = [];
  const all = (await tx.objectStore('bulks').getAll()).map(readBulk).filter((bulk) => bulk !== null);
  for (const bulk of all.toSorted((a, b) => a.at - b.at)) {
    if (given.length >= most) break;
    if (bulk.wish !== 'run' || bulk.counts.waiting === 0 || bulk.counts.asks >= maxUndecided) continue;
    if (bulk.breaker?.state === 'half-open') given.push(...(await claimFirst(tx, bulk)));
    else given.push(...(await claimIn(tx, bulk, most - given.length)));
  }
  await tx.done;
  return given;
}

/** One row alone, and rather one that was not refused yet: it tells whether the service takes any. */
async function claimFirst(tx: Change, bulk: Bulk): Promise<readonly BulkRow[]> {
  if (bulk.counts.out > 0) return [];
  let first: BulkRow | null = null;
  for (
    let cursor = await tx.objectStore('rows').openCursor(rowsOf(bulk.id, bulk.next));
    cursor !== null;
    cursor = await cursor.continue()
  ) {
    const row = readRow(cursor.value);
    if (row?.state !== 'waiting') continue;
    const isFresh = bulk.breaker?.rows.includes(row.n) !== true;
    if (isFresh || first === null) first = row;
    if (isFresh) break;
  }
  if (first === null) return [];
  const out: BulkRow = { ...first, state: 'out' };
  void tx.objectStore('rows').put(out);
  const next: Bulk = { ...counted(bulk, 'waiting', 'out'), out: [...bulk.out, out.n] };
  await tx.objectStore('bulks').put(next);
  return [out];
}

async function claimIn(tx: Change, before: Bulk, most: number): Promise<readonly BulkRow[]> {
  let bulk = before;
  const given: BulkRow[] = [];
  const range = rowsOf(bulk.id, bulk.next);
  for (
    let cursor = await tx.objectStore('rows').openCursor(range);
    cursor !== null && given.length < most;
    cursor = await cursor.continue()
  ) {
    const row = readRow(cursor.value);
    if (row !== null) bulk = { ...bulk, next: row.n + 1 };
    if (row?.state !== 'waiting') continue;
    const out: BulkRow = { ...row, state: 'out' };
    void cursor.update(out);
    given.push(out);
    bulk = { ...counted(bulk, 'waiting', 'out'), out: [...bulk.out, row.n] };
  }
  await tx.objectStore('bulks').put(bulk);
  return given;
}

/** Rows that are with the outbox, as an earlier life left them. */
export async function listClaimedRows(database: MirrorDatabase): Promise<readonly BulkRow[]> {
  const tx = database.transaction(['bulks', 'rows']);
  const found: BulkRow[] = [];
  for (const raw of await tx.objectStore('bulks').getAll()) {
    const bulk = readBulk(raw);
    for (const n of bulk?.out ?? []) {
      const row = readRow(await tx.objectStore('rows').get([bulk?.id ?? '', n]));
      if (row !== null) found.push(row);
    }
  }
  await tx.done;
  return found;
}

/** What a row came to. */
export type End =
  | { readonly state: 'done'; readonly made: JobResult | null }
  | { readonly state: 'refused'; readonly failure: Failure | null };

/**
 * Writes how a row that was out has ended; once, however often it is told.
 *
 * @param newId for the rows that wait again because the service refuses all of them
 */
export async function completeRow(
  database: MirrorDatabase,
  row: BulkRow,
  end: End,
  now: number,
  newId: () => string,
): Promise<void> {
  const tx = change(database);
  const { bulk, row: kept } = await readClaimed(tx, row);
  if (bulk !== null && kept !== null) {
    const moved: Bulk = { ...withoutClaim(bulk, kept, end.state), untold: [...bulk.untold, kept.id] };
    // What the person has dismissed is their own decision, and not the service's.
    const isCounted =
      end.state === 'refused' &&
      end.failure !== null &&
      isOfService(end.failure) &&
      kept.state === 'out' &&
      bulk.wish !== 'cancel' &&
      !kept.dropped;
    const step = isCounted
      ? afterRefusal(bulk.breaker, kept.n, end.failure)
      : end.state === 'done'
        ? afterSuccess(bulk.breaker)
        : null;
    const change = { ...end, endedAt: now, again: false, dropped: undefined };
    const next: BulkRow = { ...kept, ...change };
    void tx.objectStore('rows').put(isCounted ? next : redactRow(next));
    await put(tx, await breakerDropped(tx, step === null ? moved : await take(tx, moved, step, newId)), now);
  }
  await tx.done;
}

/** What the breaker says of the rows that were refused one after the other. */
async function take(
  tx: Change,
  before: Bulk,
  { breaker, settled, requeued }: BreakerStep,
  newId: () => string,
): Promise<Bulk> {
  let bulk: Bulk = { ...before, breaker };
  const rows = tx.objectStore('rows');
  for (const n of requeued) {
    const row = readRow(await rows.get([bulk.id, n]));
    if (row?.state === 'refused') bulk = requeue(tx, bulk, row, newId);
  }
  await settle(tx, bulk, settled);
  return breaker?.state === 'open' && bulk.wish === 'run' ? { ...bulk, wish: 'pause' } : bulk;
}

/** Once nothing is left that could be refused, too, the breaker and the passwords that it keeps are of no use. */
async function breakerDropped(tx: Change, bulk: Bulk): Promise<Bulk> {
  return bulk.counts.waiting + bulk.counts.out === 0 ? withoutBreaker(tx, bulk) : bulk;
}

/** Its rows are refused for good. */
async function withoutBreaker(tx: Change, bulk: Bulk): Promise<Bulk> {
  if (bulk.breaker?.state === 'closed') await settle(tx, bulk, bulk.breaker.rows);
  return { ...bulk, breaker: undefined };
}

async function settle(tx: Change, { id }: Bulk, settled: readonly number[]): Promise<void> {
  const rows = tx.objectStore('rows');
  for (const n of settled) {
    const row = readRow(await rows.get([id, n]));
    if (row?.state === 'refused') void rows.put(redactRow(row));
  }
}

/**
 * Passwords of bulks that were over before passwords were dropped with the last row; each is looked through once.
 *
 * @returns whether there were any
 */
export async function sweepPasswords(database: MirrorDatabase): Promise<boolean> {
  let found = false;
  for (const { id } of (await listBulks(database)).filter((bulk) => isFinished(bulk) && !bulk.swept)) {
    const tx = change(database);
    const bulk = readBulk(await tx.objectStore('bulks').get(id));
    if (bulk !== null && isFinished(bulk)) {
      const rows = tx.objectStore('rows');
      for (const row of (await rows.getAll(rowsOf(id))).map(readRow)) {
        if (!row?.link.extras?.password) continue;
        found = true;
        void rows.put(redactRow(row));
      }
      const next: Bulk = { ...bulk, breaker: undefined, swept: true };
      await tx.objectStore('bulks').put(next);
    }
    await tx.done;
  }
  return found;
}

/** Has a refused row wait again. The outbox keeps no password of a job that has ended: it becomes another job then. */
function requeue(tx: Change, bulk: Bulk, row: BulkRow, newId: () => string): Bulk {
  const hasPassword = Boolean(row.link.extras?.password);
  const next: BulkRow = {
    ...row,
    id: hasPassword ? newId() : row.id,
    state: 'waiting',
    again: !hasPassword,
    failure: null,
    endedAt: null,
  };
  void tx.objectStore('rows').put(next);
  return { ...counted(bulk, 'refused', 'waiting'), next: Math.min(bulk.next, row.n) };
}

/** Nobody can tell what became of it, or somebody can again. */
export function markAsking(
  database: MirrorDatabase,
  row: BulkRow,
  asks: boolean,
  now: number,
): Promise<void> {
  const state = asks ? 'asks' : 'out';
  return changeClaimed(database, row, now, (bulk, kept) =>
    kept.state === state ? null : { bulk: counted(bulk, kept.state, state), row: { ...kept, state } },
  );
}

/** A person gives up the job of this one row; to be written before it is cancelled, which says nothing of why. */
export async function cancelRow(database: MirrorDatabase, id: string): Promise<void> {
  const tx = change(database);
  const rows = tx.objectStore('rows');
  for (const raw of await tx.objectStore('bulks').getAll()) {
    const bulk = readBulk(raw);
    for (const n of bulk?.out ?? []) {
      const row = readRow(await rows.get([bulk?.id ?? '', n]));
      if (row?.id !== id) continue;
      const dropped: BulkRow = { ...row, dropped: true };
      void rows.put(dropped);
    }
  }
  await tx.done;
}

/** The job of a row that ended as cancelled: its id is spent. */
export interface Cancelled {
  readonly newId: string;
  /** Nobody here had asked for that. */
  readonly elsewhere: boolean;
}

/**
 * A row that was out and was surely not sent: it waits again, or is cancelled, with its bulk or by itself.
 *
 * @param cancelled `null` where there never was a job, or where it has rested since it was refused
 */
export function releaseRow(
  database: MirrorDatabase,
  row: BulkRow,
  cancelled: Cancelled | null,
  now: number,
): Promise<void> {
  return changeClaimed(database, row, now, (bulk, kept) => {
    const untold = cancelled === null ? bulk.untold : [...bulk.untold, kept.id];
    if (bulk.wish === 'cancel' || kept.dropped)
      return {
        bulk: { ...withoutClaim(bulk, kept, 'cancelled'), untold },
        row: ended(kept, { state: 'cancelled', endedAt: now }),
      };
    const back = { ...withoutClaim(bulk, kept, 'waiting'), untold };
    return {
      bulk: {
        ...back,
        next: Math.min(back.next, kept.n),
        // "Cancel all" was meant for whatever waits, so nothing more is handed over.
        ...(cancelled?.elsewhere && bulk.wish === 'run' && { wish: 'pause', cancelledElsewhere: true }),
      },
      row: {
        ...kept,
        id: cancelled?.newId ?? kept.id,
        again: cancelled === null && kept.again,
        state: 'waiting',
      },
    };
  });
}

/** The outbox has been told that the ends of these are written down. */
export async function markAcknowledged(database: MirrorDatabase, ids: ReadonlySet<string>): Promise<void> {
  const tx = change(database);
  for (const raw of await tx.objectStore('bulks').getAll()) {
    const bulk = readBulk(raw);
    const untold = bulk?.untold.filter((id) => !ids.has(id));
    if (bulk === null || untold?.length === bulk.untold.length) continue;
    const next: Bulk = { ...bulk, untold: untold ?? [] };
    await tx.objectStore('bulks').put(next);
  }
  await tx.done;
}

async function changeClaimed(
  database: MirrorDatabase,
  believed: BulkRow,
  now: number,
  move: (bulk: Bulk, row: BulkRow) => { readonly bulk: Bulk; readonly row: BulkRow } | null,
): Promise<void> {
  const tx = change(database);
  const { bulk, row } = await readClaimed(tx, believed);
  const moved = bulk !== null && row !== null ? move(bulk, row) : null;
  if (moved !== null) {
    void tx.objectStore('rows').put(moved.row);
    await put(tx, await breakerDropped(tx, moved.bulk), now);
  }
  await tx.done;
}

/** The row and its bulk, as long as it is still with the outbox. */
async function readClaimed(
  tx: Change,
  believed: BulkRow,
): Promise<{ readonly bulk: Bulk | null; readonly row: BulkRow | null }> {
  const bulk = readBulk(await tx.objectStore('bulks').get(believed.bulk));
  const row = readRow(await tx.objectStore('rows').get([believed.bulk, believed.n]));
  const stands = row?.id === believed.id && (row.state === 'out' || row.state === 'asks');
  return { bulk, row: stands ? row : null };
}

async function put(tx: Change, bulk: Bulk, now: number): Promise<void> {
  const endedAt = isFinished(bulk) ? (bulk.endedAt ?? now) : null;
  const next: Bulk = { ...bulk, endedAt };
  await tx.objectStore('bulks').put(next);
}

function counted(bulk: Bulk, from: RowState, to: RowState): Bulk {
  const counts = { ...bulk.counts, [from]: bulk.counts[from] - 1 };
  return { ...bulk, counts: { ...counts, [to]: counts[to] + 1 } };
}

function withoutClaim(bulk: Bulk, { n, state }: BulkRow, to: RowState): Bulk {
  return { ...counted(bulk, state, to), out: bulk.out.filter((other) => other !== n) };
}

function ended(row: BulkRow, change: Partial<BulkRow>): BulkRow {
  return redactRow({ ...row, ...change, again: false, dropped: undefined });
}

/** A password is kept no longer than its link is under way. */
function redactRow(row: BulkRow): BulkRow {
  const link = redactPassword(row.link);
  return link === row.link ? row : { ...row, link, passwordDropped: true };
}

const draftKey = 'bulk-draft';

/** What was being put together for a bulk when the page was left; unchecked. */
export async function getDraft(database: MirrorDatabase): Promise<unknown> {
  return database.get('state', draftKey);
}

/** @param draft `null`: there is none any more */
export async function saveDraft(database: MirrorDatabase, draft: object | null): Promise<void> {
  if (draft === null) await database.delete('state', draftKey);
  else await database.put('state', draft, draftKey);
}
