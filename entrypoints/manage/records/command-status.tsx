/** How something that was asked for stands: what it waits for, or why it failed and what to do next. */
import { FailureAction } from '../../../components/failure-action.tsx';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { describeActiveJob } from '../../../lib/i18n/describe-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { ManageModel } from '../model.ts';
import { failureActions } from '../failure-actions.ts';
import type { PendingCommand } from './pending-commands.ts';

export interface CommandStatusProps {
  readonly attempt: PendingCommand;
  /** As the background tells of it; `null` when it does not, or not yet. */
  readonly job: JobView | null;
  /** What is acted on, as buttons name it. */
  readonly name: string;
  readonly page: ManageModel;
  /** Asks for it once more; left out where the form stands there for that. */
  readonly onRetry?: (() => void) | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

export function CommandStatus({ attempt, job, name, page, onRetry, onDismiss }: CommandStatusProps) {
  const now = page.now.value;
  if (attempt.state === 'going')
    // What counts down is not read out with every second.
    return job && job.state !== 'sent' ? (
      <p class="under-way">{describeActiveJob(job, page.view.value?.paused ?? null, now)}</p>
    ) : (
      <p class="under-way" role="status">
        {t(attempt.act === 'add' ? 'adding' : attempt.act === 'delete' ? 'deleting' : 'saving')}
      </p>
    );
  const told = attempt.failure && describeFailure(attempt.failure, now);
  return (
    <div role="alert" class="failure">
      <p>{attempt.state === 'gone' ? t('endUnknown') : (told?.sentence ?? t('failureCancelled'))}</p>
      {(told || onRetry || onDismiss) && (
        <p class="acts">
          {told && <FailureAction next={told.next} {...failureActions(page)} />}
          {onRetry && (
            <button type="button" aria-label={t('tryAgainNamed', name)} onClick={onRetry}>
              {t('tryAgain')}
            </button>
          )}
          {onDismiss && (
            <button type="button" aria-label={t('dismissNamed', name)} onClick={onDismiss}>
              {t('dismiss')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
