/** A page's way to read from the service; a background that was killed meanwhile is asked again. */
import { sendManageRequest } from './manage-client.ts';
import { withRetry } from './client.ts';
import type { RequestOf } from './protocol.ts';
import { createApiReaderWith, type ApiReader } from './api-reader.ts';

export type { ReadResult, ApiReader } from './api-reader.ts';

export function createApiReader(scope: () => string, urgency: RequestOf<'read'>['urgency']): ApiReader {
  return createApiReaderWith(
    (request) => withRetry(() => sendManageRequest('read', request)),
    scope,
    urgency,
  );
}
