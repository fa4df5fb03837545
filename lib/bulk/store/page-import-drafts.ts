/** The unfinished import of a bulk of each page, stored until that page clears it. Parsed by the page. */
import * as z from 'zod/mini';
import type { MirrorDatabase } from '../../mirror/database.ts';

const draftKey = 'bulk-draft';

/** Drafts of closed pages, each of which may have two million characters. */
const maxDrafts = 10;

/** Calls `work` unless the page with that id is open. */
type IfClosed = <T>(page: string, work: () => Promise<T>) => Promise<T | undefined>;

const prefix = `${draftKey}@`;
/** @param page `''` for the one draft that earlier versions stored for all pages */
const keyOf = (page: string): string => (page === '' ? draftKey : prefix + page);
const pageOf = (key: string): string => key.slice(prefix.length);

/** Drafts of an earlier version have no time. */
const stampedSchema = z.object({ at: z.number() });
const timeOf = (draft: unknown): number => stampedSchema.safeParse(draft).data?.at ?? 0;

export async function getDraft(database: MirrorDatabase, page: string): Promise<unknown> {
  return database.get('state', keyOf(page));
}

/**
 * Committed before it returns: a page that is being closed runs nothing after that.
 *
 * @param draft `null` removes the stored one of the page
 */
export async function saveDraft(
  database: MirrorDatabase,
  page: string,
  draft: object | null,
  at: number,
): Promise<void> {
  const tx = database.transaction('state', 'readwrite');
  const change = draft === null ? tx.store.delete(keyOf(page)) : tx.store.put({ ...draft, at }, keyOf(page));
  tx.commit();
  await Promise.all([change, tx.done]);
}

/**
 * Makes the newest draft of a closed page that of `page`, so that no two pages edit one draft. The oldest are removed.
 *
 * @returns `undefined` where every draft is of an open page
 */
export async function takeOverDraft(
  database: MirrorDatabase,
  page: string,
  ifClosed: IfClosed,
): Promise<unknown> {
  const others = await listPages(database);
  for (const other of others.slice(maxDrafts))
    await ifClosed(other, () => database.delete('state', keyOf(other)));
  for (const other of others) {
    const draft = await ifClosed(other, () => moveDraft(database, other, page));
    if (draft !== undefined) return draft;
  }
  return undefined;
}

/** The pages that have a stored draft, that of the newest first. */
async function listPages(database: MirrorDatabase): Promise<readonly string[]> {
  const { store, done } = database.transaction('state');
  const range = IDBKeyRange.bound(draftKey, `${prefix}\uFFFF`);
  const [keys, drafts] = await Promise.all([store.getAllKeys(range), store.getAll(range), done]);
  return keys
    .map((key, index) => ({ page: pageOf(key), at: timeOf(drafts[index]) }))
    .toSorted((one, other) => other.at - one.at)
    .map(({ page }) => page);
}

async function moveDraft(database: MirrorDatabase, from: string, to: string): Promise<unknown> {
  const { store, done } = database.transaction('state', 'readwrite');
  const draft = await store.get(keyOf(from));
  const changes = draft === undefined ? [] : [store.put(draft, keyOf(to)), store.delete(keyOf(from))];
  await Promise.all([...changes, done]);
  return draft;
}
