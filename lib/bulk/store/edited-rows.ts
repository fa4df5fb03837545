/** Stores what becomes of a row whose link was edited in the form, which submits it as a job of its own. */
import { isObject } from '../../api/is-object.ts';
import type { LinkDraft } from '../../draft/draft.ts';
import type { MirrorDatabase } from '../../mirror/database.ts';
import type { JobResult } from '../../outbox/job-result.ts';
import type { Bulk, BulkRow } from '../bulk-job.ts';
import { withoutRefusal } from './control-bulk.ts';
import { endRow, moveCount } from './row-transitions.ts';
import { openTransaction, parseRows, putBulk, readBulks, rowKeys } from './transaction.ts';

export type EditEnd =
  | { readonly state: 'active' | 'cancelled' | 'dismissed' }
  /** `link` is that of the form's job, without its password; `null` where that is forgotten. */
  | { readonly state: 'done'; readonly link: LinkDraft | null; readonly result: JobResult | null }
  | (Pick<BulkRow, 'link' | 'failure' | 'lost' | 'passwordDropped'> & { readonly state: 'refused' });

export interface RowEdit {
  /** The id of the form's job. */
  readonly job: string;
  /** The ids of the row, and of earlier jobs of the form for it. */
  readonly replaces: readonly string[];
  readonly end: EditEnd;
}

/**
 * Repeated without harm. A row that was retried, or whose link exists, stays as it is.
 *
 * @param describe why a row has failed, in the user's language
 * @returns whether a row has changed
 */
export async function applyRowEdit(
  database: MirrorDatabase,
  edit: RowEdit,
  describe: (row: BulkRow) => string,
): Promise<boolean> {
  const tx = openTransaction(database);
  let hasChanged = false;
  for (const before of await readBulks(tx)) {
    let bulk: Bulk = before;
    if (bulk.counts.refused + bulk.counts['left-out'] === 0) continue;
    // Few of thousands: the others are not parsed.
    const stored = (await tx.objectStore('rows').getAll(rowKeys(bulk.id))).filter((row) =>
      isOfEdit(row, edit),
    );
    for (const row of parseRows(stored)) {
      const next = isOpen(row) ? afterEdit(row, edit, describe) : null;
      if (next === null) continue;
      bulk = withoutRefusal(moveCount(bulk, row.state, next.state), row.n);
      void tx.objectStore('rows').put(next);
      hasChanged = true;
    }
    if (bulk !== before) await putBulk(tx, bulk);
  }
  await tx.done;
  return hasChanged;
}

function isOfEdit(row: unknown, { job, replaces }: RowEdit): boolean {
  if (!isObject(row)) return false;
  const { id, editedInto } = row;
  return editedInto === job || replaces.some((other) => other === id || other === editedInto);
}

/** A row that uses an existing link is not edited. */
const isOpen = ({ state, result }: BulkRow): boolean =>
  (state === 'refused' || state === 'left-out') && result === null;

/** `null` where the row stays as it is. */
function afterEdit(row: BulkRow, { job, end }: RowEdit, describe: (row: BulkRow) => string): BulkRow | null {
  const { state, link, editedInto, skippedInReview } = row;
  const isHeld = state === 'left-out' && editedInto !== undefined;
  if (end.state === 'done')
    return endRow(row, {
      state: 'done',
      link: end.link === null ? link : withTitle(end.link, link),
      result: end.result,
      errorText: '',
      failure: null,
      editedInto: undefined,
      skippedInReview: undefined,
      lost: undefined,
    });
  if (end.state === 'refused') {
    // The user has dismissed the row since.
    if (state === 'left-out' && !isHeld && !skippedInReview) return null;
    const { failure, lost, passwordDropped } = end;
    const changed = { failure, lost, passwordDropped, editedInto: job, link: withTitle(end.link, link) };
    return endRow(row, { ...changed, state: 'refused', errorText: '', skippedInReview: undefined });
  }
  if (end.state === 'cancelled') return isHeld ? endRow(row, { state: 'refused', errorText: '' }) : null;
  if (state !== 'refused' && !isHeld) return null;
  const errorText = isHeld ? row.errorText : describe(row);
  const isActive = end.state === 'active';
  return endRow(row, {
    state: 'left-out',
    errorText,
    failure: isActive ? row.failure : null,
    editedInto: isActive ? job : undefined,
  });
}

/** The form may have been without one. */
const withTitle = (link: LinkDraft, { title }: LinkDraft): LinkDraft =>
  link.title === '' ? { ...link, title } : link;
