/**
 * The newest ids known in the present account: a record that a lost answer left behind is newer. An answer may arrive
 * after another account has been connected, so each is recorded for the account that was asked.
 */
import * as z from 'zod/mini';
import { isNewerId, id } from '../../../lib/api/coerce.ts';
import { readPage } from '../../../lib/api/pagination.ts';
import type { StoredItem } from '../../../lib/storage/stored-item.ts';
import type { PickerLists } from '../../../lib/storage/picker-lists.ts';
import { isAdd, listOf } from '../../../lib/outbox/list-of.ts';
import { logError } from '../log-error.ts';
import { maxId, type newestItem } from './scan-newest-links.ts';
import type { Command } from '../../../lib/outbox/commands.ts';

/** The service's lists of records whose ids grow. */
export type ListedKind = 'urls' | 'campaigns' | 'channels' | 'pixels';

export interface HighWaterMark {
  /** The newest known id of this kind in the present account; `null` when none is known. */
  read(kind: Command['kind']): Promise<string | null>;
  /** The newest known id of a link, although newer links may have been made; `null` when none is known. */
  readOutdated(): Promise<string | null>;
  /**
   * A link of this id was listed, or made: then with the `Date` of the answer. Never throws.
   *
   * @param scope the account that was asked, here and below; nothing is recorded unless it is the present one
   */
  raise(scope: string, id: string | null, at?: number | null): Promise<void>;
  /** The newest page of the list is read from `at` (epoch ms) on. The result records the id that it shows; never throws. */
  startList(scope: string, at: number): Promise<(id: string) => Promise<void>>;
  /**
   * The claim on a link that was made at `at` is dropped, and its id is not known: only a list shows that it is old.
   *
   * @param now epoch ms, as `at`: the clock may have been set back since either was recorded
   */
  expire(scope: string, at: number, now: number): Promise<void>;
  /** A list shows this id: what is made from now on is newer. */
  raiseFromList(scope: string, list: ListedKind, id: string | null): Promise<void>;
}

interface HighWaterMarkDeps {
  readonly item: StoredItem<typeof newestItem.fallback>;
  readonly lists: StoredItem<PickerLists>;
  readonly scope: () => Promise<string>;
}

export function createHighWaterMark(deps: HighWaterMarkDeps): HighWaterMark {
  return {
    async read(kind) {
      const scope = await deps.scope();
      if (kind === 'shorten') {
        const stored = await deps.item.read();
        const { unlisted = 0, listedAt = 0 } = stored;
        return stored.scope === scope && unlisted <= listedAt ? stored.id : null;
      }
      // Idempotent commands need none, and a domain exists only once.
      const list = isAdd(kind) ? listOf({ kind }) : 'domains';
      if (list === 'domains') return null;
      const lists = await deps.lists.read();
      if (lists.scope !== scope || lists.at === 0) return null;
      const stored = await deps.item.read();
      const seen = stored.scope === scope ? stored.records?.[list] : undefined;
      return newestOf(maxId(lists[list]) ?? '0', seen);
    },
    async readOutdated() {
      const stored = await deps.item.read();
      return stored.scope === (await deps.scope()) ? stored.id : null;
    },
    async raise(scope, id, at = null) {
      if (id === null) return;
      await changeMarks(deps, scope, (stored) => {
        if (stored.scope !== scope || stored.id === null) return { scope, id, at, ...madeAt(id, at) };
        if (!isNewerId(id, stored.id)) return stored;
        return { ...stored, id, at, ...madeAt(id, at) };
      });
    },
    async startList(scope, at) {
      const { unlisted: before } = await deps.item.read();
      return async (id) => {
        await this.raise(scope, id);
        // What was dropped before the list began is in it, even if the clock was ahead then.
        await changeMarks(deps, scope, ({ unlisted, ...stored }) => ({
          ...stored,
          ...(unlisted !== undefined && unlisted !== before && { unlisted }),
          listedAt: at,
        }));
      };
    },
    async expire(scope, at, now) {
      await deps.item.update((stored) => (stored.scope === scope ? expired(stored, at, now) : stored));
    },
    async raiseFromList(scope, list, id) {
      if (id === null) return;
      // A page of a list is not all of it: it makes what is known newer, and does not begin it.
      await changeMarks(deps, scope, (stored) => {
        if (stored.scope !== scope) return stored;
        if (list === 'urls')
          return stored.id !== null && isNewerId(id, stored.id) ? { ...stored, id, at: null } : stored;
        const before = stored.records?.[list];
        if (before !== undefined && !isNewerId(id, before)) return stored;
        return { ...stored, records: { ...stored.records, [list]: id } };
      });
    },
  };
}

/** With an older id a lookup only reads more, so a failed write is no failure of the caller. */
async function changeMarks(
  deps: HighWaterMarkDeps,
  scope: string,
  next: (stored: StoredMarks) => StoredMarks,
): Promise<void> {
  try {
    if ((await deps.scope()) === scope) await deps.item.update(next);
  } catch (error) {
    logError(error);
  }
}

type StoredMarks = typeof newestItem.fallback;

/** A time in the future was taken before the clock was set back, so it says nothing about what came later. */
function expired({ listedAt = 0, ...stored }: StoredMarks, at: number, now: number): StoredMarks {
  const unlisted = Math.max(Math.min(stored.unlisted ?? 0, now), Math.min(at, now));
  return { ...stored, unlisted, listedAt: listedAt > now ? 0 : listedAt };
}

const newestOf = (one: string, other: string | undefined) =>
  other !== undefined && isNewerId(other, one) ? other : one;

/** With the time of its answer the service's zone can be learned, even once newer links are known. */
const madeAt = (id: string, at: number | null): Pick<StoredMarks, 'made'> =>
  at === null ? {} : { made: { id, at } };

const listed = z.object({ id });

/** Raises the marks from every list that is read, for any purpose. Never throws. */
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
