/** How one place stands, and what can be done with it now. */
import { Question } from '../../components/ambiguous-link-prompt.tsx';
import { leftToRight, TextField } from '../../components/link-options/field.tsx';
import { NextStep } from '../../components/failure-action.tsx';
import { native } from '../../lib/browser/native.ts';
import { tellFailure } from '../../lib/i18n/describe-failure.ts';
import { tellUnderWay } from '../../lib/i18n/describe-job.ts';
import { shownAddress } from '../../lib/i18n/truncate.ts';
import { say } from '../../lib/i18n/t.ts';
import type { PlaceRow, PlacesModel } from './placements-model.ts';

export interface StandingProps {
  readonly model: PlacesModel;
  readonly row: PlaceRow;
}

export function Standing(props: StandingProps) {
  const { model, row } = props;
  const { job, standing } = row;
  switch (standing) {
    case 'waiting':
      return (
        <p role="timer">
          {job === null
            ? say('waitsForTurn')
            : tellUnderWay(job, model.view.value?.paused ?? null, model.now.value)}
        </p>
      );
    case 'question':
      return job?.question ? (
        <Question id={job.id} question={job.question} onDecide={(choice) => model.decide(job.id, choice)} />
      ) : null;
    case 'made':
      return <Made {...props} />;
    case 'refused':
    case 'cancelled':
      return <NotMade {...props} />;
    case 'gone':
      return <p class="failure">{say('placeGone')}</p>;
  }
}

function Made({ model, row: { place, job } }: StandingProps) {
  const { shortUrl } = place;
  const { existing, aliasDiffers, lookedUp } = job?.made ?? {};
  const note = model.note.value;
  if (shortUrl === null) return <p>{say('made')}</p>;
  return (
    <>
      <p class="standing">
        <bdi dir="ltr" class="place-link" title={shortUrl}>
          {shownAddress(shortUrl)}
        </bdi>
        {note?.name === 'copied' && note.what === shortUrl && (
          <strong aria-hidden="true">{say('copied')}</strong>
        )}
        <button
          type="button"
          aria-label={say('copyLink', place.name)}
          onClick={() => void model.copy(shortUrl)}
        >
          {say('copy')}
        </button>
      </p>
      {(existing || aliasDiffers || lookedUp) && (
        <p class="note">
          {existing && say('linkExisted')} {aliasDiffers && say('aliasDiffers')}{' '}
          {lookedUp && say('foundAgain')}
        </p>
      )}
    </>
  );
}

function NotMade({ model, row }: StandingProps) {
  const { place, job, standing } = row;
  const told = job?.failure ? tellFailure(job.failure, model.now.value) : null;
  const clash = model.clashes(row);
  return (
    <div class={standing === 'refused' ? 'failure' : undefined}>
      <p>
        <strong>{say(standing === 'refused' ? 'refused' : 'cancelled')}</strong>
        {told && ` · ${told.sentence}`}
      </p>
      {model.lacksPassword(row) ? (
        <p>{say('placePasswordNotKept')}</p>
      ) : (
        <>
          <TextField
            id={`suffix-${place.id}`}
            label={say('suffixNamed', place.name)}
            problem={clash ? { says: 'problemOtherAlias', blocks: true } : undefined}
            value={place.typed ?? place.suffix}
            onType={(typed) => model.retype(place.id, typed)}
            input={{ ...leftToRight, placeholder: say('aliasHint') }}
          />
          <p class="acts">
            {told && (
              <NextStep
                next={told.next}
                onOpenSettings={() => void native.runtime.openOptionsPage()}
                onOpenSite={() => void native.tabs.create({ url: model.view.peek()?.site ?? '' })}
              />
            )}
            <button
              type="button"
              aria-label={say('tryAgainNamed', place.name)}
              disabled={clash}
              onClick={() => void model.tryAgain(row)}
            >
              {say('tryAgain')}
            </button>
          </p>
        </>
      )}
    </div>
  );
}
