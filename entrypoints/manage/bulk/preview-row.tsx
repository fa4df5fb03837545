/** A row of the preview: the URL as it will be sent, the other fields, and the status. */
import type { ReviewedRow, RowDecision } from '../../../lib/bulk/validate-rows.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { describeExpiry } from '../../../lib/i18n/describe-expiry.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatList, formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { describeRow } from './labels.ts';
import { RowStatus, RowUrl } from './rows-table.tsx';
import { reviewIcons } from './status-icon.tsx';

const maxValueLength = 60;

interface PreviewRowProps {
  readonly index: number;
  readonly row: ReviewedRow;
  readonly decision: RowDecision;
}

const truncated = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;

export function PreviewRow({ index, row, decision }: PreviewRowProps) {
  const { status, label, reasons } = describeRow(row, decision);
  // An existing link is used as it is: nothing that the row sets applies to it.
  const existing = decision === 'exists' ? row.exists : null;
  const fields = existing === null ? otherFieldsOf(row) : [];
  const { alias } = existing ?? row.link;
  // The URL as it is sent, with its parameters.
  const { url } = toLinkFields(row.link);
  return (
    <tr data-decision={decision}>
      <th scope="row">{formatNumber(index + 1)}</th>
      <td>
        <RowUrl url={url} />
        {fields.length > 0 && (
          <p class="row-facts">
            <bdi>{fields.join(' · ')}</bdi>
          </p>
        )}
      </td>
      <td>
        {alias === '' ? (
          <span class="note">{t('aliasAutomatic')}</span>
        ) : (
          <bdi dir="ltr">{truncated(alias)}</bdi>
        )}
      </td>
      <td>
        <RowStatus icon={reviewIcons[status]} label={label} reasons={reasons} />
      </td>
    </tr>
  );
}

const fieldText = (label: string, value: string): string =>
  value === '' ? '' : t('setTo', label, truncated(value));

/** All that the row sets besides its URL and alias. */
function otherFieldsOf({ link, preset }: ReviewedRow): string[] {
  const { extras } = link;
  const sent = toLinkFields(link);
  return [
    fieldText(t('preset'), preset?.name ?? ''),
    fieldText(t('fieldTitle'), link.title),
    fieldText(t('domain'), displayUrl(link.domain)),
    fieldText(t('campaign'), link.campaign?.name ?? ''),
    fieldText(t('channel'), link.channel?.name ?? ''),
    fieldText(t('pixels'), formatList(link.pixels.map(({ name }) => name))),
    fieldText(t('note'), extras?.note ?? ''),
    fieldText(t('expires'), extras?.expiry ? describeExpiry(extras.expiry) : ''),
    fieldText(t('password'), extras?.password ? '••••' : ''),
    ...(sent.parameters ?? []).map(({ name, value }) => fieldText(name, value)),
    ...(sent.geotarget ?? []).map(({ location, link: to }) => fieldText(location, to)),
    ...(sent.devicetarget ?? []).map(({ device, link: to }) => fieldText(device, to)),
    ...(sent.languagetarget ?? []).map(({ language, link: to }) => fieldText(language, to)),
    fieldText(t('appStore'), sent.deeplink?.apple ?? ''),
    fieldText(t('googlePlay'), sent.deeplink?.google ?? ''),
    fieldText(t('bulkFieldMetaTitle'), extras?.card.title ?? ''),
  ].filter((text) => text !== '');
}
