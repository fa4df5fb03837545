/** Prompts the user to decide if a found link or item is the requested one, or how to continue with one never found. */
import { CircleQuestionMark } from 'lucide';
import type { ComponentChildren } from 'preact';
import type { Decision } from '../lib/outbox/job.ts';
import type { JobView } from '../lib/views/job-view.ts';
import { formatList } from '../lib/i18n/format.ts';
import { truncateMiddle, displayUrl } from '../lib/i18n/truncate.ts';
import { t, type MessageName } from '../lib/i18n/t.ts';
import { Banner } from './banner.tsx';

interface AmbiguousLinkPromptProps {
  /** The job's, unique in the page. */
  readonly id: string;
  readonly question: NonNullable<JobView['question']>;
  /** The job's: a link by default, else an item like a campaign. */
  readonly kind?: JobView['kind'];
  /** What it is about, where the page does not say so. */
  readonly heading?: ComponentChildren;
  readonly onDecide: (decision: Decision) => void;
}

interface Choice {
  readonly decision: Decision;
  readonly name: MessageName;
  readonly hint: MessageName;
}

/** @param unconfirmed the command was sent as often as allowed, and its link was never found */
const choicesFor = (isLink: boolean, unconfirmed: boolean): readonly Choice[] =>
  unconfirmed
    ? [
        { decision: 'again', name: 'retry', hint: isLink ? 'retryHint' : 'retryItemHint' },
        { decision: 'dismiss', name: 'dismiss', hint: 'dismissHint' },
      ]
    : [
        { decision: 'use', name: isLink ? 'useThisLink' : 'useThisItem', hint: 'useThisLinkHint' },
        isLink
          ? { decision: 'again', name: 'createAnotherLink', hint: 'createAnotherLinkHint' }
          : { decision: 'again', name: 'createAnotherItem', hint: 'createAnotherItemHint' },
      ];

export function AmbiguousLinkPrompt({
  id,
  question,
  kind = 'shorten',
  heading,
  onDecide,
}: AmbiguousLinkPromptProps) {
  const { unconfirmed } = question;
  const isLink = kind === 'shorten';
  return (
    <Banner icon={CircleQuestionMark} tone="decision" heading={heading}>
      <div role="group" aria-labelledby={`${id}-question`}>
        {unconfirmed ? (
          <p id={`${id}-question`}>{t('unconfirmed')}</p>
        ) : (
          <Candidate id={id} isLink={isLink} {...question} />
        )}
        {choicesFor(isLink, unconfirmed === true).map(({ decision, name, hint }) => (
          <div key={decision} class="choice">
            <button type="button" aria-describedby={`${id}-${decision}`} onClick={() => onDecide(decision)}>
              {t(name)}
            </button>
            <p id={`${id}-${decision}`} class="note small">
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

type CandidateProps = Pick<AmbiguousLinkPromptProps, 'id'> &
  AmbiguousLinkPromptProps['question'] & { readonly isLink: boolean };

function Candidate({ id, isLink, shortUrl, address, notShown = [] }: CandidateProps) {
  return (
    <>
      <p id={`${id}-question`}>
        {t(isLink ? 'ambiguousLink' : 'ambiguousItem')}{' '}
        <strong>
          {isLink ? (
            <bdi dir="ltr" title={shortUrl}>
              {displayUrl(shortUrl)}
            </bdi>
          ) : (
            <bdi>{address}</bdi>
          )}
        </strong>
      </p>
      {isLink && (
        <p class="note" title={address}>
          {t('destinationLabel')} <bdi dir="ltr">{truncateMiddle(displayUrl(address), 60)}</bdi>
        </p>
      )}
      {notShown.length > 0 && (
        <p class="note">{t('notShownOnLink', formatList(notShown.map((field) => t(names[field]))))}</p>
      )}
    </>
  );
}
