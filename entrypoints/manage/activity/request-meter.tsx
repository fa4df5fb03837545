/** The service's request limit: one cell a request that was sent here, sent elsewhere, or is left, and when it resets. */
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageProps } from '../model.ts';
import { RequestCells } from '../../../components/request-cells.tsx';

export function RequestMeter({ page }: ManageProps) {
  const meter = page.view.value?.meter ?? null;
  if (meter === null) return null;
  const { limit, remaining, resetAt, usedHere, usedElsewhere } = meter;
  const resetsInMs = (resetAt ?? 0) - page.now.value;
  const isKnown = limit !== 'none' && remaining !== null;
  // While the service holds requests back, fewer are left than it has counted.
  const unavailable = isKnown ? limit - usedHere - remaining : 0;
  return (
    <section aria-labelledby="requests" class="card meter">
      <div class="heading line">
        <h3 id="requests">{t('meterHeading')}</h3>
        <p>
          {isKnown ? (
            <span id="requests-left">{t('meterLeft', formatNumber(remaining), formatNumber(limit))}</span>
          ) : (
            t('meterNone')
          )}
          {resetsInMs > 0 && <span class="note">{t('meterResets', formatWait(resetsInMs))}</span>}
        </p>
      </div>
      {isKnown && (
        <>
          <meter
            class="visually-hidden"
            aria-labelledby="requests-left"
            min={0}
            max={limit}
            value={remaining}
          />
          <div title={t('meterUsed', formatNumber(usedHere), formatNumber(usedElsewhere))}>
            <RequestCells limit={limit} remaining={remaining} usedHere={usedHere} maxCells={60} />
          </div>
        </>
      )}
      <ul class="legend hint">
        <li class="here">{formatCount('meterUsedHere', usedHere)}</li>
        <li class="elsewhere">
          {unavailable > usedElsewhere
            ? formatCount('meterUnavailable', unavailable)
            : formatCount('meterUsedElsewhere', usedElsewhere)}
        </li>
        {isKnown && <li>{formatCount('meterUnused', remaining)}</li>}
      </ul>
    </section>
  );
}
