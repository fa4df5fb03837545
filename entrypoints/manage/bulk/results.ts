/** What came of a bulk's rows, as a file, as a Markdown table and as text. */
import type { BulkRow } from '../../../lib/bulk/bulk-job.ts';
import { csvFile, csvLine } from '../../../lib/bulk/csv.ts';
import { noExtras } from '../../../lib/draft/parse-options.ts';
import { tellFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatTable } from '../../../lib/i18n/format-table.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { ResultFormats } from './bulks-model.ts';

/** How a row stands, in a word or two. */
export function sayState({ state, made }: BulkRow): string {
  switch (state) {
    case 'waiting':
      return say('bulkWaiting');
    case 'out':
      return say('bulkOut');
    case 'asks':
      return say('bulkAsks');
    case 'done':
      return say(made?.existing ? 'bulkExisted' : 'bulkMade');
    case 'refused':
      return say('bulkRefused');
    case 'cancelled':
      return say('cancelled');
    case 'left-out':
      return say('bulkLeftOut');
  }
}

/** Why it stands so; empty where there is nothing to say. @param now epoch ms */
export function sayReason({ state, reason, failure, made, passwordDropped }: BulkRow, now: number): string {
  if (state === 'left-out') return reason;
  if (state === 'refused') {
    const told = failure === null ? say('bulkNotTaken') : tellFailure(failure, now).sentence;
    return passwordDropped ? `${told} ${say('bulkPasswordDropped')}` : told;
  }
  if (state !== 'done') return '';
  return [made?.aliasDiffers && say('aliasDiffers'), made?.lookedUp && say('foundAgain')]
    .filter(Boolean)
    .join(' ');
}

export function createResultFormats(now: () => number): ResultFormats {
  const header = () => [
    say('bulkRow'),
    say('bulkFieldAddress'),
    say('shortLinkColumn'),
    say('bulkStateColumn'),
    say('bulkReasonColumn'),
    say('bulkFieldTitle'),
    say('alias'),
    say('domain'),
    say('campaign'),
    say('channel'),
    say('pixels'),
    say('note'),
    say('expires'),
  ];
  const cells = (row: BulkRow): string[] => {
    const { address, title, alias, domain, campaign, channel, pixels, extras = noExtras } = row.link;
    return [
      String(row.n + 1),
      address,
      row.made?.shortUrl ?? '',
      sayState(row),
      sayReason(row, now()),
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
    csv: (rows) => csvFile([csvLine(header()), ...rows.map((row) => csvLine(cells(row)))]),
    markdown: (rows) =>
      formatTable('markdown', [
        [say('bulkFieldTitle'), say('shortLinkColumn'), say('bulkFieldAddress')],
        ...rows.map(({ link, made }) => [link.title, made?.shortUrl ?? '', link.address]),
      ]),
    text: (rows) => rows.flatMap(({ made }) => (made?.shortUrl == null ? [] : `${made.shortUrl}\n`)).join(''),
  };
}
