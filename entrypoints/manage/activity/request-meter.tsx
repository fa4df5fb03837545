/** How much of the service's request limit is left, who used it, and when there is more. */
import type { ReadonlySignal } from '@preact/signals';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { sayDuration } from '../../../lib/i18n/describe-failure.ts';
import { sayNumber } from '../../../lib/i18n/format-number.ts';
import { say } from '../../../lib/i18n/t.ts';

export interface RequestMeterProps {
  readonly meter: NonNullable<ActivityView['meter']>;
  readonly now: ReadonlySignal<number>;
}

export function RequestMeter({ meter, now }: RequestMeterProps) {
  const { limit, remaining, resetAt, usedHere, usedElsewhere } = meter;
  const left = (resetAt ?? 0) - now.value;
  return (
    <section aria-labelledby="requests" class="meter">
      <h3 id="requests">{say('meterHeading')}</h3>
      {limit === 'none' || remaining === null ? (
        <p>{say('meterNone')}</p>
      ) : (
        <>
          <meter
            aria-labelledby="requests-left"
            min={0}
            max={limit}
            low={limit / 5}
            optimum={limit}
            value={remaining}
          />
          <p id="requests-left">{say('meterLeft', sayNumber(remaining), sayNumber(limit))}</p>
        </>
      )}
      <p class="note">
        {say('meterUsed', sayNumber(usedHere), sayNumber(usedElsewhere))}
        {left > 0 && ` · ${say('meterResets', sayDuration(left))}`}
      </p>
    </section>
  );
}
