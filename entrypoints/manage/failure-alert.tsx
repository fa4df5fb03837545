/** A failed action: what happened, what the user can do about it, and further buttons. */
import { CircleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Button } from '../../components/button.tsx';
import { Banner, failureIcon } from '../../components/banner.tsx';
import { FailureAction, failureActions } from '../../components/failure-action.tsx';
import type { Failure } from '../../lib/api/failure.ts';
import { describeFailure } from '../../lib/i18n/describe-failure.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ManageProps } from './model.ts';

interface FailureAlertProps extends ManageProps {
  /** `null` when the action was canceled. */
  readonly failure: Failure | null;
  /** What failed, in bold. */
  readonly heading?: string | undefined;
  /** What happened, where there is no failure. */
  readonly otherwise?: string;
  /** With it, the action may succeed at another try. */
  readonly onRetry?: (() => void) | undefined;
  /** Accessible name of that button. */
  readonly retryName?: string;
  readonly children?: ComponentChildren;
}

export function FailureAlert(props: FailureAlertProps) {
  const { failure, otherwise = t('failureCanceled'), page } = props;
  const { onRetry, retryName, children } = props;
  const described = failure && describeFailure(failure, page.now.value);
  return (
    <Banner
      role="alert"
      tone="failure"
      icon={failure ? failureIcon(failure) : CircleAlert}
      heading={failure && props.heading}
      actions={
        (described || onRetry || children) && (
          <>
            {described && <FailureAction next={described.next} {...failureActions(page.view, page.deps)} />}
            {onRetry && <Button text={t('tryAgain')} aria-label={retryName} onClick={onRetry} />}
            {children}
          </>
        )
      }
    >
      {/* The role `timer` keeps screen readers from announcing every second of a countdown. */}
      <p role={failure?.kind === 'limit' ? 'timer' : undefined}>{described?.sentence ?? otherwise}</p>
    </Banner>
  );
}
