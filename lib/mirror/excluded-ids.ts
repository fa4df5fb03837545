/**
 * Links that were created in a private window: their ids, so that no list of the service stores anything else of them.
 * Where the service returned no id, a digest of the short URL stands in until a list has the id.
 */
import { decodeEntities } from '../api/html-entities.ts';
import { shortUrlKey } from '../api/short-url.ts';
import { hashOf } from '../text/hash.ts';
import * as z from 'zod/mini';
import type { StateSource } from './database.ts';

export const excludedIdsKey = 'unkept';

/** Beyond that the oldest are dropped. */
const maxIds = 10_000;

const schema = z.array(z.string());

export async function readExcludedIds(source: StateSource): Promise<ReadonlySet<string>> {
  const ids = schema.safeParse(await source.get(excludedIdsKey));
  return new Set(ids.success ? ids.data : []);
}

/** Each id once: a worker instance repeats an exclusion, as it can't know whether the last one has stored it. */
export const withExcludedId = (ids: ReadonlySet<string>, id: string): string[] =>
  [...new Set([...ids, id])].slice(-maxIds);

/** Of the short URL alone. */
export const digestOf = (shortUrl: string): string => `url:${hashOf(shortUrlKey(decodeEntities(shortUrl)))}`;

interface LinkIdentity {
  readonly id: string;
  readonly shortUrl: string | null;
}

/** @returns the links that may be stored, and the exclusions with digests replaced by the ids that the list has */
export function removeExcluded<L extends LinkIdentity>(
  excluded: ReadonlySet<string>,
  links: readonly L[],
): { readonly links: L[]; readonly excluded: ReadonlySet<string> } {
  if (![...excluded].some((one) => one.startsWith('url:')))
    return { links: links.filter(({ id }) => !excluded.has(id)), excluded };
  const updated = new Set(excluded);
  for (const { id, shortUrl } of links)
    if (shortUrl !== null && updated.delete(digestOf(shortUrl))) updated.add(id);
  return { links: links.filter(({ id }) => !updated.has(id)), excluded: updated };
}
