/** A row of the preview: the URL as it will be sent, the other fields, and the problems. */
import type { NumberedRow, RowDecision } from '../../../lib/bulk/validate-rows.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { describeProblems } from './labels.ts';
import { RowUrl } from './rows-table.tsx';

const maxFactLength = 60;

export interface PreviewRowProps {
  readonly index: number;
  readonly row: NumberedRow;
  readonly decision: RowDecision;
}

export function PreviewRow({ index, row, decision }: PreviewRowProps) {
  const problems = describeProblems(row, decision);
  const facts = factsOf(row);
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
      <td class="checks">
        {problems.length === 0 ? (
          t('bulkReady')
        ) : (
          <ul>
            {problems.map(({ text, blocks }) => (
              <li key={text} class={blocks ? 'bad' : undefined}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

const fact = (label: string, value: string): string =>
  value === ''
    ? ''
    : `${label}: ${value.length > maxFactLength ? `${value.slice(0, maxFactLength)}…` : value}`;

/** All that the row sets besides its URL. */
function factsOf({ link, preset }: NumberedRow): string[] {
  const { extras } = link;
  const sent = toLinkFields(link);
  return [
    fact(t('preset'), preset?.name ?? ''),
    fact(t('bulkFieldTitle'), link.title),
    fact(t('alias'), link.alias),
    fact(t('domain'), displayUrl(link.domain)),
    fact(t('campaign'), link.campaign?.name ?? ''),
    fact(t('channel'), link.channel?.name ?? ''),
    fact(t('pixels'), link.pixels.map(({ name }) => name).join(', ')),
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
