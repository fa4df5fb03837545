/** Tracking pixels, which a link can fire (API §2, §4). */
import * as z from 'zod/mini';
import { id, text, timestamp } from './coerce.ts';
import { listCall, type PageQuery } from './pagination.ts';
import { addCall } from './record-calls.ts';

const pixelRecord = z.object({ id, type: text, name: text, tag: text, date: timestamp });
export type Pixel = z.infer<typeof pixelRecord>;

export function listPixels(query: PageQuery = {}) {
  return listCall('/api/pixels', 'pixels', pixelRecord, query);
}

/** The contract does not show the response: where it has no id, the outbox looks the pixel up, as after any unreadable one. */
export const addPixel = ({ type, name, tag }: Pick<Pixel, 'type' | 'name' | 'tag'>) =>
  addCall('pixel', { type, name, tag });
