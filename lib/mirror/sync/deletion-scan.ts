/**
 * Finds what was deleted elsewhere, and what was passed over: the whole list is read once more, slowly, each link noting
 * the number of the sweep that saw it. What it did not show is asked for by its id before it is taken out.
 */
import { getLink } from '../../api/link-details.ts';
import { isOlderThan } from './sync-lists.ts';
import type { MirrorDatabase } from '../database.ts';
import { hasSameData, toLinkRow } from '../upsert-links.ts';
import type { ApiReader } from './types.ts';
import { initialPageSize } from './page-size.ts';
import { linkKey, type LinkRow } from '../link-row.ts';
import { isFilled, linksKey, stateOf, type LinksState } from './sync-state.ts';
import { newCursor } from './page-cursor.ts';
import { readExcludedIds } from '../excluded-ids.ts';
import type { Turn } from './sync-links.ts';

const dayMs = 86_400_000;
/** Requests of a sweep that go together, and the rest after them. */
export const maxBatch = 20;
export const maxBatchMs = 10 * 60_000;
/** No sweep follows another at once: whoever asks would have it in what has just been read. */
const minIntervalMs = 10_000;
/** So many are asked for singly; of more than that only what two sweeps have not seen is taken for gone. */
const maxRequests = 20;
/** Rows looked at, or taken out, in one go. */
const batchSize = 500;

export const isScanning = ({ sweep }: LinksState): boolean =>
  sweep.walk !== null || sweep.check || sweep.asking.length > 0;

/**
 * Once a day; sooner when the service names another number of links than there are here, and at once when somebody asks
 * for the newest of everything.
 */
export async function isScanDue(
  database: MirrorDatabase,
  state: LinksState,
  now: number,
  force: boolean,
): Promise<boolean> {
  const { sweep, total } = state;
  if (!isFilled(state) || isScanning(state)) return false;
  if (isOlderThan(sweep.ended, dayMs, now)) return true;
  if (total === null) return false;
  // A long list rests for as long as its sweep takes: links may be deleted elsewhere all day.
  const bursts = total / state.sizing.size / maxBatch;
  const rest = bursts > 1 ? bursts * maxBatchMs : force ? minIntervalMs : maxBatchMs;
  return (
    isOlderThan(sweep.ended, rest, now) && countDifference(state, await expectedCount(database)) !== sweep.off
  );
}

/** Whether the next requests of the sweep that is under way may go. */
export const mayContinue = ({ sweep }: LinksState, now: number): boolean =>
  isOlderThan(sweep.at, maxBatchMs, now);

/** When there is something to do again. */
export const nextScanAt = (state: LinksState, now: number): number =>
  isScanning(state) ? (state.sweep.at ?? now) + maxBatchMs : (state.sweep.ended ?? now) + dayMs;

/** Begins one; the size of a page is found out anew, as it may have been cut down for a while. */
export function startScan(state: LinksState): LinksState {
  const { sweep } = state;
  const walk = newCursor(null, state.order === 'rising' ? state.end : null);
  return { ...state, sizing: initialPageSize, sweep: { ...sweep, number: sweep.number + 1, walk } };
}

/** Once it has gone through the list: takes out what is surely gone, and notes what is to be asked for. */
export async function removeMissing(
  database: MirrorDatabase,
  state: LinksState,
  now: number,
  changed: (what: 'links') => void,
): Promise<LinksState> {
  const { sweep, total, cut } = state;
  const missing = cut ? [] : await missingRows(database, sweep.number);
  const twice =
    missing.length > maxRequests ? missing.filter(({ sweep: seen }) => seen < sweep.number - 1) : [];
  // Never more than the service itself says are gone.
  const spare = total === null ? twice.length : (await expectedCount(database)) - total;
  const gone = twice.slice(0, Math.max(0, spare));
  for (let from = 0; from < gone.length; from += batchSize) {
    const transaction = database.transaction('links', 'readwrite');
    for (const { key } of gone.slice(from, from + batchSize)) void transaction.store.delete(key);
    await transaction.done;
  }
  if (gone.length > 0) changed('links');
  const left = new Set(gone);
  // Those first that have not been seen for longest: else the same ones would be asked for after every sweep.
  const asking = missing
    .filter((row) => !left.has(row))
    .sort((one, other) => one.sweep - other.sweep)
    .slice(0, maxRequests)
    .map(({ id }) => id);
  const off = asking.length > 0 ? sweep.off : countDifference(state, await expectedCount(database));
  const next: LinksState = { ...state, sweep: { ...sweep, check: false, asking, ended: now, off } };
  await database.put('state', next, linksKey);
  return next;
}

async function missingRows(database: MirrorDatabase, number: number) {
  const missing: Pick<LinkRow, 'key' | 'id' | 'sweep'>[] = [];
  let below: string | undefined;
  for (;;) {
    const range = below === undefined ? null : IDBKeyRange.lowerBound(below, true);
    const rows = await database.getAll('links', range, batchSize);
    for (const { key, id, sweep } of rows) if (sweep < number) missing.push({ key, id, sweep });
    below = rows.at(-1)?.key;
    if (below === undefined) return missing;
  }
}

/** Asks for the first of those that were not seen. */
export async function verifyOne(
  {
    database,
    read,
    changed,
  }: { database: MirrorDatabase; read: ApiReader; changed: (what: 'links') => void },
  state: LinksState,
  now: number,
): Promise<{ readonly state: LinksState; readonly failure: Turn }> {
  const { sweep } = state;
  const [id, ...asking] = sweep.asking;
  if (id === undefined) return { state, failure: null };
  const row = await database.get('links', linkKey(id));
  const answer = row && (await read(getLink(row.id)));
  const kind = answer?.ok === false ? answer.failure.kind : null;
  // What can't be read, or is answered with a page, tells nothing of this link; it stays.
  if (answer?.ok === false && kind !== 'refused' && kind !== 'unreadable' && kind !== 'not-an-api')
    return { state, failure: answer.failure };
  const transaction = database.transaction(['links', 'state'], 'readwrite');
  const links = transaction.objectStore('links');
  const stored = row && (await links.get(row.key));
  if (stored && kind === 'refused') void links.delete(stored.key);
  if (stored && answer?.ok === true) {
    // Its details don't carry the alias.
    const details = { ...answer.value, id: stored.id, alias: answer.value.alias || stored.alias };
    void links.put(toLinkRow(details, { ...stored, confirmed: true, sweep: sweep.number }));
  }
  const excluded = await readExcludedIds(transaction.objectStore('state'));
  const off = asking.length > 0 ? sweep.off : countDifference(state, (await links.count()) + excluded.size);
  const next: LinksState = { ...state, sweep: { ...sweep, asking, at: now, off } };
  void transaction.objectStore('state').put(next, linksKey);
  await transaction.done;
  if (stored && (kind === 'refused' || (answer?.ok === true && !hasSameData(stored, answer.value))))
    changed('links');
  return { state: next, failure: null };
}

/** How many links the service's list should hold: those that are here, and those that are kept nowhere. */
const expectedCount = async (database: MirrorDatabase): Promise<number> =>
  (await database.count('links')) + (await readExcludedIds(stateOf(database))).size;

/** By how many links the service has more than we, as far as it tells. */
const countDifference = ({ total }: LinksState, count: number): number =>
  total === null ? 0 : total - count;
