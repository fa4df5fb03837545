/**
 * The newest ids known for the account of now: a record that a lost answer left behind is newer. An answer may come after
 * another account has been connected, so each is noted for the account that was asked.
 */
import * as z from 'zod/mini';
import { isNewerId, id } from '../../../lib/api/coerce.ts';
import { readPage } from '../../../lib/api/pagination.ts';
import type { StoredItem } from '../../../lib/storage/stored-item.ts';
import type { PickerLists } from '../../../lib/storage/picker-lists.ts';
import { isAdd, listOf } from './list-of.ts';
import { logError } from '../log-error.ts';
import { maxId, type newestItem } from './scan-newest-links.ts';
import type { Command } from '../../../lib/outbox/commands.ts';

/** The service's lists of records whose ids grow. */
export type ListedKind = 'urls' | 'campaigns' | 'channels' | 'pixels';

export interface HighWaterMark {
  /** The newest known id of this kind in the present account; `null` when none is known. */
  read(kind: Command['kind']): Promise<string | null>;
  /**
   * A link of this id was listed, or made: then with the `Date` of the answer. Never throws.
   *
   * @param scope the account that was asked, here and below; nothing is recorded unless it is the present one
   */
  raise(scope: string, id: string | null, at?: number | null): Promise<void>;
  /** A list shows this id: what is made from now on is newer. */
  raiseFromList(scope: string, list: ListedKind, id: string | null): Promise<void>;
}

export function createHighWaterMark(deps: {
  readonly item: StoredItem<typeof newestItem.fallback>;
  readonly lists: StoredItem<PickerLists>;
  readonly scope: () => Promise<string>;
}): HighWaterMark {
  return {
    async read(kind) {
      const scope = await deps.scope();
      if (kind === 'shorten') {
        const kept = await deps.item.read();
        return kept.scope === scope ? kept.id : null;
      }
      // What is done again needs none, and there are no two domains of one address.
      const list = isAdd(kind) ? listOf({ kind }) : 'domains';
      if (list === 'domains') return null;
      const lists = await deps.lists.read();
      if (lists.scope !== scope || lists.at === 0) return null;
      const kept = await deps.item.read();
      const seen = kept.scope === scope ? kept.records?.[list] : undefined;
      return newestOf(maxId(lists[list]) ?? '0', seen);
    },
    async raise(scope, id, at = null) {
      if (id === null) return;
      await change(scope, (kept) => {
        if (kept.scope !== scope || kept.id === null) return { scope, id, at, ...madeAt(id, at) };
        if (!isNewerId(id, kept.id)) return kept;
        return { ...kept, id, at, ...madeAt(id, at) };
      });
    },
    async raiseFromList(scope, list, id) {
      if (id === null) return;
      // A page of a list is not all of it: it makes what is known newer, and does not begin it.
      await change(scope, (kept) => {
        if (kept.scope !== scope) return kept;
        if (list === 'urls')
          return kept.id !== null && isNewerId(id, kept.id) ? { ...kept, id, at: null } : kept;
        const before = kept.records?.[list];
        if (before !== undefined && !isNewerId(id, before)) return kept;
        return { ...kept, records: { ...kept.records, [list]: id } };
      });
    },
  };

  /** An older id only makes a look-up go through more, so nothing fails over a disk that does not take it. */
  async function change(scope: string, next: (kept: Kept) => Kept): Promise<void> {
    try {
      if ((await deps.scope()) === scope) await deps.item.update(next);
    } catch (error) {
      logError(error);
    }
  }
}

type Kept = typeof newestItem.fallback;

const newestOf = (one: string, other: string | undefined) =>
  other !== undefined && isNewerId(other, one) ? other : one;

/** With the time of its answer the service's zone can be learned, even once newer links are known. */
const madeAt = (id: string, at: number | null): Pick<Kept, 'made'> =>
  at === null ? {} : { made: { id, at } };

const listed = z.object({ id });

/** Learns from a list that a page or the keeper has read, whatever it was read for. Never throws. */
export function createHighWaterMarkUpdater(newest: Pick<HighWaterMark, 'raiseFromList'>) {
  return async (scope: string, path: string, body: unknown): Promise<void> => {
    const list = listsByPath.get(path);
    if (list === undefined) return;
    try {
      await newest.raiseFromList(scope, list, maxId(readPage(body, list, listed).records));
    } catch {
      // No list: one link alone, or nothing found. There is nothing to learn from it.
    }
  };
}

const listsByPath: ReadonlyMap<string, ListedKind> = new Map(
  (['urls', 'campaigns', 'channels', 'pixels'] as const).map((list) => [`/api/${list}`, list]),
);
