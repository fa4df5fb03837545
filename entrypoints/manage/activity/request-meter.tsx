/** The service's request limit: one cell a request that was sent here, sent elsewhere, or is left, and when it resets. */
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageProps } from '../model.ts';
import { RequestCells } from '../../../components/request-cells.tsx';
import { meterUse } from '../meter-use.ts';

export function RequestMeter({ page }: ManageProps) {
  const meter = page.view.value?.meter ?? null;
  if (meter === null) return null;
  const { resetAt, usedHere, usedElsewhere } = meter;
  const resetsInMs = (resetAt ?? 0) - page.now.value;
  const use = meterUse(meter);
  return (
    <section aria-labelledby="requests" class="card meter">
      <div class="heading line">
        <h3 id="requests">{t('meterHeading')}</h3>
        <p>
          {use ? <span id="requests-used">{use.text}</span> : t('meterNone')}
          {resetsInMs > 0 && <span class="note">{t('meterResets', formatWait(resetsInMs))}</span>}
        </p>
      </div>
      {use && (
        <>
          <meter
            class="visually-hidden"
            aria-labelledby="requests-used"
            min={0}
            max={use.limit}
            value={use.gone}
          />
          <div title={t('meterUsed', formatNumber(usedHere), formatNumber(usedElsewhere))}>
            <RequestCells limit={use.limit} remaining={use.remaining} usedHere={usedHere} maxCells={60} />
          </div>
        </>
      )}
      <ul class="legend hint">
        <li class="here">{formatCount('meterUsedHere', usedHere)}</li>
        <li class="elsewhere">
          {use?.unavailable == null
            ? formatCount('meterUsedElsewhere', usedElsewhere)
            : formatCount('meterUnavailable', use.unavailable)}
        </li>
        {use && <li>{formatCount('meterUnused', use.remaining)}</li>}
      </ul>
    </section>
  );
}
