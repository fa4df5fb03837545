/** Labels and sentences of the bulk section. */
import type { ColumnField } from '../../../lib/bulk/columns.ts';
import type { NumberedRow, RowDecision } from '../../../lib/bulk/validate-rows.ts';
import type { RowProblem } from '../../../lib/bulk/validate-row.ts';
import type { Separator } from '../../../lib/bulk/parse-table.ts';
import { describeWarning } from '../../../lib/i18n/describe-lint.ts';
import { truncateMiddle, displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

export function fieldLabels(): Readonly<Record<ColumnField, string>> {
  return {
    address: t('bulkFieldDestinationUrl'),
    title: t('bulkFieldTitle'),
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

export function separatorLabel(separator: Separator): string {
  switch (separator) {
    case 'list':
      return t('bulkSeparatorList');
    case ',':
      return t('bulkSeparatorComma');
    case ';':
      return t('bulkSeparatorSemicolon');
    case '\t':
      return t('bulkSeparatorTab');
    case '|':
      return t('bulkSeparatorPipe');
  }
}

const maxLabelLength = 60;

const shortened = (text: string): string => truncateMiddle(text, maxLabelLength);

/** Texts with a parameter. */
const describeRow: Partial<Record<RowProblem['message'], (about: string) => string>> = {
  bulkUnknownDomain: (about) => t('bulkUnknownDomain', about),
  bulkUnknownCampaign: (about) => t('bulkUnknownCampaign', about),
  bulkUnknownChannel: (about) => t('bulkUnknownChannel', about),
  bulkUnknownPixel: (about) => t('bulkUnknownPixel', about),
  bulkUnknownVisibility: (about) => t('bulkUnknownVisibility', about),
  bulkUnknownType: (about) => t('bulkUnknownType', about),
  bulkUnclearDate: (about) => t('bulkUnclearDate', about),
  bulkSameAlias: (about) => t('bulkSameAlias', about),
};

export function describeRowProblem({ message, about }: RowProblem): string {
  return describeRow[message]?.(truncateMiddle(about, maxLabelLength)) ?? t(message);
}

/** A sentence about a row; `blocks` where the row can't be sent because of it. */
export interface ProblemText {
  readonly text: string;
  readonly blocks: boolean;
}

/** All problems, duplicates, conflicts and warnings of a row. */
export function describeProblems(row: NumberedRow, decision: RowDecision): readonly ProblemText[] {
  const { problems, warnings, twiceOf, exists } = row;
  const plain = (text: string): ProblemText => ({ text, blocks: false });
  const found: ProblemText[] = problems.map((problem) => ({
    text: describeRowProblem(problem),
    blocks: problem.blocks,
  }));
  if (twiceOf !== null)
    found.push(
      plain(
        t(decision === 'twice' ? 'bulkDuplicateOfRow' : 'bulkDuplicateOfRowAgain', formatNumber(twiceOf + 1)),
      ),
    );
  if (exists !== null) {
    const existing = t(
      decision === 'exists' ? 'bulkExists' : 'bulkExistsNewLink',
      displayUrl(exists.shortUrl ?? ''),
    );
    const isUnchecked = decision === 'exists' && exists.openEnded !== true;
    found.push(plain(isUnchecked ? `${existing} ${t('linkUnchecked')}` : existing));
  }
  const conflicts = row.conflicts.map(({ name, inUrl, typed }) => {
    const replaces = row.link.extras?.parameterConflict === 'replace';
    return plain(
      t(replaces ? 'bulkConflictReplaced' : 'bulkConflictKept', name, shortened(inUrl), shortened(typed)),
    );
  });
  return [...found, ...conflicts, ...warnings.map((warning) => plain(describeWarning(warning)))];
}

/** The name of a bulk: its file, or its first URL. */
export function formatBulkName(rows: readonly NumberedRow[], file: string): string {
  if (file !== '') return file;
  const first = rows.find(({ problems }) => problems.length === 0) ?? rows[0];
  const address = truncateMiddle(displayUrl(first?.link.address ?? ''), 48);
  return rows.length > 1 ? t('bulkNameMore', address, formatCount('bulkMore', rows.length - 1)) : address;
}
