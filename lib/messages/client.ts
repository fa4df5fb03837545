/** The pages' end of the one road: asks the background, checks the reply, and asks again when the worker died. */
import { native } from '../browser/native.ts';
import type * as z from 'zod/mini';
import { delay } from './delay.ts';
import type { MessageKind, PageKind, ReplyOf, RequestOf } from './protocol.ts';

/** `no-answer`: the worker died meanwhile; what was asked by an intent is on disk and goes on at its next start. */
export type MessageProblem = 'no-answer' | 'bad-request' | 'failed';

export class MessageError extends Error {
  readonly problem: MessageProblem;

  constructor(problem: MessageProblem, options?: ErrorOptions) {
    super(problem, options);
    this.name = 'AskError';
    this.problem = problem;
  }
}

/** What answers are checked with: loaded while the first one is on its way. */
const checks = () => import('./reply-schemas.ts');

/** @throws MessageError */
async function send<K extends MessageKind>(kind: K, request: RequestOf<K>): Promise<unknown> {
  try {
    return await native.runtime.sendMessage({ target: 'background', kind, request });
  } catch (cause) {
    throw new MessageError('no-answer', { cause });
  }
}

/**
 * Wakes the background. Nothing of its answer is read, only that there was one.
 *
 * @throws MessageError when there was none
 */
export async function sayHello(page: RequestOf<'hello'>['page']): Promise<void> {
  if ((await send('hello', { page })) == null) throw new MessageError('no-answer');
}

/** @throws MessageError, never anything else */
export function sendRequest<K extends PageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K>> {
  return sendRequestWith(kind, request, ({ replies }) => replies[kind]);
}

/**
 * @param schemaOf what the answer is checked with
 * @throws MessageError, never anything else
 */
export async function sendRequestWith<K extends MessageKind>(
  kind: K,
  request: RequestOf<K>,
  schemaOf: (loaded: Awaited<ReturnType<typeof checks>>) => z.ZodMiniType,
): Promise<ReplyOf<K>> {
  const answered = send(kind, request);
  // Met below, once there is something to check it with.
  answered.catch(() => undefined);
  const loaded = await checks().catch((cause: unknown) => {
    // A page that is being closed loads nothing any more. That says nothing of what the background does.
    throw new MessageError('no-answer', { cause });
  });
  const raw = await answered;
  const reply = loaded.replySchema.safeParse(raw);
  if (!reply.success) throw new MessageError('no-answer');
  if (!reply.data.ok) throw new MessageError(reply.data.problem);
  const value = schemaOf(loaded).safeParse(reply.data.value);
  if (!value.success) throw new MessageError('failed');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked one line above by the schema of this kind
  return value.data as ReplyOf<K>;
}

/** Waits between two messages, in ms: not at once, since a worker that is just ending would swallow the next one, too. */
const waits = [100, 250, 1_000, 2_000];

/** The background answers within 20 s; a message that takes longer was swallowed by a worker on its way out. */
const overdueMs = 23_000;

async function overdue(): Promise<never> {
  await delay(overdueMs);
  throw new MessageError('no-answer');
}

/**
 * Repeats a message until the background has answered it: what a person asked for is on disk, but a worker that was
 * killed meanwhile may have nothing else that wakes it. Only for what may arrive twice.
 *
 * @throws MessageError when the background answered that it could not do it, or had not answered after `most` messages
 */
export async function withRetry<R>(put: () => Promise<R>, most = Infinity): Promise<R> {
  for (let tried = 0; ; tried++) {
    try {
      return await Promise.race([put(), overdue()]);
    } catch (error) {
      if (!(error instanceof MessageError) || error.problem !== 'no-answer' || tried + 1 >= most) throw error;
    }
    await delay(waits[tried] ?? 2_000);
  }
}
