/** The service's request limit: what is left, who used it, and when it resets. */
import type { ReadonlySignal } from '@preact/signals';
import type { ActivityView } from '../../../lib/views/activity-view.ts';
import { formatWait } from '../../../lib/i18n/describe-failure.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';

export interface RequestMeterProps {
  readonly meter: NonNullable<ActivityView['meter']>;
  readonly now: ReadonlySignal<number>;
}

export function RequestMeter({ meter, now }: RequestMeterProps) {
  const { limit, remaining, resetAt, usedHere, usedElsewhere } = meter;
  const resetsInMs = (resetAt ?? 0) - now.value;
  return (
    <section aria-labelledby="requests" class="meter">
      <h3 id="requests">{t('meterHeading')}</h3>
      {limit === 'none' || remaining === null ? (
        <p>{t('meterNone')}</p>
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
          <p id="requests-left">{t('meterLeft', formatNumber(remaining), formatNumber(limit))}</p>
        </>
      )}
      <p class="note">
        {t('meterUsed', formatNumber(usedHere), formatNumber(usedElsewhere))}
        {resetsInMs > 0 && ` · ${t('meterResets', formatWait(resetsInMs))}`}
      </p>
    </section>
  );
}
