/** Asks what the manage page and the keeper alone ask; the answers' checks come with them, as these pages read much more. */
import { sendRequestWith } from './client.ts';
import { manageReplies } from './manage-reply-schemas.ts';
import type { ManageKind, ReplyOf, RequestOf } from './protocol.ts';

/** @throws MessageError, never anything else */
export function sendManageRequest<K extends ManageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K>> {
  return sendRequestWith(kind, request, () => manageReplies[kind]);
}
