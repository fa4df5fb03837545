/** Names and sentences of this room that are put together. */
import type { ColumnField } from '../../../lib/bulk/columns.ts';
import type { PreparedRow, Verdict } from '../../../lib/bulk/validate-rows.ts';
import type { RowProblem } from '../../../lib/bulk/validate-row.ts';
import type { Separator } from '../../../lib/bulk/parse-table.ts';
import { sayWarning } from '../../../lib/i18n/describe-lint.ts';
import { middleEllipsis, shownAddress } from '../../../lib/i18n/truncate.ts';
import { sayNumber } from '../../../lib/i18n/format-number.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';

export function fieldWords(): Readonly<Record<ColumnField, string>> {
  return {
    address: say('bulkFieldAddress'),
    title: say('bulkFieldTitle'),
    alias: say('alias'),
    domain: say('domain'),
    campaign: say('campaign'),
    channel: say('channel'),
    pixels: say('pixels'),
    note: say('note'),
    expiry: say('expires'),
    password: say('password'),
    visibility: say('visibility'),
    type: say('linkType'),
    metaTitle: say('bulkFieldMetaTitle'),
    metaDescription: say('bulkFieldMetaDescription'),
    metaImage: say('bulkFieldMetaImage'),
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    utm_term: 'utm_term',
    utm_content: 'utm_content',
    utm_id: 'utm_id',
  };
}

export function saySeparator(separator: Separator): string {
  switch (separator) {
    case 'list':
      return say('bulkSeparatorList');
    case ',':
      return say('bulkSeparatorComma');
    case ';':
      return say('bulkSeparatorSemicolon');
    case '\t':
      return say('bulkSeparatorTab');
    case '|':
      return say('bulkSeparatorBar');
  }
}

const longestAbout = 60;

const shortened = (text: string): string => middleEllipsis(text, longestAbout);

/** Texts with room for what they are about. */
const sayAbout: Partial<Record<RowProblem['says'], (about: string) => string>> = {
  bulkUnknownDomain: (about) => say('bulkUnknownDomain', about),
  bulkUnknownCampaign: (about) => say('bulkUnknownCampaign', about),
  bulkUnknownChannel: (about) => say('bulkUnknownChannel', about),
  bulkUnknownPixel: (about) => say('bulkUnknownPixel', about),
  bulkUnknownVisibility: (about) => say('bulkUnknownVisibility', about),
  bulkUnknownType: (about) => say('bulkUnknownType', about),
  bulkExpiry: (about) => say('bulkExpiry', about),
  bulkSameAlias: (about) => say('bulkSameAlias', about),
};

export function sayProblem({ says, about }: RowProblem): string {
  return sayAbout[says]?.(middleEllipsis(about, longestAbout)) ?? say(says);
}

/** One sentence about a row; `blocks` where it keeps the row from being made. */
export interface Said {
  readonly text: string;
  readonly blocks: boolean;
}

/** Everything that is to be said of a row before it is asked for. */
export function saysOf(row: PreparedRow, verdict: Verdict): readonly Said[] {
  const { problems, warnings, twiceOf, exists } = row;
  const plain = (text: string): Said => ({ text, blocks: false });
  const found: Said[] = problems.map((problem) => ({ text: sayProblem(problem), blocks: problem.blocks }));
  if (twiceOf !== null)
    found.push(plain(say(verdict === 'twice' ? 'bulkTwice' : 'bulkTwiceMade', sayNumber(twiceOf + 1))));
  if (exists !== null) {
    const existing = say(
      verdict === 'exists' ? 'bulkExists' : 'bulkExistsMade',
      shownAddress(exists.shortUrl ?? ''),
    );
    const isAsked = verdict === 'exists' && exists.openEnded !== true;
    found.push(plain(isAsked ? `${existing} ${say('linkUnchecked')}` : existing));
  }
  const conflicts = row.conflicts.map(({ name, inUrl, typed }) => {
    const replaces = row.link.extras?.parameterConflict === 'replace';
    return plain(
      say(replaces ? 'bulkConflictReplaced' : 'bulkConflictKept', name, shortened(inUrl), shortened(typed)),
    );
  });
  return [...found, ...conflicts, ...warnings.map((warning) => plain(sayWarning(warning)))];
}

/** What a bulk is called: its file, or its first address. */
export function nameOf(rows: readonly PreparedRow[], file: string): string {
  if (file !== '') return file;
  const first = rows.find(({ problems }) => problems.length === 0) ?? rows[0];
  const address = middleEllipsis(shownAddress(first?.link.address ?? ''), 48);
  return rows.length > 1 ? say('bulkNameMore', address, sayCount('bulkMore', rows.length - 1)) : address;
}
