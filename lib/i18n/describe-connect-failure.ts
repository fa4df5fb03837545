/** The failure of an attempt to connect, as Settings tell it: the fields to correct are in the same form. */
import type { Failure } from '../api/failure.ts';
import { describeFailure, withServiceMessage } from './describe-failure.ts';
import { t } from './t.ts';

/** @param now epoch ms */
export function describeConnectFailure(failure: Failure, now: number): string {
  if (failure.kind === 'key') return withServiceMessage(t('connectFailureKey'), failure.message);
  if (failure.kind === 'moved') return t('connectFailureMoved');
  if (failure.kind === 'not-an-api') return t('connectFailureNotAnApi', failure.host, String(failure.status));
  return describeFailure(failure, now).sentence;
}
