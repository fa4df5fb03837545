/** Asks what the manage page and the keeper alone ask; the answers' checks come with them, as these pages read much more. */
import { answerTo } from './client.ts';
import { manageReplies } from './manage-reply-schemas.ts';
import type { ManageKind, ReplyOf, RequestOf } from './protocol.ts';

/** @throws AskError, never anything else */
export function askManage<K extends ManageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K>> {
  return answerTo(kind, request, () => manageReplies[kind]);
}
