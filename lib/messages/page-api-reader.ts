/** A page's way to read from the service; a background that was killed meanwhile is asked again. */
import { askManage } from './manage-client.ts';
import { insist } from './client.ts';
import type { RequestOf } from './protocol.ts';
import { createReaderBy, type Reader } from './api-reader.ts';

export type { Read, Reader } from './api-reader.ts';

export function createReader(scope: () => string, urgency: RequestOf<'read'>['urgency']): Reader {
  return createReaderBy((request) => insist(() => askManage('read', request)), scope, urgency);
}
