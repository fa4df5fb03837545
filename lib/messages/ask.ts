/** The pages' end of the one road: asks the background and checks the reply. */
import { native } from '../browser/native.ts';
import type { MessageKind, ReplyOf, RequestOf } from './protocol.ts';
import { replies, replySchema } from './replies.ts';

/** `no-answer`: the worker died meanwhile; what was asked by an intent is on disk and goes on at its next start. */
export type AskProblem = 'no-answer' | 'bad-request' | 'failed';

export class AskError extends Error {
  readonly problem: AskProblem;

  constructor(problem: AskProblem, options?: ErrorOptions) {
    super(problem, options);
    this.name = 'AskError';
    this.problem = problem;
  }
}

/** @throws AskError, never anything else */
export async function ask<K extends MessageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K>> {
  let raw: unknown;
  try {
    raw = await native.runtime.sendMessage({ target: 'background', kind, request });
  } catch (cause) {
    throw new AskError('no-answer', { cause });
  }
  const reply = replySchema.safeParse(raw);
  if (!reply.success) throw new AskError('no-answer');
  if (!reply.data.ok) throw new AskError(reply.data.problem);
  const value = replies[kind].safeParse(reply.data.value);
  if (!value.success) throw new AskError('failed');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked one line above by the schema of this kind
  return value.data as ReplyOf<K>;
}
