/** Status of a command: what it waits for, or why it failed and what to do next. */
import { describeActiveJob } from '../../../lib/i18n/describe-job.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { ManageModel } from '../model.ts';
import { FailureAlert } from '../failure-alert.tsx';
import type { PendingCommand } from './pending-commands.ts';

export interface CommandStatusProps {
  readonly command: PendingCommand;
  /** The job of the background's view; `null` when it is not listed, or not yet. */
  readonly job: JobView | null;
  /** The record's name, short enough for a button. */
  readonly name: string;
  readonly page: ManageModel;
  /** Submits it again; omitted where the form is open for that. */
  readonly onRetry?: (() => void) | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

export function CommandStatus({ command, job, name, page, onRetry, onDismiss }: CommandStatusProps) {
  if (command.state === 'going')
    // Not a live region: screen readers would read the countdown every second.
    return job && job.state !== 'sent' ? (
      <p class="under-way">{describeActiveJob(job, page.view.value?.paused ?? null, page.now.value)}</p>
    ) : (
      <p class="under-way" role="status">
        {t(command.act === 'add' ? 'adding' : command.act === 'delete' ? 'deleting' : 'saving')}
      </p>
    );
  return (
    <FailureAlert
      failure={command.failure}
      otherwise={t(command.state === 'gone' ? 'resultUnknown' : 'failureCanceled')}
      page={page}
    >
      {(onRetry || onDismiss) && (
        <>
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
        </>
      )}
    </FailureAlert>
  );
}
