/** Stores a new bulk with its rows, and removes one. */
import type { LinkDraft } from '../../draft/draft.ts';
import type { MirrorDatabase } from '../../mirror/database.ts';
import { jobResult } from '../../outbox/job-result.ts';
import { bulkVersion, campaignNames, type Bulk, type BulkRow } from '../bulk-job.ts';
import { redactRow } from './row-transitions.ts';
import { openTransaction, readBulk, rowKeys } from './transaction.ts';

export interface NewRow {
  readonly link: LinkDraft;
  /** `null` for a row that is to be sent. */
  readonly leftOut: {
    /** In the user's language. */
    readonly errorText: string;
    readonly shortUrl: string | null;
    /** The index of the row that requests the same link. */
    readonly duplicateOf?: number;
  } | null;
  /** An existing link that is only added to the campaign of `link`. */
  readonly existing?: {
    readonly id: string;
    readonly shortUrl: string;
    /** In the user's language. */
    readonly errorText: string;
  };
}

export interface NewBulk extends Pick<Bulk, 'id' | 'name' | 'namedBy' | 'at' | 'rotatorCampaign'> {
  readonly rows: readonly NewRow[];
  readonly newId: () => string;
}

/** Written as a whole or not at all. */
export async function createBulk(database: MirrorDatabase, given: NewBulk): Promise<void> {
  const { id, name, namedBy, at, rotatorCampaign } = given;
  const tx = openTransaction(database);
  const counts = { waiting: 0, out: 0, asks: 0, done: 0, refused: 0, cancelled: 0, 'left-out': 0 };
  const puts: Promise<unknown>[] = [];
  for (const [n, newRow] of given.rows.entries()) {
    const row = toRow(newRow, id, n, given.newId());
    counts[row.state] += 1;
    puts.push(tx.objectStore('rows').put(row));
  }
  const bulk: Bulk = {
    version: bulkVersion,
    id,
    name,
    ...(namedBy && { namedBy }),
    at,
    desiredState: 'run',
    cancelledElsewhere: false,
    counts,
    next: 0,
    out: [],
    unacknowledged: [],
    rotatorCampaign,
    campaigns: campaignNames(given.rows.filter(({ leftOut }) => leftOut === null).map(({ link }) => link)),
  };
  puts.push(tx.objectStore('bulks').put(bulk));
  await Promise.all([...puts, tx.done]);
}

function toRow({ link, leftOut, existing }: NewRow, bulk: string, n: number, id: string): BulkRow {
  const shortUrl = (existing ?? leftOut)?.shortUrl ?? null;
  const row: BulkRow = {
    bulk,
    n,
    id,
    link,
    state: leftOut === null ? 'waiting' : 'left-out',
    errorText: (existing ?? leftOut)?.errorText ?? '',
    again: false,
    result: shortUrl === null ? null : jobResult({ id: existing?.id ?? null, shortUrl, existing: true }),
    ...(existing && { assigns: true }),
    ...(leftOut && { skippedInReview: true }),
    ...(leftOut?.duplicateOf !== undefined && { duplicateOf: leftOut.duplicateOf }),
    failure: null,
  };
  return leftOut === null ? row : redactRow(row);
}

/** @returns false while the outbox still has to do with any of its rows */
export async function removeBulk(database: MirrorDatabase, id: string): Promise<boolean> {
  const tx = openTransaction(database);
  const bulk = await readBulk(tx, id);
  const isFree = bulk === null || (bulk.out.length === 0 && bulk.unacknowledged.length === 0);
  if (isFree)
    await Promise.all([tx.objectStore('bulks').delete(id), tx.objectStore('rows').delete(rowKeys(id))]);
  await tx.done;
  return isFree;
}
