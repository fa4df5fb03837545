/**
 * The newest ids known in the present account: a record that a lost response left behind is newer. A response may arrive
 * after another account has been connected, so each is recorded for the account that was asked.
 */
import * as z from 'zod/mini';
import { id as idSchema } from '../../../lib/api/coerce.ts';
import { isAfter, newestId } from '../../../lib/api/ids.ts';
import { readPage } from '../../../lib/api/pagination.ts';
import type { ItemDefinition, StoredItem } from '../../../lib/storage/stored-item.ts';
import type { PickerLists } from '../../../lib/storage/picker-lists.ts';
import { isAdd, listNameOf, type Command } from '../../../lib/outbox/commands.ts';
import { logError } from '../../../lib/browser/log-error.ts';

const marksSchema = z.object({
  scope: z.string(),
  id: z.nullable(z.string()),
  /** When it was made, if that was here: the `Date` of the response, epoch ms. */
  at: z.optional(z.nullable(z.number())),
  /** The newest one that was made here with the `Date` of its response: what the service's UTC offset is learned from. */
  made: z.optional(z.object({ id: z.string(), at: z.number() })),
  /** When the list of links was last read for the mark, epoch ms: links from before are not above it. */
  listedAt: z.optional(z.number()),
  /** When the latest link without an id was made whose claim was dropped, epoch ms: `id` may be outdated until a list is newer. */
  unlisted: z.optional(z.number()),
  /** The newest ids that lists of other records have shown. */
  records: z.optional(
    z.object({
      campaigns: z.optional(z.string()),
      channels: z.optional(z.string()),
      pixels: z.optional(z.string()),
    }),
  ),
});

type HighWaterMarks = z.infer<typeof marksSchema>;

export const newestIdsItem: ItemDefinition<HighWaterMarks> = {
  key: 'newest-link',
  version: 1,
  schema: marksSchema,
  fallback: { scope: '', id: null },
};

/** The service's lists of records whose ids grow. */
const listedKinds = ['urls', 'campaigns', 'channels', 'pixels'] as const;
export type ListedKind = (typeof listedKinds)[number];

/** Idempotent commands need none, and a domain exists only once. */
function newestRecord(
  kind: Command['kind'],
  known: PickerLists,
  stored: HighWaterMarks,
  scope: string,
): string | null {
  const list = isAdd(kind) ? listNameOf({ kind }) : 'domains';
  if (list === 'domains' || known.scope !== scope || known.at === 0) return null;
  const seen = stored.scope === scope ? stored.records?.[list] : undefined;
  const newest = newestId(known[list]) ?? '0';
  return seen !== undefined && isAfter(seen, newest) ? seen : newest;
}

export type HighWaterMark = ReturnType<typeof createHighWaterMark>;

interface HighWaterMarkDeps {
  readonly item: StoredItem<HighWaterMarks>;
  readonly lists: StoredItem<PickerLists>;
  readonly scope: () => Promise<string>;
}

/** A time in the future was taken before the clock was set back, so it says nothing about what came later. */
function withUnlistedLink(
  { listedAt = 0, ...stored }: HighWaterMarks,
  at: number,
  now: number,
): HighWaterMarks {
  const unlistedSince = Math.max(Math.min(stored.unlisted ?? 0, now), Math.min(at, now));
  return { ...stored, unlisted: unlistedSince, listedAt: listedAt > now ? 0 : listedAt };
}

function raised(stored: HighWaterMarks, scope: string, id: string, at: number | null): HighWaterMarks {
  const known = stored.scope === scope ? stored.id : null;
  if (!isAfter(id, known)) return stored;
  // With the time of its response the service's UTC offset can be learned, even once newer links are known.
  const made = at === null ? {} : { made: { id, at } };
  return { ...(known !== null && stored), scope, id, at, ...made };
}

/** Raises an existing mark and never creates one: a page of a list is not all of it. */
function raisedFromList(stored: HighWaterMarks, scope: string, list: ListedKind, id: string): HighWaterMarks {
  if (stored.scope !== scope) return stored;
  if (list === 'urls')
    return stored.id !== null && isAfter(id, stored.id) ? { ...stored, id, at: null } : stored;
  if (!isAfter(id, stored.records?.[list])) return stored;
  return { ...stored, records: { ...stored.records, [list]: id } };
}

export function createHighWaterMark({ item, lists, scope: currentScope }: HighWaterMarkDeps) {
  /** With an older id a lookup only reads more, so a failed write is no failure of the caller. */
  async function change(scope: string, next: (stored: HighWaterMarks) => HighWaterMarks): Promise<void> {
    try {
      if ((await currentScope()) === scope) await item.update(next);
    } catch (error) {
      logError(error);
    }
  }

  /**
   * A link of this id was listed, or made: then with the `Date` of the response. Never throws.
   *
   * @param scope the account that was asked, here and below; nothing is recorded unless it is the present one
   */
  async function raise(scope: string, id: string | null, at: number | null = null): Promise<void> {
    if (id !== null) await change(scope, (stored) => raised(stored, scope, id, at));
  }

  return {
    raise,
    /** The newest known id of this kind in the present account; `null` when none is known. */
    async read(kind: Command['kind']): Promise<string | null> {
      const scope = await currentScope();
      const stored = await item.read();
      if (kind !== 'shorten') return newestRecord(kind, await lists.read(), stored, scope);
      const { unlisted: unlistedSince = 0, listedAt = 0 } = stored;
      return stored.scope === scope && unlistedSince <= listedAt ? stored.id : null;
    },
    /** The newest known id of a link, although newer links may have been made; `null` when none is known. */
    async readOutdated(): Promise<string | null> {
      const stored = await item.read();
      return stored.scope === (await currentScope()) ? stored.id : null;
    },
    /** Call before the newest page of the list is read; call the returned function with the newest id on it. Never throws. */
    async startList(scope: string, at: number) {
      const { unlisted: before } = await item.read();
      return async (id: string): Promise<void> => {
        await raise(scope, id);
        // What was dropped before the list began is in it, even if the clock was ahead then.
        await change(scope, ({ unlisted: unlistedSince, ...stored }) => ({
          ...stored,
          ...(unlistedSince !== undefined && unlistedSince !== before && { unlisted: unlistedSince }),
          listedAt: at,
        }));
      };
    },
    /**
     * The claim on a link that was made at `at` is dropped, and its id is not known: only a list shows that it is old.
     *
     * @param now epoch ms, as `at`: the clock may have been set back since either was recorded
     */
    noteUnlistedLink: (scope: string, at: number, now: number): Promise<unknown> =>
      item.update((stored) => (stored.scope === scope ? withUnlistedLink(stored, at, now) : stored)),
    /** A list shows this id: what is made from now on is newer. */
    async raiseFromList(scope: string, list: ListedKind, id: string | null): Promise<void> {
      if (id !== null) await change(scope, (stored) => raisedFromList(stored, scope, list, id));
    },
  };
}

const recordSchema = z.object({ id: idSchema });

/** Raises the marks from every list that is read, for any purpose. Never throws. */
export function createHighWaterMarkUpdater({ raiseFromList }: Pick<HighWaterMark, 'raiseFromList'>) {
  return async (scope: string, path: string, body: unknown): Promise<void> => {
    const list = listedKinds.find((kind) => path === `/api/${kind}`);
    if (list === undefined) return;
    try {
      await raiseFromList(scope, list, newestId(readPage(body, list, recordSchema).records));
    } catch {
      // No list: one link alone, or nothing found. There is nothing to learn from it.
    }
  };
}
