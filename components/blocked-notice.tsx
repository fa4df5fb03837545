/** The reason why nothing is sent at the moment, with the actions that help. The page announces that it is offline. */
import { CloudOff, Pause, RotateCw } from 'lucide';
import type { BlockReasonView } from '../lib/views/job-view.ts';
import { describeFailure } from '../lib/i18n/describe-failure.ts';
import { describeOffline } from '../lib/i18n/describe-job.ts';
import { formatWait } from '../lib/i18n/format-wait.ts';
import { t } from '../lib/i18n/t.ts';
import { Banner, failureIcon } from './banner.tsx';
import { FailureAction, type FailureActions } from './failure-action.tsx';
import { Button } from './button.tsx';

interface BlockedNoticeProps extends FailureActions {
  readonly blockReason: BlockReasonView;
  /** The number of links that wait. */
  readonly links: number;
  readonly now: number;
  /** Retries immediately. */
  readonly onRetry: () => void;
}

export function BlockedNotice({ blockReason, links, now, onRetry, ...actions }: BlockedNoticeProps) {
  const { why, failure, until } = blockReason;
  if (why === 'offline')
    return (
      <Banner icon={CloudOff}>
        <p>{describeOffline(links)}</p>
      </Banner>
    );
  const described = failure && describeFailure(failure, now);
  // This sentence holds its own countdown. The role `timer` keeps screen readers from announcing every tick.
  const countsDown = failure?.kind === 'limit';
  return (
    <Banner
      role="alert"
      tone="failure"
      icon={failure ? failureIcon(failure) : Pause}
      heading={t('sendingPaused')}
      actions={
        <>
          {described && <FailureAction next={described.next} {...actions} />}
          <Button icon={RotateCw} text={t('tryAgainNow')} onClick={onRetry} />
        </>
      }
    >
      {described && <p role={countsDown ? 'timer' : undefined}>{described.sentence}</p>}
      {until !== null && until > now && !countsDown && (
        <p role="timer">{t('retryingAutomatically', formatWait(until - now))}</p>
      )}
    </Banner>
  );
}
