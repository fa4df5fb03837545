/** Links as files (docs/export.md): CSV for spreadsheets, JSON for programs. Written in batches, since an account is large. */
import { csvFile, formatCsv } from '../../../lib/text/format-csv.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import type { LinkRow } from '../../../lib/mirror/link-row.ts';
import type { MirrorReader } from '../../../lib/mirror/mirror-reader.ts';
import type { Records } from './mirror-feed.ts';
import { clicksAsOf, newer, type ClickTimes } from './newest-clicks.ts';
import type { TimedDetails } from './open-link.ts';

/** As the list has it, or as it is stored. */
type ExportRow = MirrorLink & Partial<Pick<LinkRow, 'expires'>>;

export interface FileContext {
  /** The service's origin. */
  readonly service: string;
  /** Epoch ms. */
  readonly at: number;
  /** When the links were synced; `undefined` when that is not known. */
  readonly times: ClickTimes | undefined;
  /** The mirror has all links of the service. */
  readonly complete: boolean;
  readonly records: Pick<Records, 'campaigns' | 'channels'>;
  /** Links that were fetched with all of their fields since the page was opened. */
  readonly details: ReadonlyMap<string, TimedDetails>;
  /** Yields to the page's other work. */
  readonly pause: () => Promise<unknown>;
}

/** Links that are written without a pause. */
const batchSize = 1_000;

/** The links as they are stored now, in the same order. */
export async function readStored(
  links: readonly MirrorLink[],
  mirror: Pick<MirrorReader, 'slices'>,
): Promise<readonly ExportRow[]> {
  const wanted = new Set(links.map(({ id }) => id));
  const stored = new Map<string, ExportRow>();
  try {
    for await (const batch of mirror.slices(batchSize, new AbortController().signal)) {
      for (const row of batch) if (wanted.has(row.id)) stored.set(row.id, row);
      if (stored.size === wanted.size) break;
    }
  } catch {
    // As the list has them.
  }
  return links.map((link) => stored.get(link.id) ?? link);
}

interface Named {
  readonly id: string;
  /** `null` where the id is all that is known. */
  readonly name: string | null;
}

/**
 * `date` is as the service returned it, without a zone; of a new link, by this device's clock. `clicks` is `null` also
 * before a list of the service has shown the link.
 */
interface ExportedLink extends Pick<
  MirrorLink,
  'id' | 'shortUrl' | 'longUrl' | 'alias' | 'title' | 'date' | 'clicks'
> {
  readonly note: string;
  /** The clicks are at least as new as this, in UTC. */
  readonly clicksAsOf: string | null;
  /** In the service's own time; omitted where it is not known. */
  readonly expires?: string;
  /** Omitted where the link was not fetched with all of its fields. */
  readonly uniqueClicks?: number | null;
  readonly campaign: Named | null;
  readonly channels: readonly Named[];
}

/** Without milliseconds. @param at epoch ms */
const utc = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/u, 'Z');

function toExported(row: ExportRow, { records, details, times }: FileContext): ExportedLink {
  const named = (list: readonly PickerOption[], id: string): Named => ({
    id,
    name: list.find((one) => one.id === id)?.name ?? null,
  });
  const { link: full, at = null } = details.get(row.id) ?? {};
  const clicks = newer(full?.clicks, row.confirmed ? row.clicks : null);
  const asOf = newer(at, clicksAsOf(row, times));
  const expires = full?.expiry ?? row.expires;
  return {
    id: row.id,
    shortUrl: row.shortUrl,
    longUrl: row.longUrl,
    alias: row.alias,
    title: row.title,
    note: row.description,
    date: row.date,
    clicks,
    clicksAsOf: clicks === null || asOf === null ? null : utc(asOf),
    ...(expires && { expires }),
    ...(full && { uniqueClicks: full.uniqueClicks }),
    campaign: row.campaign === null ? null : named(records.campaigns, row.campaign),
    channels: row.channels.map((id) => named(records.channels, id)),
  };
}

async function inBatches(
  rows: readonly ExportRow[],
  { pause }: FileContext,
  write: (row: ExportRow, index: number) => string,
): Promise<string[]> {
  const batches: string[] = [];
  for (let from = 0; from < rows.length; from += batchSize) {
    batches.push(
      rows
        .slice(from, from + batchSize)
        .map((row, n) => write(row, from + n))
        .join(''),
    );
    await pause();
  }
  return batches;
}

const nameOf = ({ id, name }: Named): string => name ?? id;
const numberOf = (value: number | null | undefined): string => (value == null ? '' : String(value));

const columns: readonly (readonly [name: string, cell: (link: ExportedLink) => string])[] = [
  ['id', ({ id }) => id],
  ['short_url', ({ shortUrl }) => shortUrl ?? ''],
  ['long_url', ({ longUrl }) => longUrl ?? ''],
  ['alias', ({ alias }) => alias],
  ['title', ({ title }) => title],
  ['note', ({ note }) => note],
  ['date', ({ date }) => date ?? ''],
  ['clicks', ({ clicks }) => numberOf(clicks)],
  // As `date` is written, and named by its zone, which is another one.
  ['clicks_as_of_utc', ({ clicksAsOf }) => (clicksAsOf ?? '').replace('T', ' ').replace('Z', '')],
  ['campaign', ({ campaign }) => (campaign ? nameOf(campaign) : '')],
  ['channels', ({ channels }) => channels.map(nameOf).join(' | ')],
  // Of the same name as in the results of a batch, which the import knows.
  ['expires', ({ expires = '' }) => expires],
  // Last, since it is omitted at times: the others keep their places.
  ['unique_clicks', ({ uniqueClicks }) => numberOf(uniqueClicks)],
];

export async function linksAsCsv(rows: readonly ExportRow[], context: FileContext): Promise<Blob> {
  const { details } = context;
  // No list of the service has unique clicks: without a link that was opened, the column would be empty.
  const hasUniqueClicks = rows.some(({ id }) => details.get(id)?.link.uniqueClicks != null);
  const shown = columns.filter(([name]) => name !== 'unique_clicks' || hasUniqueClicks);
  const lines = await inBatches(rows, context, (row) => {
    const link = toExported(row, context);
    return formatCsv([shown.map(([, cell]) => cell(link))]);
  });
  return csvFile([formatCsv([shown.map(([name]) => name)]), ...lines]);
}

export async function linksAsJson(rows: readonly ExportRow[], context: FileContext): Promise<Blob> {
  const { service, at, times, complete } = context;
  const asOf = times?.at ?? null;
  const iso = (time: number) => new Date(time).toISOString();
  const head = {
    format: 'curtail-links',
    version: 1,
    service,
    exportedAt: iso(at),
    upToDateAt: asOf === null ? null : iso(asOf),
    complete,
    count: rows.length,
  };
  const batches = await inBatches(
    rows,
    context,
    (row, index) => `${index === 0 ? '' : ','}\n${JSON.stringify(toExported(row, context))}`,
  );
  const [open, close] = [JSON.stringify(head).slice(0, -1), '\n]}\n'];
  return new Blob([open, ',"links":[', ...batches, close], { type: 'application/json' });
}
