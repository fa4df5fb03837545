/** The pages' end of the one road: asks the background and checks the reply. */
import { native } from '../browser/native.ts';
import type { MessageKind, ReplyOf, RequestOf } from './protocol.ts';

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

/** What answers are checked with: a page opens without it, and has it before its first answer. */
const checks = () => import('./replies.ts');

/** @throws AskError */
async function send<K extends MessageKind>(kind: K, request: RequestOf<K>): Promise<unknown> {
  try {
    return await native.runtime.sendMessage({ target: 'background', kind, request });
  } catch (cause) {
    throw new AskError('no-answer', { cause });
  }
}

/**
 * Wakes the background. Nothing of its answer is read, only that there was one.
 *
 * @throws AskError when there was none
 */
export async function sayHello(page: RequestOf<'hello'>['page']): Promise<void> {
  if ((await send('hello', { page })) == null) throw new AskError('no-answer');
  await checks().catch(() => undefined);
}

/** @throws AskError, never anything else */
export async function ask<K extends MessageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K>> {
  const answered = send(kind, request);
  // Met below, once there is something to check it with.
  answered.catch(() => undefined);
  const { replies, replySchema } = await checks().catch((cause: unknown) => {
    // A page that is being closed loads nothing any more. That says nothing of what the background does.
    throw new AskError('no-answer', { cause });
  });
  const raw = await answered;
  const reply = replySchema.safeParse(raw);
  if (!reply.success) throw new AskError('no-answer');
  if (!reply.data.ok) throw new AskError(reply.data.problem);
  const value = replies[kind].safeParse(reply.data.value);
  if (!value.success) throw new AskError('failed');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked one line above by the schema of this kind
  return value.data as ReplyOf<K>;
}
