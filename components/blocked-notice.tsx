/** The reason why nothing is sent at the moment, with the actions that help. */
import type { BlockReasonView } from '../lib/views/job-view.ts';
import { formatWait, describeFailure } from '../lib/i18n/describe-failure.ts';
import { formatCount } from '../lib/i18n/plural.ts';
import { t } from '../lib/i18n/t.ts';
import { FailureAction, type FailureActions } from './failure-action.tsx';

export interface BlockedNoticeProps extends FailureActions {
  readonly paused: BlockReasonView;
  /** The number of links that wait. */
  readonly links: number;
  readonly now: number;
  /** Retries immediately. */
  readonly onRetry: () => void;
}

export function BlockedNotice({ paused, links, now, onRetry, ...actions }: BlockedNoticeProps) {
  const { why, failure, until } = paused;
  if (why === 'offline')
    return (
      <p role="status" class="note">
        {links > 0 ? formatCount('offlineLinks', links) : t('offline')}
      </p>
    );
  const described = failure && describeFailure(failure, now);
  // This sentence holds its own countdown. The role `timer` keeps screen readers from announcing every tick.
  const countsDown = failure?.kind === 'limit';
  return (
    <div role="alert" class="failure">
      <p>
        {t('sendingPaused')}{' '}
        {described && <span role={countsDown ? 'timer' : undefined}>{described.sentence}</span>}
      </p>
      {until !== null && until > now && !countsDown && (
        <p role="timer">{t('retryingAutomatically', formatWait(until - now))}</p>
      )}
      <p class="acts">
        {described && <FailureAction next={described.next} {...actions} />}
        <button type="button" onClick={onRetry}>
          {t('tryAgainNow')}
        </button>
      </p>
    </div>
  );
}
