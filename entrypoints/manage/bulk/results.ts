/** The results of a bulk's rows as CSV, as a Markdown table and as text. */
import { remarksOn } from '../../../components/job-facts.ts';
import { utmFields } from '../../../lib/bulk/columns.ts';
import { unconfirmed, type BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { joinNames } from '../../../lib/bulk/name-list.ts';
import { csvFile, formatCsv } from '../../../lib/text/format-csv.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatTable } from '../../../lib/i18n/format-table.ts';
import { t } from '../../../lib/i18n/t.ts';

export function stateLabel({ state, result }: BulkRow): string {
  switch (state) {
    case 'waiting':
      return t('bulkRowQueued');
    case 'out':
      return t('bulkInProgress');
    case 'asks':
      return t('needsDecision');
    case 'done':
      return t(result?.existing ? 'bulkAlreadyExisted' : 'created');
    case 'refused':
      return t('failed');
    case 'cancelled':
      return t('canceled');
    case 'left-out':
      return t(result?.existing ? 'bulkAlreadyExisted' : 'bulkSkipped');
  }
}

/** As sentences; empty where the state says everything. @param now epoch ms */
export function describeReasons(row: BulkRow, now: number): readonly string[] {
  const { state, errorText, result } = row;
  if (state === 'left-out') return errorText === '' ? [] : [errorText];
  if (state === 'refused') return [describeRefusal(row, now)];
  if (row.parked) return [t('bulkRowParked')];
  if (state === 'cancelled' && row.lost !== undefined) return [t('bulkRowCanceledLost')];
  if (state !== 'done') return [];
  // The state says already that the link existed.
  return remarksOn(result)
    .filter((remark) => remark !== 'linkExisted')
    .map((remark) => t(remark));
}

/** It names one next step: a row without its password can't be retried. */
function describeRefusal({ failure, passwordDropped }: BulkRow, now: number): string {
  if (failure === unconfirmed) return t(passwordDropped ? 'bulkUnconfirmedPassword' : 'bulkUnconfirmed');
  const { sentence } = describeFailure(failure, now);
  return passwordDropped ? t('bulkPasswordNotSaved', sentence) : sentence;
}

/** Not translated: the import recognizes them in every language, so that results can be imported again. */
const csvColumns = [
  'row',
  'long_url',
  'short_url',
  'status',
  'reason',
  'title',
  'alias',
  'domain',
  'campaign',
  'channel',
  'pixels',
  'note',
  'expires',
  'visibility',
  'type',
  'meta_title',
  'meta_description',
  'meta_image',
  ...utmFields,
] as const;

/** No password, which is stored in no file. */
function csvCells(row: BulkRow, now: number): string[] {
  const { title, alias, domain, campaign, channel, pixels, extras = defaultLinkOptions } = row.link;
  const { note, expiry, visibility, type, card } = extras;
  // A parameter that is written into the URL is in no column.
  const { url, parameters = [] } = toLinkFields(row.link);
  const values: Readonly<Partial<Record<(typeof csvColumns)[number], string>>> = {
    row: String(row.n + 1),
    long_url: url,
    short_url: row.result?.shortUrl ?? '',
    status: stateLabel(row),
    reason: describeReasons(row, now).join(' '),
    title,
    alias,
    domain,
    campaign: campaign?.name ?? '',
    channel: channel?.name ?? '',
    pixels: joinNames(pixels.map(({ name }) => name)),
    note,
    expires: expiry.replace('T', ' '),
    visibility,
    type,
    meta_title: card.title,
    meta_description: card.description,
    meta_image: card.picture,
  };
  const valueOf = (column: string) => parameters.find(({ name }) => name === column)?.value ?? '';
  return csvColumns.map((column) => values[column] ?? valueOf(column));
}

/** @param now epoch ms */
export const resultsAsCsv = (rows: readonly BulkRow[], now: number): Blob =>
  csvFile([formatCsv([csvColumns, ...rows.map((row) => csvCells(row, now))])]);

export const resultsAsMarkdown = (rows: readonly BulkRow[]): string =>
  formatTable('markdown', [
    [t('fieldTitle'), t('shortLink'), t('destinationUrl')],
    ...rows.map(({ link, result }) => [link.title, result?.shortUrl ?? '', link.address]),
  ]);

export const resultsAsText = (rows: readonly BulkRow[]): string =>
  rows.flatMap(({ result }) => (result?.shortUrl == null ? [] : `${result.shortUrl}\n`)).join('');
