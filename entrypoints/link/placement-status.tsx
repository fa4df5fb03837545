/** The status of one placement, and the actions that it allows. */
import { AmbiguousLinkPrompt } from '../../components/ambiguous-link-prompt.tsx';
import { leftToRight, TextField } from '../../components/link-options/field.tsx';
import { FailureAction } from '../../components/failure-action.tsx';
import { native } from '../../lib/browser/native.ts';
import { describeFailure } from '../../lib/i18n/describe-failure.ts';
import { describeActiveJob } from '../../lib/i18n/describe-job.ts';
import { displayUrl } from '../../lib/i18n/truncate.ts';
import { t } from '../../lib/i18n/t.ts';
import type { PlacementRow } from './placement-row.ts';
import type { PlacementsModel } from './placements-model.ts';

export interface PlacementStatusProps {
  readonly model: PlacementsModel;
  readonly row: PlacementRow;
}

export function PlacementStatus(props: PlacementStatusProps) {
  const { model, row } = props;
  const { job, status } = row;
  switch (status) {
    case 'waiting':
      return (
        <p role="timer">
          {job === null
            ? t('jobQueued')
            : describeActiveJob(job, model.view.value?.paused ?? null, model.now.value)}
        </p>
      );
    case 'question':
      return job?.question ? (
        <AmbiguousLinkPrompt
          id={job.id}
          question={job.question}
          onDecide={(choice) => model.decide(job.id, choice)}
        />
      ) : null;
    case 'made':
      return <Made {...props} />;
    case 'refused':
    case 'cancelled':
      return <NotMade {...props} />;
    case 'gone':
      return <p class="failure">{t('placementResultUnknown')}</p>;
  }
}

function Made({ model, row: { placement, job } }: PlacementStatusProps) {
  const { shortUrl } = placement;
  const { existing, aliasDiffers, lookedUp } = job?.made ?? {};
  const notice = model.notice.value;
  if (shortUrl === null) return <p>{t('created')}</p>;
  return (
    <>
      <p class="status">
        <bdi dir="ltr" class="place-link" title={shortUrl}>
          {displayUrl(shortUrl)}
        </bdi>
        {notice?.name === 'copied' && notice.what === shortUrl && (
          <strong aria-hidden="true">{t('copied')}</strong>
        )}
        <button
          type="button"
          aria-label={t('copyLink', placement.name)}
          onClick={() => void model.copy(shortUrl)}
        >
          {t('copy')}
        </button>
      </p>
      {(existing || aliasDiffers || lookedUp) && (
        <p class="note">
          {existing && t('linkExisted')} {aliasDiffers && t('aliasDiffers')} {lookedUp && t('responseLost')}
        </p>
      )}
    </>
  );
}

function NotMade({ model, row }: PlacementStatusProps) {
  const { placement, job, status } = row;
  const failure = job?.failure ? describeFailure(job.failure, model.now.value) : null;
  const clash = model.clashes(row);
  return (
    <div class={status === 'refused' ? 'failure' : undefined}>
      <p>
        <strong>{t(status === 'refused' ? 'jobCreateFailed' : 'canceled')}</strong>
        {failure && ` · ${failure.sentence}`}
      </p>
      {model.lacksPassword(row) ? (
        <p>{t('placementPasswordNotSaved')}</p>
      ) : (
        <>
          <TextField
            id={`suffix-${placement.id}`}
            label={t('suffixNamed', placement.name)}
            problem={clash ? { message: 'problemOtherAlias', blocks: true } : undefined}
            value={placement.typed ?? placement.suffix}
            onType={(typed) => model.retype(placement.id, typed)}
            input={{ ...leftToRight, placeholder: t('aliasHint') }}
          />
          <p class="acts">
            {failure && (
              <FailureAction
                next={failure.next}
                onOpenSettings={() => void native.runtime.openOptionsPage()}
                onOpenSite={() => void native.tabs.create({ url: model.view.peek()?.site ?? '' })}
              />
            )}
            <button
              type="button"
              aria-label={t('tryAgainNamed', placement.name)}
              disabled={clash}
              onClick={() => void model.tryAgain(row)}
            >
              {t('tryAgain')}
            </button>
          </p>
        </>
      )}
    </div>
  );
}
