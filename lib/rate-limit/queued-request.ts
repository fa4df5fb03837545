/** One request in the queue: its attempts, its cancellation, and the promise of the caller. */
import { failed, type Call, type Outcome, type Send, type SendOptions } from '../api/call.ts';
import type { Failure } from '../api/failure.ts';
import type { RateLimitInfo } from '../api/rate-limit-headers.ts';
import type { Priority } from './priority.ts';

/** The options of `send` are passed on with each attempt. */
export interface QueueOptions extends SendOptions {
  readonly priority: Priority;
}

export interface Reply {
  readonly failure: Failure | null;
  readonly rate: RateLimitInfo | null;
  readonly date: number | null;
  readonly unsent: boolean;
  /** Settles the caller's promise. */
  readonly deliver: () => void;
}

export interface QueuedRequest {
  readonly priority: Priority;
  readonly attempt: () => Promise<Reply>;
  readonly fail: (failure: Failure) => void;
  readonly isCancelled: () => boolean;
  /** The number of times the service has refused it for its limit. */
  refusals: number;
}

interface QueuedRequestDeps<T> {
  readonly send: Send;
  readonly resolve: (outcome: Outcome<T> | Promise<Outcome<T>>) => void;
  /** Called when it is cancelled before it is sent. */
  readonly onCancel: (request: QueuedRequest) => void;
}

export function createQueuedRequest<T>(
  call: Call<T>,
  { priority, ...options }: QueueOptions,
  { send, resolve, onCancel }: QueuedRequestDeps<T>,
): QueuedRequest {
  const { signal } = options;
  let isInFlight = false;

  function finish(outcome: Parameters<typeof resolve>[0]): void {
    signal?.removeEventListener('abort', cancel);
    resolve(outcome);
  }

  async function attempt(): Promise<Reply> {
    isInFlight = true;
    const sent = send(call, options);
    // A bug: the caller's promise rejects with it.
    const outcome = await sent.catch(() => null);
    isInFlight = false;
    if (outcome === null)
      return { failure: null, rate: null, date: null, unsent: false, deliver: () => finish(sent) };
    return {
      failure: outcome.ok ? null : outcome.failure,
      rate: outcome.rate,
      date: outcome.ok ? outcome.date : null,
      unsent: !outcome.ok && outcome.unsent === true,
      deliver: () => finish(outcome),
    };
  }

  const request: QueuedRequest = {
    priority,
    attempt,
    fail: (failure) => finish(failed(failure)),
    isCancelled: () => signal?.aborted === true,
    refusals: 0,
  };

  function cancel(): void {
    // `send` has the signal, too: it ends a call that is in flight.
    if (isInFlight) return;
    request.fail({ kind: 'cancelled' });
    onCancel(request);
  }

  signal?.addEventListener('abort', cancel);
  return request;
}
