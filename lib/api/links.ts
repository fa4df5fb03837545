/** Short links as the service lists them (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { count, id, isRecord, listedAddress, text, timestamp, webAddress } from './coerce.ts';
import { withoutEmpty } from './without-empty.ts';
import { listCall, type Page, type PageQuery } from './pagination.ts';

/** The fields that every form of a link has. */
export const linkFields = {
  id,
  /** Empty in the details of a link, which don't carry it. */
  alias: text,
  /** `null` when the service gave nothing that is safe to open or to copy. */
  shortUrl: webAddress,
  longUrl: listedAddress,
  clicks: count,
  title: text,
  description: text,
  date: timestamp,
};

/**
 * The service writes `shorturl` and `longurl`; a stored record already has our spelling. `listedUrl`: the long URL as it was
 * listed, since many services show it decoded, and encoding it again may give another one.
 */
export const normalizeLinkKeys = z.transform((value: unknown): unknown =>
  isRecord(value)
    ? {
        ...value,
        shortUrl: value['shortUrl'] ?? value['shorturl'],
        longUrl: value['longUrl'] ?? value['longurl'],
        listedUrl: value['longurl'] ?? value['longUrl'],
      }
    : value,
);

export const linkRecord = z.pipe(normalizeLinkKeys, z.object(linkFields));
export type Link = z.infer<typeof linkRecord>;

const lookupRecord = z.pipe(normalizeLinkKeys, z.object({ ...linkFields, listedUrl: text }));
/** A link as a lookup compares it. `listedUrl` is text of the service's: for comparison, never to open or to copy. */
export type LookupLink = z.infer<typeof lookupRecord>;

interface LinkQuery extends PageQuery {
  readonly order?: 'date' | 'click' | undefined;
  /** Keywords. */
  readonly q?: string | undefined;
}

/** Has no `short`: the service would ignore everything else (API §4, rule 1). That is `findLink`. */
export function listLinks(query: LinkQuery = {}): Call<Page<Link>> {
  return listOf(linkRecord, query);
}

/** The same list for a lookup, with the long URLs as the service shows them. */
export function listLinksForLookup(query: LinkQuery): Call<Page<LookupLink>> {
  return listOf(lookupRecord, query);
}

function listOf<T>(record: z.ZodMiniType<T>, query: LinkQuery): Call<Page<T>> {
  const { order, q } = query;
  const call = listCall('/api/urls', 'urls', record, query);
  return { ...call, query: { ...call.query, ...withoutEmpty({ order, q }) } };
}
