/** How something that was asked for stands: what it waits for, or why it failed and what to do next. */
import { NextStep } from '../../../components/failure-action.tsx';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { tellUnderWay } from '../../../lib/i18n/describe-job.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { JobView } from '../../../lib/views/popup-view.ts';
import type { ManageModel } from '../model.ts';
import { waysOut } from '../failure-actions.ts';
import type { Attempt } from './pending-commands.ts';

export interface StandingProps {
  readonly attempt: Attempt;
  /** As the background tells of it; `null` when it does not, or not yet. */
  readonly job: JobView | null;
  /** What is acted on, as buttons name it. */
  readonly name: string;
  readonly page: ManageModel;
  /** Asks for it once more; left out where the form stands there for that. */
  readonly onRetry?: (() => void) | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

export function Standing({ attempt, job, name, page, onRetry, onDismiss }: StandingProps) {
  const now = page.now.value;
  if (attempt.state === 'going')
    // What counts down is not read out with every second.
    return job && job.state !== 'sent' ? (
      <p class="under-way">{tellUnderWay(job, page.view.value?.paused ?? null, now)}</p>
    ) : (
      <p class="under-way" role="status">
        {say(attempt.act === 'add' ? 'adding' : attempt.act === 'delete' ? 'deleting' : 'saving')}
      </p>
    );
  const told = attempt.failure && tellFailure(attempt.failure, now);
  return (
    <div role="alert" class="failure">
      <p>{attempt.state === 'gone' ? say('endUnknown') : (told?.sentence ?? say('failureCancelled'))}</p>
      {(told || onRetry || onDismiss) && (
        <p class="acts">
          {told && <NextStep next={told.next} {...waysOut(page)} />}
          {onRetry && (
            <button type="button" aria-label={say('tryAgainNamed', name)} onClick={onRetry}>
              {say('tryAgain')}
            </button>
          )}
          {onDismiss && (
            <button type="button" aria-label={say('dismissNamed', name)} onClick={onDismiss}>
              {say('dismiss')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
