/** Call-to-action overlays, which a link can be shown under (API §2, §4). They are made on the service's own site. */
import * as z from 'zod/mini';
import { id, text, timestamp } from './coerce.ts';
import { listCall, type PageQuery } from './pagination.ts';

/** `type` is open: the sample shows `message` and `contact`. */
const overlayRecord = z.object({ id, type: text, name: text, date: timestamp });
export type Overlay = z.infer<typeof overlayRecord>;

export function listOverlays(query: PageQuery = {}) {
  return listCall('/api/overlay', 'cta', overlayRecord, query);
}
