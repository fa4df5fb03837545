/** State changes of a row and of the counts that its bulk has of it. Pure. */
import { redactPassword } from '../../draft/redact-password.ts';
import type { Bulk, BulkRow, RowState } from '../bulk-job.ts';

export function moveCount(bulk: Bulk, from: RowState, to: RowState): Bulk {
  const counts = { ...bulk.counts, [from]: bulk.counts[from] - 1 };
  return { ...bulk, counts: { ...counts, [to]: counts[to] + 1 } };
}

/** The bulk without this row among those that are with the outbox. */
export function withoutClaim(bulk: Bulk, { n, state }: BulkRow, to: RowState): Bulk {
  const [out, parked] = [withoutNumber(bulk.out, n), withoutNumber(bulk.parked, n)];
  return { ...moveCount(bulk, state, to), out, parked, paused: withoutNumber(bulk.paused, n) };
}

export const withoutNumber = (all: readonly number[] = [], n: number): number[] =>
  all.filter((other) => other !== n);

export function endRow(row: BulkRow, change: Pick<BulkRow, 'state'> & Partial<BulkRow>): BulkRow {
  return redactRow({ ...row, ...change, again: false, parked: undefined, dropped: undefined });
}

/** A password is stored only while its link is in progress. */
export function redactRow(row: BulkRow): BulkRow {
  const link = redactPassword(row.link);
  return link === row.link ? row : { ...row, link, passwordDropped: true };
}

/** Makes a refused row wait again. The outbox stores no password of an ended job, so such a row becomes another job. */
export function requeueRow(
  bulk: Bulk,
  row: BulkRow,
  newId: () => string,
): { readonly bulk: Bulk; readonly row: BulkRow } {
  // The job of an edited row has another link.
  const isOtherJob = Boolean(row.link.extras?.password) || row.editedInto !== undefined;
  return {
    bulk: { ...moveCount(bulk, 'refused', 'waiting'), next: Math.min(bulk.next, row.n) },
    row: {
      ...row,
      id: isOtherJob ? newId() : row.id,
      state: 'waiting',
      again: !isOtherJob,
      failure: null,
      editedInto: undefined,
    },
  };
}
