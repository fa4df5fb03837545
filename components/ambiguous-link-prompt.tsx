/** What only the person can decide: whether a record is the one that was asked for, or what becomes of one that nobody found. */
import type { Decision } from '../lib/outbox/job.ts';
import type { JobView } from '../lib/views/popup-view.ts';
import { middleEllipsis, shownAddress } from '../lib/i18n/truncate.ts';
import { say } from '../lib/i18n/t.ts';

export interface QuestionProps {
  /** The job's, unique in the page. */
  readonly id: string;
  readonly question: NonNullable<JobView['question']>;
  readonly onDecide: (choice: Decision) => void;
}

const choices = [
  { choice: 'use', name: 'useThisLink', hint: 'useThisLinkHint' },
  { choice: 'again', name: 'makeAnotherLink', hint: 'makeAnotherLinkHint' },
] as const;

/** Of what was sent as often as it may be, and never found. */
const unconfirmedChoices = [
  { choice: 'again', name: 'retry', hint: 'retryHint' },
  { choice: 'dismiss', name: 'dismiss', hint: 'dismissHint' },
] as const;

export function Question({ id, question, onDecide }: QuestionProps) {
  const { unconfirmed } = question;
  return (
    <div role="group" aria-labelledby={`${id}-question`}>
      {unconfirmed ? <p id={`${id}-question`}>{say('unconfirmed')}</p> : <Candidate id={id} {...question} />}
      {(unconfirmed ? unconfirmedChoices : choices).map(({ choice, name, hint }) => (
        <div key={choice} class="choice">
          <button type="button" aria-describedby={`${id}-${choice}`} onClick={() => onDecide(choice)}>
            {say(name)}
          </button>
          <p id={`${id}-${choice}`} class="note">
            {say(hint)}
          </p>
        </div>
      ))}
    </div>
  );
}

const names = {
  password: 'password',
  expiration: 'expires',
  type: 'linkType',
  targets: 'targets',
  note: 'note',
  tag: 'pixelTag',
} as const;

function Candidate({
  id,
  shortUrl,
  address,
  notShown = [],
}: Pick<QuestionProps, 'id'> & QuestionProps['question']) {
  return (
    <>
      <p id={`${id}-question`}>
        {say('linkUnclear')}{' '}
        <bdi dir="ltr" title={shortUrl}>
          {shownAddress(shortUrl)}
        </bdi>
      </p>
      <p class="note" title={address}>
        {say('leadsTo')} <bdi dir="ltr">{middleEllipsis(shownAddress(address), 60)}</bdi>
      </p>
      {notShown.length > 0 && (
        <p class="note">{say('notShownOnLink', notShown.map((field) => say(names[field])).join(', '))}</p>
      )}
    </>
  );
}
