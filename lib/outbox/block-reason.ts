import { failureReach, type Failure } from '../api/failure.ts';
import { maxSilentWaitMs, notAnApiRetryMs } from './back-off.ts';

/** Why nothing is sent. `failure` is `null` while the device is offline. */
export interface BlockReason {
  readonly failure: Failure | null;
  /** Epoch ms at which it ends automatically; `null` when the user has to do something. */
  readonly until: number | null;
}

/** The reason to block all sending, for a failure that concerns every job; `null` for any other. */
export function blockReasonOf(failure: Failure, now: number): BlockReason | null {
  if (failure.kind === 'not-an-api') return { failure, until: now + notAnApiRetryMs };
  if (failure.kind === 'limit')
    return failure.until - now > maxSilentWaitMs ? { failure, until: failure.until } : null;
  return failureReach(failure) === 'user' ? { failure, until: null } : null;
}
