/** Short links as the service lists them (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { count, id, isRecord, listedAddress, text, timestamp, webAddress, withoutEmpty } from './coerce.ts';
import { listCall, type Page, pageQuery, type PageQuery } from './pagination.ts';

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

/** The service writes `shorturl` and `longurl`; a stored record already has our spelling. */
export const normalizeLinkKeys = z.transform((value: unknown): unknown =>
  isRecord(value)
    ? {
        ...value,
        shortUrl: value['shortUrl'] ?? value['shorturl'],
        longUrl: value['longUrl'] ?? value['longurl'],
      }
    : value,
);

export const linkRecord = z.pipe(normalizeLinkKeys, z.object(linkFields));
export type Link = z.infer<typeof linkRecord>;

/** Keeps the long URL as it was listed: many services show it decoded, and encoding it again may give another one. */
const listedText = z.transform((value: unknown): unknown =>
  isRecord(value) ? { ...value, listedUrl: value['longurl'] ?? value['longUrl'] } : value,
);
const lookupRecord = z.pipe(
  listedText,
  z.pipe(normalizeLinkKeys, z.object({ ...linkFields, listedUrl: text })),
);
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

function listOf<T>(record: z.ZodMiniType<T>, { limit, page, order, q }: LinkQuery): Call<Page<T>> {
  const call = listCall('/api/urls', 'urls', record, { limit, page });
  return { ...call, query: { ...pageQuery({ limit, page }), ...withoutEmpty({ order, q }) } };
}
