/**
 * A mark-and-sweep over the links' list, which finds links that were deleted elsewhere or skipped: the whole list is
 * read again, slowly, and each link gets the number of the scan. A link without it is requested by id before it is
 * deleted here.
 */
import { getLink, type LinkDetails } from '../../api/link-details.ts';
import { isOlderThan } from '../../time/elapsed.ts';
import type { MirrorDatabase } from '../database.ts';
import { hasSameData, toLinkRow, withKnownFields } from '../upsert-links.ts';
import type { GoneLink, SyncContext } from './sync-results.ts';
import { initialPageSize } from './page-size.ts';
import { linkBatches } from '../link-batches.ts';
import { linkKey, type LinkRow } from '../link-row.ts';
import { isFullyRead, putLinksState, writeLinksState, type LinksState } from './links-state.ts';
import { stateOf } from './sync-progress.ts';
import { newCursor } from './page-cursor.ts';
import { readExcludedIds } from '../excluded-ids.ts';
import { isForbidden, type Failure } from '../../api/failure.ts';

// The figures are estimates of what a service and a user bear; nothing was measured.
const dayMs = 86_400_000;
/** Requests of a scan per batch, and the pause between batches. */
export const maxBatch = 20;
const maxBatchMs = 10 * 60_000;
/** A forced sync right after a scan already has its result. */
const minIntervalMs = 10_000;
/** Missing links requested by id; beyond that a link counts as deleted only when two scans have not found it. */
const maxRequests = 20;
/** Rows per transaction. */
const batchSize = 500;

export const isScanning = ({ deletionScan: scan }: LinksState): boolean =>
  scan.cursor !== null || scan.mustCollectMissing || scan.missingIds.length > 0;

/**
 * Once a day; sooner when the service reports another number of links than the mirror has, and immediately when the user
 * forces a sync.
 */
export async function isScanDue(
  database: MirrorDatabase,
  state: LinksState,
  now: number,
  force: boolean,
): Promise<boolean> {
  const { deletionScan: scan, total } = state;
  if (!isFullyRead(state) || isScanning(state)) return false;
  if (isOlderThan(scan.ended, dayMs, now)) return true;
  if (total === null) return false;
  // A long list pauses for as long as its scan takes: links may be deleted elsewhere all day.
  const bursts = total / state.sizing.size / maxBatch;
  const rest = bursts > 1 ? bursts * maxBatchMs : force ? minIntervalMs : maxBatchMs;
  return (
    isOlderThan(scan.ended, rest, now) &&
    countDifference(state, await expectedCount(database)) !== scan.countDifference
  );
}

/** The pause since the last batch of the current scan is over. */
export const isNextBatchDue = ({ deletionScan: scan }: LinksState, now: number): boolean =>
  isOlderThan(scan.at, maxBatchMs, now);

/** Time of the next batch or scan: epoch ms. */
export const nextScanAt = (state: LinksState, now: number): number =>
  isScanning(state) ? (state.deletionScan.at ?? now) + maxBatchMs : (state.deletionScan.ended ?? now) + dayMs;

/** The page size is learned again, because it may have been reduced temporarily. */
export function startScan(state: LinksState): LinksState {
  const { deletionScan: scan } = state;
  const cursor = newCursor(null, state.order === 'ascending' ? state.end : null);
  return { ...state, sizing: initialPageSize, deletionScan: { ...scan, number: scan.number + 1, cursor } };
}

/** After the last page: deletes the links that are certainly gone, and stores the ids to be requested. */
export async function removeMissing(
  { database, changed, reportSync }: SyncContext,
  state: LinksState,
  now: number,
): Promise<LinksState> {
  const { deletionScan: scan, total, isTruncated } = state;
  const missing = isTruncated ? [] : await missingRows(database, scan.number);
  const twice = missing.length > maxRequests ? missing.filter(({ sweep }) => sweep < scan.number - 1) : [];
  // Never more than the difference to the service's total.
  const spare = total === null ? twice.length : (await expectedCount(database)) - total;
  const gone = twice.slice(0, Math.max(0, spare));
  for (let from = 0; from < gone.length; from += batchSize) {
    const batch = gone.slice(from, from + batchSize);
    const rows = await Promise.all(batch.map(({ key }) => database.get('links', key)));
    // Before they are deleted here: after a kill in between, nothing else would tell that they are gone.
    await reportSync({ gone: rows.flatMap((row) => (row === undefined ? [] : goneLinkOf(row))) });
    const transaction = database.transaction('links', 'readwrite');
    for (const { key } of batch) void transaction.store.delete(key);
    await transaction.done;
  }
  if (gone.length > 0) changed('links');
  const left = new Set(gone);
  // The longest missing first: otherwise the same ones would be requested after every scan.
  const missingIds = missing
    .filter((row) => !left.has(row))
    .sort((one, other) => one.sweep - other.sweep)
    .slice(0, maxRequests)
    .map(({ id }) => id);
  const difference =
    missingIds.length > 0 ? scan.countDifference : countDifference(state, await expectedCount(database));
  const ended = { mustCollectMissing: false, missingIds, ended: now, countDifference: difference };
  const next: LinksState = { ...state, deletionScan: { ...scan, ...ended } };
  await writeLinksState(database, next);
  return next;
}

const goneLinkOf = ({ id, shortUrl }: LinkRow): GoneLink => ({ id, shortUrl });

async function missingRows(database: MirrorDatabase, scanNumber: number) {
  const missing: Pick<LinkRow, 'key' | 'id' | 'sweep'>[] = [];
  for await (const rows of linkBatches((range) => database.getAll('links', range, batchSize)))
    for (const { key, id, sweep } of rows) if (sweep < scanNumber) missing.push({ key, id, sweep });
  return missing;
}

/** A repeated request would get the same response. Only a refusal can prove that the link is gone: else it stays. */
const isFinalResponse = (failure: Failure): boolean =>
  ['refused', 'unreadable', 'not-an-api', 'blocked'].includes(failure.kind) || isForbidden(failure);

const failureOf = (response: Awaited<ReturnType<SyncContext['read']>> | undefined): Failure | null =>
  response?.ok === false ? response.failure : null;

const isRefusal = (failure: Failure | null): boolean => failure?.kind === 'refused';

/** The newest link that the current scan has found. */
async function newestListed(database: MirrorDatabase, scanNumber: number): Promise<LinkRow | undefined> {
  for await (const rows of linkBatches((range) => database.getAll('links', range, batchSize))) {
    const listed = rows.find(({ sweep }) => sweep >= scanNumber);
    if (listed !== undefined) return listed;
  }
  return undefined;
}

export async function verifyNextMissing(
  { database, read, changed, reportSync }: SyncContext,
  state: LinksState,
  now: number,
): Promise<{ readonly state: LinksState; readonly failure: Failure | null }> {
  const { deletionScan: scan } = state;
  const [id, ...missingIds] = scan.missingIds;
  if (id === undefined) return { state, failure: null };
  const row = await database.get('links', linkKey(id));
  const response = row && (await read(getLink(row.id)));
  const failure = failureOf(response);
  // A service may refuse every such request, for a key or a plan: then a link that the list has just shown is refused, too.
  const listed = isRefusal(failure) ? await newestListed(database, scan.number) : undefined;
  const listedFailure = failureOf(listed && (await read(getLink(listed.id))));
  const temporary = [failure, listedFailure].find((one) => one !== null && !isFinalResponse(one));
  if (temporary) return { state, failure: temporary };
  const isShown = listedFailure === null || listedFailure.kind === 'unreadable';
  const isGone = isRefusal(failure) && isShown;
  // First, as above.
  if (row && isGone) await reportSync({ gone: [goneLinkOf(row)] });
  const transaction = database.transaction(['links', 'state'], 'readwrite');
  const links = transaction.objectStore('links');
  const stored = row && (await links.get(row.key));
  if (stored && isGone) void links.delete(stored.key);
  const found = stored && response?.ok === true ? toFoundRow(stored, response.value, scan.number) : null;
  if (found) void links.put(found);
  const excluded = await readExcludedIds(transaction.objectStore('state'));
  const difference =
    missingIds.length > 0
      ? scan.countDifference
      : countDifference(state, (await links.count()) + excluded.size);
  const next: LinksState = {
    ...state,
    deletionScan: { ...scan, missingIds, at: now, countDifference: difference },
  };
  putLinksState(transaction.objectStore('state'), next);
  await transaction.done;
  if (stored && (isGone || (found && !hasSameData(stored, found)))) changed('links');
  return { state: next, failure: null };
}

/** With what the service shows of the link alone, which has no alias. */
function toFoundRow(stored: LinkRow, shown: LinkDetails, sweep: number): LinkRow {
  const { expiry } = shown;
  const openEnded = stored.openEnded && expiry === null;
  const expires = stored.expires && (expiry ?? undefined);
  const link = { ...withKnownFields(shown, stored), id: stored.id };
  return toLinkRow(link, { ...stored, confirmed: true, sweep, openEnded, expires });
}

/** Links that the service's list should have: those of the mirror, and the excluded ones. */
const expectedCount = async (database: MirrorDatabase): Promise<number> =>
  (await database.count('links')) + (await readExcludedIds(stateOf(database))).size;

/** Links that the service has more than the mirror, if it reports its total. */
const countDifference = ({ total }: LinksState, count: number): number =>
  total === null ? 0 : total - count;
