/**
 * What pages and the keeper ask of the service outside the outbox. Pacing may take longer than a message can: such a
 * question is asked again by its id and not sent again. Who asks no more has gone, and leaves the lane to others.
 */
import type { BlockReason } from '../../../lib/outbox/circuit-breaker.ts';
import type { Priority } from '../../../lib/rate-limit/request-queue.ts';
import type { ReplyOf } from '../../../lib/messages/protocol.ts';
import type { Call } from '../../../lib/api/call.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import type { Connections } from '../api/connection.ts';
import { withTimeout } from '../with-timeout.ts';
import type { KeepAlive } from '../keep-alive.ts';

/** A page asks again at once; in ms. */
const goneAfterMs = 10_000;

type Reply = ReplyOf<'api-get'>;

interface PendingRead {
  readonly answer: Promise<Reply>;
  readonly abort: AbortController;
  gone?: ReturnType<typeof setTimeout>;
}

export interface ProxyRequest {
  readonly id: string;
  /** The account that is asked about: what another one holds is no answer. */
  readonly scope: string;
  readonly priority: Priority;
  readonly call: Call<unknown>;
}

export function createApiProxy(deps: {
  readonly connections: Pick<Connections, 'gateway' | 'scope'>;
  /** Why nothing is sent. */
  readonly blockReason: () => BlockReason | null;
  readonly online: () => boolean;
  readonly keepAlive: Pick<KeepAlive, 'hold'>;
  readonly now: () => number;
}): (asked: ProxyRequest) => Promise<Reply> {
  const open = new Map<string, PendingRead>();

  function hindrance(): Failure | null {
    const { failure = null, until = null } = deps.blockReason() ?? {};
    if (failure !== null && (until === null || until > deps.now())) return failure;
    return deps.online() ? null : { kind: 'unreachable', status: null, message: null };
  }

  async function send({ scope, priority, call }: ProxyRequest, signal: AbortSignal): Promise<Reply> {
    const release = deps.keepAlive.hold();
    try {
      const gateway = await deps.connections.gateway();
      if (gateway === null) return { ok: false, failure: { kind: 'not-connected' } };
      const failure = hindrance();
      if (failure !== null) return { ok: false, failure };
      const isHere = async () => (await deps.connections.scope()) === scope;
      const outcome = (await isHere()) && (await gateway.request(call, { priority, signal }));
      if (!outcome || !(await isHere())) return { ok: false, failure: { kind: 'account-changed' } };
      if (!outcome.ok) return { ok: false, failure: outcome.failure };
      return { ok: true, body: outcome.value, date: outcome.date };
    } finally {
      release();
    }
  }

  return async (asked) => {
    const { id } = asked;
    const abort = new AbortController();
    const question: PendingRead = open.get(id) ?? { abort, answer: send(asked, abort.signal) };
    open.set(id, question);
    clearTimeout(question.gone);
    const answer = await withTimeout(question.answer);
    const forget = () => {
      open.delete(id);
      question.abort.abort();
    };
    if (answer === null) question.gone = setTimeout(forget, goneAfterMs);
    else forget();
    return answer ?? { ok: 'not-yet' };
  };
}
