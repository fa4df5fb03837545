/**
 * Links that were made in a private window: their ids (or, where the service told none, a digest of the short link until
 * a list tells the id), so that no list of the service brings anything else of them onto
 * the disk. Who looks one up by its short address still finds it at the service.
 */
import { decodeEntities } from '../api/html-entities.ts';
import { withoutTrailing } from '../api/trim.ts';
import * as z from 'zod/mini';

export const excludedIdsKey = 'unkept';

/** The oldest go first, should anybody ever make so many. */
const maxIds = 10_000;

const schema = z.array(z.string());

interface Source {
  get(key: string): Promise<unknown>;
}

export async function readExcludedIds(source: Source): Promise<ReadonlySet<string>> {
  const ids = schema.safeParse(await source.get(excludedIdsKey));
  return new Set(ids.success ? ids.data : []);
}

/** Each once: a link is noted again by every life of the background that can't tell whether the last one did. */
export const withExcludedId = (ids: ReadonlySet<string>, id: string): string[] =>
  [...new Set([...ids, id])].slice(-maxIds);

/** Of the short link alone, 53 bits: no part of it can be read from that. */
export function digestOf(shortUrl: string): string {
  const whole = decodeEntities(shortUrl)
    .replace(/^https?:\/\//iu, '')
    .replace(/^[^/?#]+/u, (host) => host.toLowerCase());
  const text = withoutTrailing(whole, /\//u);
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return `url:${(4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36)}`;
}

interface LinkIdentity {
  readonly id: string;
  readonly shortUrl: string | null;
}

/** @returns those that may be kept, and what is known of the others then: their ids in place of digests */
export function removeExcluded<L extends LinkIdentity>(
  excluded: ReadonlySet<string>,
  links: readonly L[],
): { readonly kept: L[]; readonly unkept: ReadonlySet<string> } {
  if (![...excluded].some((one) => one.startsWith('url:')))
    return { kept: links.filter(({ id }) => !excluded.has(id)), unkept: excluded };
  const updated = new Set(excluded);
  for (const { id, shortUrl } of links)
    if (shortUrl !== null && updated.delete(digestOf(shortUrl))) updated.add(id);
  return { kept: links.filter(({ id }) => !updated.has(id)), unkept: updated };
}
