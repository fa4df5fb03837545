/** The links of other pages that are under way, in one line: the short form of the Activity page. */
import type { JobView } from '../../../lib/views/popup-view.ts';
import { sayDuration } from '../../../lib/i18n/describe-failure.ts';
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import { handOn } from '../move-focus.ts';
import type { PopupModel } from '../model.ts';
import { openManage } from '../navigate.ts';

export interface ElsewhereProps {
  readonly model: PopupModel;
  readonly links: readonly JobView[];
}

export function Elsewhere({ model, links }: ElsewhereProps) {
  const waiting = links.filter(({ state }) => state === 'queued');
  const [first] = waiting;
  const now = model.now.value;
  const times = waiting.flatMap(({ goesAt }) => (goesAt !== null && goesAt > now ? goesAt - now : []));
  if (links.length === 0) return null;
  return (
    <section class="waiting">
      <p role="status">
        {first ? sayCount('linksWait', waiting.length) : sayCount('linksGoing', links.length)}
        {times.length > 0 && <span role="timer"> · {say('nextIn', sayDuration(Math.min(...times)))}</span>}
      </p>
      <span class="acts">
        {/* A bulk takes that for everything that waits, and pauses: Activity can give up one alone. */}
        {first && first.from !== 'bulk' && waiting.length === 1 && (
          <button
            type="button"
            aria-label={say('cancelNamed', shownAddress(first.subject))}
            onClick={() => {
              handOn(null);
              model.parts.tell('cancel', { id: first.id });
            }}
          >
            {say('cancel')}
          </button>
        )}
        <button type="button" onClick={() => void openManage('activity')}>
          {say('activity')}
        </button>
      </span>
    </section>
  );
}
