/** Why nothing is sent at the moment, and the way on. */
import type { BlockReasonView } from '../lib/views/job-view.ts';
import { formatWait, describeFailure } from '../lib/i18n/describe-failure.ts';
import { formatCount } from '../lib/i18n/plural.ts';
import { t } from '../lib/i18n/t.ts';
import { FailureAction, type FailureActions } from './failure-action.tsx';

export interface BlockedNoticeProps extends FailureActions {
  readonly paused: BlockReasonView;
  /** How many links wait for its end. */
  readonly links: number;
  readonly now: number;
  /** "Try again now", without waiting for the reason to pass. */
  readonly onGoOn: () => void;
}

export function BlockedNotice({ paused, links, now, onGoOn, ...ways }: BlockedNoticeProps) {
  const { why, failure, until } = paused;
  if (why === 'offline')
    return (
      <p role="status" class="note">
        {links > 0 ? formatCount('offlineLinks', links) : t('offline')}
      </p>
    );
  const told = failure && describeFailure(failure, now);
  // A limit's sentence counts down by itself, in a `timer`: those are not read out with every tick.
  const counts = failure?.kind === 'limit';
  return (
    <div role="alert" class="failure">
      <p>
        {t('nothingSent')} {told && <span role={counts ? 'timer' : undefined}>{told.sentence}</span>}
      </p>
      {until !== null && until > now && !counts && (
        <p role="timer">{t('goesOnIn', formatWait(until - now))}</p>
      )}
      <p class="acts">
        {told && <FailureAction next={told.next} {...ways} />}
        <button type="button" onClick={onGoOn}>
          {t('tryAgainNow')}
        </button>
      </p>
    </div>
  );
}
