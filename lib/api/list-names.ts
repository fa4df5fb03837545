/** Lists read by id and name alone: enough to recognize a record by. */
import * as z from 'zod/mini';
import { id, isRecord, text, toText } from './coerce.ts';
import { type Id, idInPath } from './ids.ts';
import { listCall, type PageQuery } from './pagination.ts';

/** The name comes under `name`, `domain` or `campaign`, depending on the endpoint and the server. */
export const normalizeNameField = z.transform((value: unknown): unknown => {
  if (!isRecord(value)) return value;
  const name = [value['name'], value['domain'], value['campaign']].map(toText).find((found) => found !== '');
  return { ...value, name };
});

/** A pixel's tag distinguishes two of one name. */
const namedRecord = z.pipe(normalizeNameField, z.object({ id, name: text, tag: text }));
const itemRecord = z.object({ id, type: text });

export function listNames(list: 'campaigns' | 'channels' | 'domains' | 'pixels', query: PageQuery) {
  return listCall(`/api/${list}`, list, namedRecord, query);
}

export function listItemIds(channelId: Id, query: PageQuery) {
  return listCall(`/api/channel/${idInPath(channelId)}`, 'items', itemRecord, query);
}
