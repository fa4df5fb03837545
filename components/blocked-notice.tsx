/** Why nothing is sent at the moment, and the way on. */
import type { Pause } from '../lib/views/popup-view.ts';
import { sayDuration, tellFailure } from '../lib/i18n/describe-failure.ts';
import { sayCount } from '../lib/i18n/plural.ts';
import { say } from '../lib/i18n/t.ts';
import { NextStep, type WaysOut } from './failure-action.tsx';

export interface PauseNoticeProps extends WaysOut {
  readonly paused: Pause;
  /** How many links wait for its end. */
  readonly links: number;
  readonly now: number;
  /** "Try again now", without waiting for the reason to pass. */
  readonly onGoOn: () => void;
}

export function PauseNotice({ paused, links, now, onGoOn, ...ways }: PauseNoticeProps) {
  const { why, failure, until } = paused;
  if (why === 'offline')
    return (
      <p role="status" class="note">
        {links > 0 ? sayCount('offlineLinks', links) : say('offline')}
      </p>
    );
  const told = failure && tellFailure(failure, now);
  // A limit's sentence counts down by itself, in a `timer`: those are not read out with every tick.
  const counts = failure?.kind === 'limit';
  return (
    <div role="alert" class="failure">
      <p>
        {say('nothingSent')} {told && <span role={counts ? 'timer' : undefined}>{told.sentence}</span>}
      </p>
      {until !== null && until > now && !counts && (
        <p role="timer">{say('goesOnIn', sayDuration(until - now))}</p>
      )}
      <p class="acts">
        {told && <NextStep next={told.next} {...ways} />}
        <button type="button" onClick={onGoOn}>
          {say('tryAgainNow')}
        </button>
      </p>
    </div>
  );
}
