/** The pages' end of the messages to the background: sends, checks the reply, and repeats what got none. */
import { native } from '../browser/native.ts';
import type * as z from 'zod/mini';
import type { Failure } from '../api/failure.ts';
import { delay } from '../time/delay.ts';
import { orTimeout } from '../time/or-timeout.ts';
import type { ManageKind, MessageKind, PageKind, ReplyOf, RequestOf } from './protocol.ts';

/**
 * `no-reply`: the worker was stopped meanwhile. A stored intent survives that and resumes at the next start.
 * `not-stored`: the background could not write what it was sent.
 */
export type MessageProblem = 'no-reply' | 'bad-request' | 'failed' | 'not-stored';

export class MessageError extends Error {
  readonly problem: MessageProblem;
  /** What it means to the user. */
  readonly failure: Failure;

  constructor(problem: MessageProblem, options?: ErrorOptions) {
    super(problem, options);
    this.name = 'MessageError';
    this.problem = problem;
    this.failure = { kind: problem === 'not-stored' ? problem : 'internal' };
  }
}

/** What an error of a message means to the user; any other error is a bug. */
export const failureOf = (error: unknown): Failure =>
  error instanceof MessageError ? error.failure : { kind: 'internal' };

/** @throws MessageError */
async function send<K extends MessageKind>(kind: K, request: RequestOf<K>): Promise<unknown> {
  try {
    return await native.runtime.sendMessage({ target: 'background', kind, request });
  } catch (cause) {
    throw new MessageError('no-reply', { cause });
  }
}

/**
 * Wakes the background. Only the presence of a reply counts, so no schema is loaded.
 *
 * @throws MessageError when there was none
 */
export async function ping(request: RequestOf<'ping'> = {}): Promise<void> {
  if ((await send('ping', request)) == null) throw new MessageError('no-reply');
}

// Schemas load while the first reply is pending: a page's first paint does without zod.
const loadReplySchemas = () => import('./reply-schemas.ts');
const loadManageReplySchemas = () => import('./manage-reply-schemas.ts');

/** @throws MessageError, never anything else */
export function sendRequest<K extends PageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K>> {
  return sendAndParse(kind, request, async () => (await loadReplySchemas()).replies[kind]);
}

/**
 * For messages of the manage page and the sync host, whose reply schemas the other pages do without.
 *
 * @throws MessageError, never anything else
 */
export function sendManageRequest<K extends ManageKind>(kind: K, request: RequestOf<K>): Promise<ReplyOf<K>> {
  return sendAndParse(kind, request, async () => (await loadManageReplySchemas()).manageReplies[kind]);
}

async function sendAndParse<K extends MessageKind>(
  kind: K,
  request: RequestOf<K>,
  loadSchema: () => Promise<z.ZodMiniType>,
): Promise<ReplyOf<K>> {
  const answered = send(kind, request);
  // Awaited below, once the schemas have loaded.
  answered.catch(() => undefined);
  const [{ replySchema }, valueSchema] = await Promise.all([loadReplySchemas(), loadSchema()]).catch(
    (cause: unknown) => {
      // A page that is being closed loads nothing any more. The background may still do its work.
      throw new MessageError('no-reply', { cause });
    },
  );
  const reply = replySchema.safeParse(await answered);
  if (!reply.success) throw new MessageError('no-reply');
  if (!reply.data.ok) throw new MessageError(reply.data.problem);
  const value = valueSchema.safeParse(reply.data.value);
  if (!value.success) throw new MessageError('failed');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked one line above by the schema of this kind
  return value.data as ReplyOf<K>;
}

/** Waits between two tries, in ms. Never 0: a worker that is just shutting down would swallow the next message, too. */
const waits = [100, 250, 1_000, 2_000];

/** The background answers within 20 s; a message without a reply by then was swallowed by a worker shutting down. */
const overdueMs = 23_000;

/** @throws MessageError also when the reply is overdue */
export const withDeadline = <R>(put: () => Promise<R>): Promise<R> =>
  orTimeout(put(), overdueMs, (): never => {
    throw new MessageError('no-reply');
  });

/**
 * Repeats a message until the background has answered it: an intent is stored, but a worker that was stopped meanwhile
 * may have nothing else that wakes it. For idempotent messages only.
 *
 * @throws MessageError when the background answered that it failed, or gave no reply to `maxTries` messages
 */
export async function withRetry<R>(put: () => Promise<R>, maxTries = Infinity): Promise<R> {
  for (let tried = 0; ; tried++) {
    try {
      return await withDeadline(put);
    } catch (error) {
      const isFinal = !(error instanceof MessageError) || error.problem !== 'no-reply';
      if (isFinal || tried + 1 >= maxTries) throw error;
    }
    await delay(waits[tried] ?? 2_000);
  }
}

/** @throws MessageError as `withRetry` does */
export function sendWithRetry<K extends PageKind>(
  kind: K,
  request: RequestOf<K>,
  maxTries?: number,
): Promise<ReplyOf<K>> {
  return withRetry(() => sendRequest(kind, request), maxTries);
}
