/** The results of a bulk's rows as CSV, as a Markdown table and as text. */
import type { LinkFields } from '../../../lib/api/create-link.ts';
import { remarksOn } from '../../../components/job-facts.ts';
import { utmFields } from '../../../lib/bulk/columns.ts';
import { unconfirmed, type BulkRow, type RowState } from '../../../lib/bulk/bulk-job.ts';
import { toNameCell } from '../../../lib/bulk/name-cell.ts';
import { csvFile, formatCsv } from '../../../lib/text/format-csv.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatTable } from '../../../lib/copy/format-table.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import { normalizeUrl } from '../../../lib/url/normalize-url.ts';

/** The state of a row as it is shown. */
export type ShownState = RowState | 'existed';

export const stateLabels: Readonly<Record<ShownState, MessageName>> = {
  waiting: 'bulkRowPending',
  out: 'bulkInProgress',
  asks: 'needsDecision',
  done: 'created',
  existed: 'bulkAlreadyExisted',
  refused: 'failed',
  cancelled: 'canceled',
  'left-out': 'bulkSkipped',
};

/** @param isSending false for a row that waits, also in the outbox */
export function shownState({ state, result }: BulkRow, isSending = state === 'out'): ShownState {
  if (result?.existing && (state === 'done' || state === 'left-out')) return 'existed';
  return state === 'out' && !isSending ? 'waiting' : state;
}

/** As sentences; empty where the state says everything. @param now epoch ms */
export function describeReasons(row: BulkRow, now: number): readonly string[] {
  const { state, errorText, result, assigns, link } = row;
  if (state === 'left-out') return errorText === '' ? [] : [errorText];
  if (state === 'refused') return [describeRefusal(row, now)];
  if (row.parked) return [t('bulkRowParked')];
  if (state === 'cancelled' && row.lost !== undefined) return [t('bulkRowCanceledLost')];
  if (state !== 'done') return [];
  if (assigns) return [t('addedTo', link.campaign?.name ?? ''), errorText].filter(Boolean);
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

/** What the cells of a row are made of. */
interface ResultRow {
  readonly row: BulkRow;
  /** The row whose link it uses. */
  readonly original: BulkRow | undefined;
  readonly options: LinkOptions;
  readonly sent: LinkFields;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The names are not translated: the import recognizes them in every language, so that results can be imported again. No
 * password, which is stored in no file.
 */
const csvColumns: readonly (readonly [name: string, cell: (result: ResultRow) => string])[] = [
  ['row', ({ row }) => String(row.n + 1)],
  ['long_url', ({ sent }) => sent.url],
  ['short_url', ({ row, original }) => (row.result ?? original?.result)?.shortUrl ?? ''],
  ['status', ({ row }) => t(stateLabels[shownState(row)])],
  ['reason', ({ row, now }) => describeReasons(row, now).join(' ')],
  ['title', ({ row }) => row.link.title],
  ['alias', ({ row }) => row.link.alias],
  ['domain', ({ row }) => row.link.domain],
  ['campaign', ({ row }) => row.link.campaign?.name ?? ''],
  ['channel', ({ row }) => row.link.channel?.name ?? ''],
  ['pixels', ({ row }) => toNameCell(row.link.pixels.map(({ name }) => name))],
  ['note', ({ options }) => options.note],
  ['expires', ({ options }) => options.expiry.replace('T', ' ')],
  ['visibility', ({ options }) => options.visibility],
  ['type', ({ options }) => options.type],
  ['meta_title', ({ options }) => options.card.title],
  ['meta_description', ({ options }) => options.card.description],
  ['meta_image', ({ options }) => options.card.picture],
  // A parameter that is written into the URL is in no column.
  ...utmFields.map((utm) => [utm, ({ sent }: ResultRow) => parameterOf(sent, utm)] as const),
];

const parameterOf = ({ parameters = [] }: LinkFields, wanted: string): string =>
  parameters.find(({ name }) => name === wanted)?.value ?? '';

const isSameUrl = (one: BulkRow, other: BulkRow): boolean =>
  normalizeUrl(one.link.address) === normalizeUrl(other.link.address);

/**
 * @param now epoch ms
 * @param all the rows among which those are that others duplicate
 */
export function resultsAsCsv(rows: readonly BulkRow[], now: number, all = rows): Blob {
  const byNumber = new Map(all.map((row) => [row.n, row]));
  const lines = rows.map((row) => {
    const options = row.link.extras ?? defaultLinkOptions;
    const sent = toLinkFields(row.link);
    const found = row.duplicateOf === undefined ? undefined : byNumber.get(row.duplicateOf);
    // Unless that was corrected to another URL.
    const original = found && isSameUrl(found, row) ? found : undefined;
    return csvColumns.map(([, cell]) => cell({ row, original, options, sent, now }));
  });
  return csvFile([formatCsv([csvColumns.map(([name]) => name), ...lines])]);
}

export const resultsAsMarkdown = (rows: readonly BulkRow[]): string =>
  formatTable('markdown', [
    [t('fieldTitle'), t('shortLink'), t('destinationUrl')],
    ...rows.map(({ link, result }) => [link.title, result?.shortUrl ?? '', link.address]),
  ]);

export const resultsAsText = (rows: readonly BulkRow[]): string =>
  rows.flatMap(({ result }) => (result?.shortUrl == null ? [] : `${result.shortUrl}\n`)).join('');
