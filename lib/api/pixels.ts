/** Tracking pixels, which a link can fire (API §2, §4). */
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { id, text, timestamp } from './coerce.ts';
import type { Id } from './ids.ts';
import { listCall, type PageQuery } from './pagination.ts';
import { createdId } from './response-fields.ts';
import { addCall } from './record-calls.ts';

const pixelRecord = z.object({ id, type: text, name: text, tag: text, date: timestamp });
export type Pixel = z.infer<typeof pixelRecord>;

export function listPixels(query: PageQuery = {}) {
  return listCall('/api/pixels', 'pixels', pixelRecord, query);
}

/** The contract does not show the response, so a plain "error 0" is a success whose `id` is not known. */
export function addPixel(fields: {
  readonly type: string;
  readonly name: string;
  readonly tag: string;
}): Call<{ readonly id: Id | null }> {
  const { type, name, tag } = fields;
  return { ...addCall('pixel', { type, name, tag }), read: (body) => ({ id: createdId(body) }) };
}
