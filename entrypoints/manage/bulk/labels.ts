import { countLinks, countRows, type Bulk } from '../../../lib/bulk/bulk-job.ts';
import type { ColumnField, Columns } from '../../../lib/bulk/columns.ts';
import { linkToAdd, type ReviewedRow, type RowDecision } from '../../../lib/bulk/validate-rows.ts';
import type { RowProblem } from '../../../lib/bulk/draft-from-row.ts';
import type { Separator, Table } from '../../../lib/bulk/parse-table.ts';
import { describeRestrictions } from '../../../lib/i18n/describe-restrictions.ts';
import { describeWarning } from '../../../lib/i18n/describe-lint.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatNames } from '../../../lib/i18n/format-names.ts';
import { listParts } from '../../../lib/i18n/list-parts.ts';
import { describeProblem } from '../../../lib/i18n/describe-problem.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import { withoutIsolates } from '../../../lib/text/isolate.ts';
import { isNameTooLong, maxNameLength } from '../../../lib/text/name-length.ts';
import { maxUrlLength } from '../../../lib/url/may-need-lint.ts';
import type { ReviewStatus } from './import-state.ts';
import { isCreatable, recordToCreate, type BlockingName } from './unmatched-names.ts';
import type { ImportContent } from './import-options.ts';

export function fieldLabels(): Readonly<Record<ColumnField, string>> {
  return {
    address: t('destinationUrl'),
    title: t('fieldTitle'),
    alias: t('alias'),
    domain: t('domain'),
    campaign: t('campaign'),
    channel: t('channel'),
    pixels: t('pixels'),
    note: t('note'),
    expiry: t('expires'),
    password: t('password'),
    visibility: t('visibility'),
    type: t('linkType'),
    metaTitle: t('bulkFieldMetaTitle'),
    metaDescription: t('bulkFieldMetaDescription'),
    metaImage: t('bulkFieldMetaImage'),
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    utm_term: 'utm_term',
    utm_content: 'utm_content',
    utm_id: 'utm_id',
  };
}

const maxColumnName = 40;

/** @param index from 0 */
export const columnName = (name: string, index: number): string =>
  truncateMiddle(name === '' ? t('bulkColumnNumber', formatNumber(index + 1)) : name, maxColumnName);

const maxColumnsNamed = 4;

/** The columns that hold something and are not imported; empty for none. */
export function describeNotImported({ names, rows }: Table, columns: Columns): string {
  const hasContent = (index: number) => rows.some((row) => (row[index] ?? '') !== '');
  const found = names.flatMap((name, index) =>
    columns[index] === null && hasContent(index) ? columnName(name, index) : [],
  );
  return found.length === 0 ? '' : t('bulkColumnsNotImported', formatNames(found, maxColumnsNamed));
}

const separatorNames: Readonly<Record<Separator, MessageName>> = {
  list: 'bulkSeparatorList',
  ',': 'bulkSeparatorComma',
  ';': 'bulkSeparatorSemicolon',
  '\t': 'bulkSeparatorTab',
  '|': 'bulkSeparatorPipe',
};

export const separatorLabel = (separator: Separator): string => t(separatorNames[separator]);

const maxLabelLength = 60;

const truncated = (text: string): string => truncateMiddle(text, maxLabelLength);

type DescribeCell = (about: string) => string;

/** Texts with a substitution. Each is named in a call, where the test of the catalog counts it. */
const describeCell: Partial<Record<RowProblem['message'], DescribeCell>> = {
  bulkUnknownDomain: (about) => t('bulkUnknownDomain', about),
  bulkUnknownCampaign: (about) => t('bulkUnknownCampaign', about),
  bulkUnknownChannel: (about) => t('bulkUnknownChannel', about),
  bulkUnknownPixel: (about) => t('bulkUnknownPixel', about),
  bulkUnknownVisibility: (about) => t('bulkUnknownVisibility', about),
  bulkUnknownType: (about) => t('bulkUnknownType', about),
  bulkUnclearDate: (about) => t('bulkUnclearDate', about),
  bulkEndsWithPunctuation: (about) => t('bulkEndsWithPunctuation', about),
  // The field names of `columns.ts`, which are the same in every language.
  bulkUrlSuffix: (about) => t('bulkUrlSuffix', about, `url${about[0]}alias`),
  bulkSameAlias: (about) => t('bulkSameAlias', about),
  aliasKnown: (about) => t('aliasKnown', about),
  problemLongName_other: (about) =>
    t(
      'setTo',
      t(about === 'campaign' ? 'campaign' : 'channel'),
      formatCount('problemLongName', maxNameLength),
    ),
};

/** Among the results no button adds what is missing. */
const describeSkippedCell: typeof describeCell = {
  ...describeCell,
  bulkUnknownCampaign: (about) => t('bulkNoCampaign', about),
  bulkUnknownChannel: (about) => t('bulkNoChannel', about),
};

const describeRowProblem = ({ message, about }: RowProblem, describe = describeCell): string =>
  describe[message]?.(truncated(about)) ?? describeProblem(message);

const existingUrl = ({ exists, otherLink }: ReviewedRow): string =>
  displayUrl((exists ?? otherLink)?.shortUrl ?? '');

/** It is unknown what the existing link has that the row does not request. */
const uncheckedOf = ({ exists }: ReviewedRow): string[] =>
  exists?.openEnded === true ? [] : [describeRestrictions(exists ?? {})];

/** Whether the existing link of a row is added to its campaign and its channel. */
function assignmentNotesOf(row: ReviewedRow): string[] {
  return [...campaignNoteOf(row), ...channelNoteOf(row)];
}

function campaignNoteOf(row: ReviewedRow): string[] {
  const { campaign } = row.link;
  if (campaign === null) return [];
  if (linkToAdd(row) !== null) return [t('bulkExistsAdded', campaign.name)];
  return [
    row.exists?.campaign === campaign.id
      ? t('bulkExistsInCampaign', campaign.name)
      : t('bulkExistsNotInCampaign', campaign.name),
  ];
}

function channelNoteOf({ exists, link: { channel } }: ReviewedRow): string[] {
  if (channel === null || exists?.channels?.includes(channel.id)) return [];
  return [t('bulkExistsNotInCampaign', channel.name)];
}

/** The status of a row in the review in words, with all its problems, conflicts and warnings. */
export function describeRow(
  row: ReviewedRow,
  status: ReviewStatus,
): { readonly label: string; readonly reasons: readonly string[] } {
  const problems = row.problems.map((problem) => describeRowProblem(problem));
  const others = [
    ...conflictsOf(row),
    ...row.warnings.map((warning) => describeWarning(warning, maxUrlLength)),
  ];
  switch (status) {
    case 'problem':
      return { label: t('bulkRowError'), reasons: [...problems, ...others] };
    case 'twice': {
      const number = formatNumber((row.twiceOf ?? 0) + 1);
      const reasons = [t('bulkRowDuplicateHint', number), ...problems, ...others];
      return { label: t('bulkRowDuplicate', number), reasons };
    }
    case 'exists': {
      const notes = [
        t('bulkRowExistsHint', existingUrl(row)),
        ...assignmentNotesOf(row),
        ...uncheckedOf(row),
      ];
      return { label: t('bulkRowExists'), reasons: [...notes, ...problems, ...others] };
    }
    case 'ready':
    case 'warning': {
      const repeated = [
        row.twiceOf === null ? '' : t('bulkDuplicateOfRowAgain', formatNumber(row.twiceOf + 1)),
        row.exists === null && row.otherLink === null ? '' : t('bulkExistsNewLink', existingUrl(row)),
      ].filter(Boolean);
      const label = t(status === 'ready' ? 'bulkReady' : 'bulkRowWarning');
      return { label, reasons: [...problems, ...repeated, ...others] };
    }
  }
}

/** Why a row is skipped, as it is stored and shown among the results. */
export function describeSkip(row: ReviewedRow, decision: RowDecision): string {
  switch (decision) {
    case 'twice':
      return t('bulkDuplicateOfRow', formatNumber((row.twiceOf ?? 0) + 1));
    case 'exists':
      return [...assignmentNotesOf(row), ...uncheckedOf(row)].join(' ');
    // The campaign is named once the link is in it.
    case 'add':
      return [...channelNoteOf(row), ...uncheckedOf(row)].join(' ');
    case 'problem':
    case 'go':
      return row.problems
        .filter(({ blocks }) => blocks)
        .map((problem) => describeRowProblem(problem, describeSkippedCell))
        .join(' ');
  }
}

function conflictsOf({ conflicts, link }: ReviewedRow): string[] {
  const replaces = link.extras?.parameterConflict === 'replace';
  return conflicts.map(({ name, inUrl, typed }) =>
    t(replaces ? 'bulkConflictReplaced' : 'bulkConflictKept', name, listParts(inUrl), truncated(typed)),
  );
}

/** Why a name that was typed into a picker keeps the bulk from being started. */
export function describeBlockingName({ field, name }: BlockingName): string {
  if (isCreatable(field) && isNameTooLong(name)) return formatCount('problemLongName', maxNameLength);
  switch (field) {
    case 'campaign':
      return t('bulkUnmatchedCampaign', name);
    case 'channel':
      return t('bulkUnmatchedChannel', name);
    case 'pixels':
      return t('bulkUnmatchedPixel', name);
  }
}

const maxCampaignsShown = 3;

/** "Campaign: Summer sale". @param names empty for links without a campaign */
export function describeCampaigns(names: readonly string[]): string {
  const shown = names.map((name) => name || t('none'));
  return t('setTo', t('campaign'), formatNames(shown, maxCampaignsShown));
}

export type Source = Pick<ImportContent, 'file' | 'options'>;

/** What a batch is named after, as it is stored. */
type BulkName = Pick<Bulk, 'name' | 'namedBy'>;

/** A file, the open tabs, or a list that begins with a link. */
function sourceOf(rows: readonly ReviewedRow[], { file, options }: Source): BulkName {
  if (file !== '') return { name: file };
  const { link } = rows.find(({ problems }) => problems.length === 0) ?? rows[0] ?? {};
  const name = truncateMiddle(link?.title || displayUrl(link?.address ?? ''), 48);
  return { name, namedBy: options.isTabs ? 'tabs' : 'first-row' };
}

function formatName({ name, namedBy }: BulkName, count: number): string {
  if (namedBy === 'tabs') return withoutIsolates(formatCount('bulkNameTabs', count));
  if (namedBy === undefined || count < 2) return name;
  return withoutIsolates(t('bulkNameMore', name, formatNumber(count - 1)));
}

/** Where the rows come from. */
export const formatSourceName = (rows: readonly ReviewedRow[], source: Source): string =>
  formatName(sourceOf(rows, source), rows.length);

/** A bulk is named after its file, else after the campaign that was chosen for it, else after its source. */
export function bulkNameOf(rows: readonly ReviewedRow[], source: Source): BulkName {
  const { file, options } = source;
  const campaign = recordToCreate(options, 'campaign') ?? options.campaign;
  // That of all batches would not tell them apart.
  const isChosen = !options.together && campaign !== null && campaign.id !== options.defaults.campaign?.id;
  return file === '' && isChosen ? { name: campaign.name } : sourceOf(rows, source);
}

export const formatBulkName = (bulk: Bulk): string => formatName(bulk, countRows(bulk));

/** "2 of 3 links done · 1 failed" */
export function describeProgress(bulk: Bulk): string {
  const { done, refused, cancelled } = bulk.counts;
  const parts = [
    formatCount('bulkDoneOf', countLinks(bulk), formatNumber(done)),
    refused > 0 && formatCount('failedCount', refused),
    cancelled > 0 && formatCount('placementsCanceled', cancelled),
  ];
  return parts.filter(Boolean).join(' · ');
}
