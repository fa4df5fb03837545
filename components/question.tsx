/** What only the person can decide: whether a link that came into being at that moment is the one that was asked for. */
import type { JobView } from '../lib/settings/popup-view.ts';
import { middleEllipsis, shownAddress } from '../lib/text/middle-ellipsis.ts';
import { say } from '../lib/text/say.ts';

export interface QuestionProps {
  /** The job's, unique in the page. */
  readonly id: string;
  readonly question: NonNullable<JobView['question']>;
  readonly onDecide: (choice: 'use' | 'again') => void;
}

export function Question({ id, question, onDecide }: QuestionProps) {
  const { shortUrl, address } = question;
  return (
    <div role="group" aria-labelledby={`${id}-question`}>
      <p id={`${id}-question`}>
        {say('linkUnclear')}{' '}
        <bdi dir="ltr" title={shortUrl}>
          {shownAddress(shortUrl)}
        </bdi>
      </p>
      <p class="note" title={address}>
        {say('leadsTo')} <bdi dir="ltr">{middleEllipsis(shownAddress(address), 60)}</bdi>
      </p>
      {(['use', 'again'] as const).map((choice) => (
        <div key={choice} class="choice">
          <button type="button" aria-describedby={`${id}-${choice}`} onClick={() => onDecide(choice)}>
            {say(choice === 'use' ? 'useThisLink' : 'makeAnotherLink')}
          </button>
          <p id={`${id}-${choice}`} class="note">
            {say(choice === 'use' ? 'useThisLinkHint' : 'makeAnotherLinkHint')}
          </p>
        </div>
      ))}
    </div>
  );
}
