/**
 * A circuit breaker for a bulk: a service that refuses one link after the other for the same reason ("plan limit
 * reached", a firewall's page) would refuse the rest as well. After a few equal refusals in a row it opens: the bulk
 * pauses and those rows wait again, passwords included. "Resume" half-opens it: one link goes first. Pure.
 */
import * as z from 'zod/mini';
import type { Failure } from '../api/failure.ts';
import { failureSchema, integer } from '../api/schema-helpers.ts';

export const breakerSchema = z.object({
  state: z.literal(['closed', 'open', 'half-open']),
  /** What the service has said each time. */
  failure: failureSchema,
  /** The rows that were refused so, in the order of the answers. Their passwords are kept until this is settled. */
  rows: z.array(integer(0)),
});
export type Breaker = z.infer<typeof breakerSchema>;

/** So many equal refusals in a row are about the account, and not about these links. */
export const maxEqualRefusals = 5;

/** What an answer does to the breaker and to the rows that were refused before. */
export interface BreakerStep {
  readonly breaker: Breaker | undefined;
  /** Refused for good: nothing secret of them is kept any longer. */
  readonly settled: readonly number[];
  /** They wait again. */
  readonly requeued: readonly number[];
}

/** In the same words: kind, status and message. */
function isSameRefusal(one: Failure, other: Failure): boolean {
  const plain = (failure: Failure) =>
    JSON.stringify([
      failure.kind,
      'status' in failure ? failure.status : null,
      'message' in failure ? failure.message : null,
    ]);
  return plain(one) === plain(other);
}

/** Said by the service or its firewall; of what was refused here nothing was sent, and it tells nothing of the service. */
export const isOfService = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'blocked';

/** @param n the row that was refused */
export function afterRefusal(before: Breaker | undefined, n: number, failure: Failure): BreakerStep {
  const fresh: Breaker = { state: 'closed', failure, rows: [n] };
  if (before === undefined) return { breaker: fresh, settled: [], requeued: [] };
  const { state } = before;
  const same = isSameRefusal(before.failure, failure);
  if (state === 'closed' && !same) return { breaker: fresh, settled: before.rows, requeued: [] };
  // One that was on its way already tells nothing about what the bulk was paused for.
  if (state === 'open' && !same) return { breaker: before, settled: [n], requeued: [] };
  if (!same) return { breaker: fresh, settled: [], requeued: [] };
  const rows = [...before.rows.filter((other) => other !== n), n];
  if (state === 'closed' && rows.length < maxEqualRefusals)
    return { breaker: { ...before, rows }, settled: [], requeued: [] };
  return {
    breaker: { state: 'open', failure, rows },
    settled: [],
    requeued: state === 'closed' ? rows : [n],
  };
}

/** A link was made. */
export function afterSuccess(before: Breaker | undefined): BreakerStep {
  // Again one that was on its way already.
  if (before?.state === 'open') return { breaker: before, settled: [], requeued: [] };
  return { breaker: undefined, settled: before?.state === 'closed' ? before.rows : [], requeued: [] };
}

/** The person goes on: the next row tells whether the service has changed its mind. */
export const halfOpened = (before: Breaker | undefined): Breaker | undefined =>
  before?.state === 'open' ? { ...before, state: 'half-open' } : before;
