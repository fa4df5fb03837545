/**
 * Links that were made in a private window: their ids, so that no list of the service brings anything else of them onto
 * the disk. Who looks one up by its short address still finds it at the service.
 */
import * as z from 'zod/mini';

export const unkeptKey = 'unkept';

/** The oldest go first, should anybody ever make so many. */
const most = 10_000;

const schema = z.array(z.string());

interface Source {
  get(key: string): Promise<unknown>;
}

export async function readUnkept(source: Source): Promise<ReadonlySet<string>> {
  const ids = schema.safeParse(await source.get(unkeptKey));
  return new Set(ids.success ? ids.data : []);
}

/** Each once: a link is noted again by every life of the background that can't tell whether the last one did. */
export const withUnkept = (ids: ReadonlySet<string>, id: string): string[] =>
  [...new Set([...ids, id])].slice(-most);
