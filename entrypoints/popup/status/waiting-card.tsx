/** A link that is not created yet: why, how long, and "Cancel" while that is possible. */
import { CloudOff, LoaderCircle, Pause, Search } from 'lucide';
import { CountdownRing } from '../../../components/countdown-ring.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { describeActiveJob, describeSendFailure, isDelayed } from '../../../lib/i18n/describe-job.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { JobProps, PopupModel } from '../model.ts';
import { moveFocusOn } from '../move-focus.ts';
import { dismissJob } from './dismiss-job.ts';

/** A job that neither waits nor is blocked is sent immediately, and ends before a note could be read. */
export function isSentNow({ view, now }: PopupModel, { state, goesAt }: JobView): boolean {
  return state === 'queued' && view.value.blockReason === null && (goesAt ?? 0) <= now.value;
}

/** Its response was lost, and the next lookup is not yet due. */
export const isLookedUpLater = ({ now }: PopupModel, { state, question, goesAt }: JobView): boolean =>
  state === 'unknown' && question === null && (goesAt ?? 0) > now.value;

export function WaitingCard({ model, job }: JobProps) {
  const isQueued = job.state === 'queued';
  const isNow = isSentNow(model, job);
  const position = positionOf(model, job);
  const sendFailure = describeSendFailure(job);
  const isOffline = isQueued && model.view.value.blockReason?.why === 'offline';
  return (
    <div class="waiting-card">
      <WaitingSign model={model} job={job} />
      <div>
        <p role="timer">
          {isNow ? t('shortening') : describeActiveJob(job, model.view.value.blockReason, model.now.value)}
        </p>
        {sendFailure !== null && <p class="note">{sendFailure}</p>}
        {job.waits === 'hold' && <p class="note">{t('canStillCancel')}</p>}
        {isOffline && <p class="note">{t('createdOnline')}</p>}
        {position > 1 && <p class="note">{t('queuePosition', formatNumber(position))}</p>}
        {model.page.private && !isNow && job.state !== 'sent' && <p class="note">{t('privateLinkQueued')}</p>}
        {isLookedUpLater(model, job) && (
          <Button text={t('stopChecking')} title={t('dismissHint')} onClick={() => dismissJob(model, job)} />
        )}
        {isQueued && (
          <div class="acts">
            {isDelayed(job, model.view.value.blockReason) && (
              <Button
                text={t('createNow')}
                onClick={() => {
                  moveFocusOn(null);
                  model.deps.send('skip-delay', { id: job.id });
                }}
              />
            )}
            <Button text={t('cancel')} onClick={() => model.deps.send('cancel', { id: job.id })} />
          </div>
        )}
      </div>
    </div>
  );
}

function WaitingSign({ model, job }: JobProps) {
  const { blockReason } = model.view.value;
  const goesAt = job.goesAt ?? 0;
  const left = goesAt - model.now.value;
  if (job.state === 'queued' && blockReason !== null)
    return (
      <span class="waiting-sign">
        <Icon of={blockReason.why === 'offline' ? CloudOff : Pause} size={20} />
      </span>
    );
  if (job.state !== 'sent' && left > 0)
    return <CountdownRing left={formatWait(left)} share={Math.min(1, left / Math.max(1, goesAt - job.at))} />;
  return (
    <span class={job.state === 'unknown' ? 'waiting-sign' : 'waiting-sign spins'}>
      <Icon of={job.state === 'unknown' ? Search : LoaderCircle} size={20} />
    </span>
  );
}

/** 1 for the next one. A link from the popup doesn't wait for those of a bulk. */
function positionOf({ view }: PopupModel, job: JobView): number {
  if (job.state !== 'queued') return 1;
  const isBefore = ({ id, state, from, at }: JobView) =>
    id !== job.id && state === 'queued' && from !== 'bulk' && at < job.at;
  return 1 + view.value.jobs.filter(isBefore).length;
}
