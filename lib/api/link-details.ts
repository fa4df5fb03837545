/** One short link with all the fields of its single form (API §2, §4), and the link behind a short URL. */
import * as z from 'zod/mini';
import { getCall, UnreadableBody, type Call } from './call.ts';
import { addressMap, count, countMap, isRecord, timestamp } from './coerce.ts';
import { type Id, idInPath } from './ids.ts';
import { statistic } from './statistic.ts';
import { type Link, linkRecord, linkFields, normalizeLinkKeys } from './links.ts';
import { readPage } from './pagination.ts';
import { expectValue, payloadCandidates } from './response-fields.ts';
import { lastPathSegment } from './short-url.ts';

const restrictions = z.object({
  ...linkFields,
  /** Country → address. */
  location: addressMap,
  /** Device → address. */
  device: addressMap,
  expiry: timestamp,
});
/** Without the statistics, which the background does not use. */
export const linkRestrictionsRecord = z.pipe(normalizeLinkKeys, restrictions);
export type LinkRestrictions = z.infer<typeof linkRestrictionsRecord>;

export const linkDetailsRecord = z.pipe(
  normalizeLinkKeys,
  // Not spread: the bundler would keep the record in the background, where nothing uses it.
  z.extend(restrictions, {
    uniqueClicks: count,
    topCountries: statistic,
    topReferrers: statistic,
    topBrowsers: statistic,
    topOs: statistic,
    /** `facebook`, `twitter`, `google` → shares. */
    socialCount: countMap,
  }),
);
/** A link as the single form gives it: `details` and `data` in one record, a superset of the list entry. */
export type LinkDetails = z.infer<typeof linkDetailsRecord>;

/** The link behind a short URL; `null` when the account has none. */
export function findLink(shortUrl: string): Call<Link | null> {
  const call = getCall('/api/urls', (body) => readFound(body, shortUrl));
  return { ...call, query: { short: shortUrl }, readNotFound: () => null };
}

function readFound(body: unknown, shortUrl: string): Link | null {
  const single = readLinkDetail(body, linkRecord);
  if (single) return single;
  const { records, skipped } = readPage(body, 'urls', linkRecord);
  const exact = records.find((link) => link.shortUrl === shortUrl);
  if (exact) return exact;
  const [only] = records;
  // One response may spell the address differently, but a server that ignored the question answers something else.
  if (only && records.length === 1 && skipped === 0 && sameAlias(only, shortUrl)) return only;
  // "Not found" would be a guess about the entries that could not be read.
  if (skipped > 0) throw new UnreadableBody('Unreadable links');
  return null;
}

function sameAlias({ shortUrl, alias }: Link, wanted: string): boolean {
  const found = shortUrl === null ? alias : lastPathSegment(shortUrl);
  return found !== '' && found === lastPathSegment(wanted);
}

export function getLink(linkId: Id): Call<LinkDetails> {
  return getLinkAs(linkId, linkDetailsRecord);
}

/** `null` when it is not the response with a link's details. */
export const readLinkRestrictions = (body: unknown): LinkRestrictions | null =>
  readLinkDetail(body, linkRestrictionsRecord);

/** Reads as much of a link as the record asks for. */
export function getLinkAs<T>(linkId: Id, record: z.ZodMiniType<T>): Call<T> {
  return getCall(`/api/url/${idInPath(linkId)}`, (body) => expectValue(readLinkDetail(body, record)));
}

/** `details` beside `data`, which holds the statistics; the id is given in one place or two. */
function readLinkDetail<T>(body: unknown, record: z.ZodMiniType<T>): T | null {
  for (const place of payloadCandidates(body)) {
    const { details, data } = place;
    if (!isRecord(details)) continue;
    const merged = { ...(isRecord(data) ? data : {}), ...details, id: details['id'] ?? place['id'] };
    const read = z.safeParse(record, merged);
    if (read.success) return read.data;
  }
  return null;
}
