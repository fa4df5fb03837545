/** The results of a bulk's rows as CSV, as a Markdown table and as text. */
import type { BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { csvFile, formatCsv } from '../../../lib/text/csv.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatTable } from '../../../lib/i18n/format-table.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ResultFormats } from './bulks-deps.ts';

export function stateLabel({ state, made }: BulkRow): string {
  switch (state) {
    case 'waiting':
      return t('bulkPending');
    case 'out':
      return t('bulkRowInProgress');
    case 'asks':
      return t('bulkRowNeedsDecision');
    case 'done':
      return t(made?.existing ? 'bulkAlreadyExisted' : 'bulkCreated');
    case 'refused':
      return t('bulkFailed');
    case 'cancelled':
      return t('canceled');
    case 'left-out':
      return t('bulkSkipped');
  }
}

/** The reason for a row's state; empty for none. @param now epoch ms */
export function describeReason(
  { state, reason, failure, made, passwordDropped }: BulkRow,
  now: number,
): string {
  if (state === 'left-out') return reason;
  if (state === 'refused') {
    const sentence = failure === null ? t('bulkUnconfirmed') : describeFailure(failure, now).sentence;
    return passwordDropped ? `${sentence} ${t('bulkPasswordNotSaved')}` : sentence;
  }
  if (state !== 'done') return '';
  return [made?.aliasDiffers && t('aliasDiffers'), made?.lookedUp && t('responseLost')]
    .filter(Boolean)
    .join(' ');
}

export function createResultFormats(now: () => number): ResultFormats {
  const header = () => [
    t('bulkRow'),
    t('bulkFieldDestinationUrl'),
    t('shortLinkColumn'),
    t('bulkResultColumn'),
    t('bulkReasonColumn'),
    t('bulkFieldTitle'),
    t('alias'),
    t('domain'),
    t('campaign'),
    t('channel'),
    t('pixels'),
    t('note'),
    t('expires'),
  ];
  const cells = (row: BulkRow): string[] => {
    const {
      address,
      title,
      alias,
      domain,
      campaign,
      channel,
      pixels,
      extras = defaultLinkOptions,
    } = row.link;
    return [
      String(row.n + 1),
      address,
      row.made?.shortUrl ?? '',
      stateLabel(row),
      describeReason(row, now()),
      title,
      alias,
      domain,
      campaign?.name ?? '',
      channel?.name ?? '',
      pixels.map(({ name }) => name).join('; '),
      extras.note,
      extras.expiry.replace('T', ' '),
    ];
  };
  return {
    csv: (rows) => csvFile([formatCsv([header(), ...rows.map(cells)])]),
    markdown: (rows) =>
      formatTable('markdown', [
        [t('bulkFieldTitle'), t('shortLinkColumn'), t('bulkFieldDestinationUrl')],
        ...rows.map(({ link, made }) => [link.title, made?.shortUrl ?? '', link.address]),
      ]),
    text: (rows) => rows.flatMap(({ made }) => (made?.shortUrl == null ? [] : `${made.shortUrl}\n`)).join(''),
  };
}
