/** The links of batches that the popup reports, which does without the library and the schemas of batches. */
import { isObject } from '../api/is-object.ts';
import { readStore } from './read-store.ts';

export interface BulkLinks {
  /** In all of these batches. */
  readonly links: number;
  /** The id of the batch that has all of the links; `null` where several have. */
  readonly only: string | null;
}

export interface BulkSummary {
  readonly running: BulkLinks;
  /** Those that the user has to resume. */
  readonly paused: BulkLinks;
  /** Links of batches that have ended since a page showed them; empty batches are none. */
  readonly ended: BulkLinks & { readonly failed: number };
  /** Those that are still to be submitted as jobs. */
  readonly waiting: number;
}

const none: BulkLinks = { links: 0, only: null };
export const emptyBulkSummary: BulkSummary = {
  running: none,
  paused: none,
  ended: { ...none, failed: 0 },
  waiting: 0,
};

/** @throws when the database can't be read */
export async function summarizeBulks(scope: string): Promise<BulkSummary> {
  const stored = await readStore(scope, (database) =>
    database.transaction('bulks').objectStore('bulks').getAll(),
  );
  const bulks = stored.filter(isObject).map(countLinks);
  const ended = bulks.filter(({ endUnread, open }) => endUnread === true && open === 0);
  const inState = (state: string) => bulks.filter(({ desiredState }) => desiredState === state);
  return {
    running: sumUp(inState('run'), 'open'),
    paused: sumUp(inState('pause'), 'open'),
    ended: { ...sumUp(ended, 'done'), failed: sumUp(ended, 'failed').links },
    waiting: sum(bulks.map((bulk) => (bulk.desiredState === 'cancel' ? 0 : bulk.waiting))),
  };
}

function countLinks({ id, desiredState, counts, endUnread }: Readonly<Record<string, unknown>>) {
  const { waiting, out, asks, done, refused } = isObject(counts) ? counts : {};
  return {
    id: String(id),
    desiredState,
    endUnread,
    waiting,
    open: sum([waiting, out, asks]),
    done: sum([done, refused]),
    failed: sum([refused]),
  };
}

function sumUp(bulks: readonly ReturnType<typeof countLinks>[], what: 'open' | 'done' | 'failed'): BulkLinks {
  const counted = bulks.filter((bulk) => bulk[what] > 0);
  return {
    links: sum(counted.map((bulk) => bulk[what])),
    only: counted.length === 1 ? (counted[0]?.id ?? null) : null,
  };
}

/** Ignores what is no number. */
const sum = (counts: readonly unknown[]): number =>
  counts.reduce<number>((total, count) => total + (typeof count === 'number' ? count : 0), 0);
