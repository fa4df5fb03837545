/** Prompts the user to decide if a found link is the requested one, or how to continue with a link that was never found. */
import { CircleQuestionMark } from 'lucide';
import type { ComponentChildren } from 'preact';
import type { Decision } from '../lib/outbox/job.ts';
import type { JobView } from '../lib/views/job-view.ts';
import { formatList } from '../lib/i18n/format.ts';
import { truncateMiddle, displayUrl } from '../lib/i18n/truncate.ts';
import { t } from '../lib/i18n/t.ts';
import { Banner } from './banner.tsx';

export interface AmbiguousLinkPromptProps {
  /** The job's, unique in the page. */
  readonly id: string;
  readonly question: NonNullable<JobView['question']>;
  /** What it is about, where the page does not say so. */
  readonly heading?: ComponentChildren;
  readonly onDecide: (choice: Decision) => void;
}

const choices = [
  { choice: 'use', name: 'useThisLink', hint: 'useThisLinkHint' },
  { choice: 'again', name: 'createAnotherLink', hint: 'createAnotherLinkHint' },
] as const;

/** For a command that was sent as often as allowed, and whose link was never found. */
const unconfirmedChoices = [
  { choice: 'again', name: 'retry', hint: 'retryHint' },
  { choice: 'dismiss', name: 'dismiss', hint: 'dismissHint' },
] as const;

export function AmbiguousLinkPrompt({ id, question, heading, onDecide }: AmbiguousLinkPromptProps) {
  const { unconfirmed } = question;
  return (
    <Banner icon={CircleQuestionMark} tone="decision" heading={heading}>
      <div role="group" aria-labelledby={`${id}-question`}>
        {unconfirmed ? <p id={`${id}-question`}>{t('unconfirmed')}</p> : <Candidate id={id} {...question} />}
        {(unconfirmed ? unconfirmedChoices : choices).map(({ choice, name, hint }) => (
          <div key={choice} class="choice">
            <button type="button" aria-describedby={`${id}-${choice}`} onClick={() => onDecide(choice)}>
              {t(name)}
            </button>
            <p id={`${id}-${choice}`} class="note small">
              {t(hint)}
            </p>
          </div>
        ))}
      </div>
    </Banner>
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
}: Pick<AmbiguousLinkPromptProps, 'id'> & AmbiguousLinkPromptProps['question']) {
  return (
    <>
      <p id={`${id}-question`}>
        {t('ambiguousLink')}{' '}
        <strong>
          <bdi dir="ltr" title={shortUrl}>
            {displayUrl(shortUrl)}
          </bdi>
        </strong>
      </p>
      <p class="note" title={address}>
        {t('destinationLabel')} <bdi dir="ltr">{truncateMiddle(displayUrl(address), 60)}</bdi>
      </p>
      {notShown.length > 0 && (
        <p class="note">{t('notShownOnLink', formatList(notShown.map((field) => t(names[field]))))}</p>
      )}
    </>
  );
}
