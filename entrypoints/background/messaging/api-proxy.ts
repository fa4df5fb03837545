/**
 * Requests of pages and the sync host outside the outbox. Rate limiting may take longer than a message can: the page
 * repeats the message, and its id keeps the request from being sent twice. A request whose page repeats no more is aborted.
 */
import type { BlockReason } from '../../../lib/outbox/block-reason.ts';
import type { Priority } from '../../../lib/rate-limit/priority.ts';
import type { ReplyOf } from '../../../lib/messages/protocol.ts';
import type { Call } from '../../../lib/api/call.ts';
import { noResponse, type Failure } from '../../../lib/api/failure.ts';
import type { AccountConnection } from '../api/connection.ts';
import { withTimeout } from '../with-timeout.ts';
import type { KeepAlive } from '../keep-alive.ts';

/** A page repeats its message immediately. */
const goneAfterMs = 10_000;

type Reply = ReplyOf<'api-get'>;

interface PendingRequest {
  readonly reply: Promise<Reply>;
  readonly abort: AbortController;
  abandonTimer?: ReturnType<typeof setTimeout>;
}

export interface ProxyRequest {
  readonly id: string;
  /** The account of the request: data of another one is no reply. */
  readonly scope: string;
  readonly priority: Priority;
  readonly call: Call<unknown>;
}

export function createApiProxy(deps: {
  readonly connection: Pick<AccountConnection, 'gateway' | 'scope'>;
  readonly blockReason: () => BlockReason | null;
  readonly online: () => boolean;
  readonly keepAlive: Pick<KeepAlive, 'acquire'>;
  readonly now: () => number;
}): (request: ProxyRequest) => Promise<Reply> {
  const open = new Map<string, PendingRequest>();

  function blockingFailure(): Failure | null {
    const { failure = null, until = null } = deps.blockReason() ?? {};
    if (failure !== null && (until === null || until > deps.now())) return failure;
    return deps.online() ? null : noResponse;
  }

  async function send({ scope, priority, call }: ProxyRequest, signal: AbortSignal): Promise<Reply> {
    const release = deps.keepAlive.acquire();
    try {
      const isCurrentAccount = async () => (await deps.connection.scope()) === scope;
      for (;;) {
        const gateway = await deps.connection.gateway();
        if (gateway === null) return { ok: false, failure: { kind: 'not-connected' } };
        const failure = blockingFailure();
        if (failure !== null) return { ok: false, failure };
        const outcome = (await isCurrentAccount()) && (await gateway.request(call, { priority, signal }));
        if (!outcome || !(await isCurrentAccount()))
          return { ok: false, failure: { kind: 'account-changed' } };
        if (outcome.ok) return { ok: true, body: outcome.value, date: outcome.date };
        // Not sent: the account has a new key since, and a gateway of its own.
        const isRetired = outcome.failure.kind === 'account-changed';
        if (!isRetired || (await deps.connection.gateway()) === gateway)
          return { ok: false, failure: outcome.failure };
      }
    } finally {
      release();
    }
  }

  return async (request) => {
    const { id } = request;
    const abort = new AbortController();
    const pending: PendingRequest = open.get(id) ?? { abort, reply: send(request, abort.signal) };
    open.set(id, pending);
    clearTimeout(pending.abandonTimer);
    const forget = () => {
      open.delete(id);
      pending.abort.abort();
    };
    const reply = await withTimeout(pending.reply).catch((error: unknown) => {
      forget();
      throw error;
    });
    // A late reply is for the page's next message.
    if (reply === undefined) pending.abandonTimer = setTimeout(forget, goneAfterMs);
    else forget();
    return reply ?? { ok: 'not-yet' };
  };
}
