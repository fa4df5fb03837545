/** The status of one placement, and the actions that it allows. */
import { Check, CircleSlash, CircleX, Clock, Copy, RotateCw } from 'lucide';
import { AmbiguousLinkPrompt } from '../../components/ambiguous-link-prompt.tsx';
import { leftToRight, TextField } from '../../components/link-options/field.tsx';
import { FailureAction, failureActions } from '../../components/failure-action.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { remarksOn } from '../../components/job-facts.ts';
import { openSettings, openTab } from '../../lib/browser/open-page.ts';
import { describeFailure } from '../../lib/i18n/describe-failure.ts';
import { describeActiveJob, describeSendFailure } from '../../lib/i18n/describe-job.ts';
import { t } from '../../lib/i18n/t.ts';
import type { PlacementRow } from './placement-row.ts';
import type { PlacementsProps } from './placements-model.ts';

interface PlacementStatusProps extends PlacementsProps {
  readonly row: PlacementRow;
}

export function PlacementStatus(props: PlacementStatusProps) {
  const { model, row } = props;
  const { job, status } = row;
  switch (status) {
    case 'waiting':
      return (
        <p role="timer" class="state">
          <Icon of={Clock} />
          {job === null
            ? t('jobQueued')
            : describeActiveJob(job, model.view.value?.blockReason ?? null, model.now.value)}
          {job?.sendFailure && ` ${describeSendFailure(job)}`}
        </p>
      );
    case 'question':
      return job?.question ? (
        <AmbiguousLinkPrompt
          id={job.id}
          question={job.question}
          onDecide={(decision) => model.decide(job.id, decision)}
        />
      ) : null;
    case 'created':
      return <CreatedPlacement {...props} />;
    case 'refused':
    case 'cancelled':
      return <NotMade {...props} />;
    case 'unknown':
      return (
        <div class="failure">
          <p>{t('placementResultUnknown')}</p>
          <Retry model={model} row={row} failure={null} />
        </div>
      );
  }
}

function CreatedPlacement({ model, row: { placement, job } }: PlacementStatusProps) {
  const { shortUrl } = placement;
  const remarks = remarksOn(job?.result);
  const notice = model.notice.value;
  const isCopied = notice?.name === 'copied' && notice.what === shortUrl;
  return (
    <>
      <div class="state good">
        <Icon of={Check} />
        {/* Announced below the table. */}
        {isCopied ? <strong aria-hidden="true">{t('copied')}</strong> : t('created')}
        {shortUrl !== null && (
          <Button
            icon={Copy}
            class="icon"
            aria-label={t('copyLink', placement.name)}
            title={t('copyLink', placement.name)}
            onClick={() => void model.copy(shortUrl)}
          />
        )}
      </div>
      {remarks.length > 0 && <p class="hint">{remarks.map((remark) => t(remark)).join(' ')}</p>}
    </>
  );
}

function NotMade({ model, row }: PlacementStatusProps) {
  const { job, status } = row;
  const isRefused = status === 'refused';
  const failure = job?.failure ? describeFailure(job.failure, model.now.value) : null;
  return (
    <div class={isRefused ? 'failure' : undefined}>
      <p class={isRefused ? 'state bad' : 'state'}>
        <Icon of={isRefused ? CircleX : CircleSlash} />
        <strong>{t(isRefused ? 'failed' : 'canceled')}</strong>
      </p>
      {failure && <p>{failure.sentence}</p>}
      <Retry model={model} row={row} failure={failure} />
    </div>
  );
}

interface RetryProps extends PlacementStatusProps {
  readonly failure: ReturnType<typeof describeFailure> | null;
}

/** With another suffix, if that is typed. */
function Retry({ model, row, failure }: RetryProps) {
  const { placement } = row;
  const clash = model.clashes(row);
  if (model.lacksPassword(row)) return <p>{t('placementPasswordNotSaved')}</p>;
  return (
    <>
      <TextField
        id={`suffix-${placement.id}`}
        label={t('suffixNamed', placement.name)}
        problem={clash ? { message: 'problemOtherAlias', blocks: true } : undefined}
        value={placement.typed ?? placement.suffix}
        onType={(typed) => model.retype(placement.id, typed)}
        input={{ ...leftToRight, placeholder: t('aliasAutomatic') }}
      />
      <p class="acts">
        {failure && (
          <FailureAction
            next={failure.next}
            {...failureActions(model.view, { openSettings, openPage: openTab })}
          />
        )}
        <Button
          icon={RotateCw}
          text={t('tryAgain')}
          aria-label={t('tryAgainNamed', placement.name)}
          disabled={clash}
          onClick={() => void model.tryAgain(row)}
        />
      </p>
    </>
  );
}
