/** The form in which the service tells one link alone (API §4); how much of it is read is its reader's choice. */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { type Id, idInPath, isRecord } from './coerce.ts';
import { expectValue, payloadCandidates } from './pagination.ts';

export function getLinkAs<T>(linkId: Id, record: z.ZodMiniType<T>): Call<T> {
  return {
    method: 'GET',
    path: `/api/url/${idInPath(linkId)}`,
    read: (body) => expectValue(readLinkDetail(body, record)),
    repeatable: true,
  };
}

/** `details` beside `data`, which holds the statistics; the id is given in one place or two. */
export function readLinkDetail<T>(body: unknown, record: z.ZodMiniType<T>): T | null {
  for (const place of payloadCandidates(body)) {
    const { details, data } = place;
    if (!isRecord(details)) continue;
    const merged = { ...(isRecord(data) ? data : {}), ...details, id: details['id'] ?? place['id'] };
    const read = z.safeParse(record, merged);
    if (read.success) return read.data;
  }
  return null;
}
