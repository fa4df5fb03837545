/** A failed action: what happened, what the user can do about it, and further buttons. */
import type { ComponentChildren } from 'preact';
import { FailureAction } from '../../components/failure-action.tsx';
import type { Failure } from '../../lib/api/failure.ts';
import { describeFailure } from '../../lib/i18n/describe-failure.ts';
import { t } from '../../lib/i18n/t.ts';
import { failureActions } from './failure-actions.ts';
import type { ManageModel } from './model.ts';

interface FailureAlertProps {
  /** `null` when the action was canceled. */
  readonly failure: Failure | null;
  readonly page: ManageModel;
  readonly children?: ComponentChildren;
}

export function FailureAlert({ failure, page, children }: FailureAlertProps) {
  const described = failure && describeFailure(failure, page.now.value);
  return (
    <div role="alert" class="failure">
      <p>{described?.sentence ?? t('failureCanceled')}</p>
      <p class="acts">
        {described && <FailureAction next={described.next} {...failureActions(page)} />}
        {children}
      </p>
    </div>
  );
}
