/** A row of the preview: the URL as it will be sent, the other fields, and the status. */
import type { NumberedRow, RowDecision } from '../../../lib/bulk/validate-rows.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatList, formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { describeRow } from './labels.ts';
import { reviewSigns, RowStatus } from './row-status.tsx';
import { RowUrl } from './rows-table.tsx';

const maxFactLength = 60;

export interface PreviewRowProps {
  readonly index: number;
  readonly row: NumberedRow;
  readonly decision: RowDecision;
}

export function PreviewRow({ index, row, decision }: PreviewRowProps) {
  const { status, word, reasons } = describeRow(row, decision);
  const facts = factsOf(row);
  const { alias } = row.link;
  // The URL as it is sent, with its parameters.
  const { url } = toLinkFields(row.link);
  return (
    <tr data-decision={decision}>
      <th scope="row">{formatNumber(index + 1)}</th>
      <td>
        <RowUrl url={url} />
        {facts.length > 0 && (
          <p class="row-facts">
            <bdi>{facts.join(' · ')}</bdi>
          </p>
        )}
      </td>
      <td>
        {alias === '' ? (
          <span class="note">{t('bulkAliasAutomatic')}</span>
        ) : (
          <bdi dir="ltr">{truncated(alias)}</bdi>
        )}
      </td>
      <td>
        <RowStatus sign={reviewSigns[status]} word={word} reasons={reasons} />
      </td>
    </tr>
  );
}

const truncated = (value: string): string =>
  value.length > maxFactLength ? `${value.slice(0, maxFactLength)}…` : value;

const fact = (label: string, value: string): string =>
  value === '' ? '' : t('setTo', label, truncated(value));

/** All that the row sets besides its URL and alias. */
function factsOf({ link, preset }: NumberedRow): string[] {
  const { extras } = link;
  const sent = toLinkFields(link);
  return [
    fact(t('preset'), preset?.name ?? ''),
    fact(t('bulkFieldTitle'), link.title),
    fact(t('domain'), displayUrl(link.domain)),
    fact(t('campaign'), link.campaign?.name ?? ''),
    fact(t('channel'), link.channel?.name ?? ''),
    fact(t('pixels'), formatList(link.pixels.map(({ name }) => name))),
    fact(t('note'), extras?.note ?? ''),
    fact(t('expires'), extras?.expiry.replace('T', ' ') ?? ''),
    fact(t('password'), extras?.password ? '••••' : ''),
    ...(sent.parameters ?? []).map(({ name, value }) => fact(name, value)),
    ...(sent.geotarget ?? []).map(({ location, link: to }) => fact(location, to)),
    ...(sent.devicetarget ?? []).map(({ device, link: to }) => fact(device, to)),
    ...(sent.languagetarget ?? []).map(({ language, link: to }) => fact(language, to)),
    fact(t('appStore'), sent.deeplink?.apple ?? ''),
    fact(t('googlePlay'), sent.deeplink?.google ?? ''),
    fact(t('bulkFieldMetaTitle'), extras?.card.title ?? ''),
  ].filter((text) => text !== '');
}
