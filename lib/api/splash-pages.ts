/** Custom splash pages, which a link can lead through (API §2, §4). They are made on the service's own site. */
import * as z from 'zod/mini';
import { id, text, timestamp } from './coerce.ts';
import { listCall, type PageQuery } from './pagination.ts';

const splashPageRecord = z.object({ id, name: text, date: timestamp });
export type SplashPage = z.infer<typeof splashPageRecord>;

export function listSplashPages(query: PageQuery = {}) {
  return listCall('/api/splash', 'splash', splashPageRecord, query);
}
