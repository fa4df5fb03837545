/** Guesses the fields of a table's columns from their names or contents; the user can change them. */
import { normalizeText } from '../text/normalize-text.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import type { Table } from './parse-table.ts';

export const utmFields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
] as const;

/** In the order of the picker. `utm_…` are campaign parameters. */
export const columnFields = [
  'address',
  'title',
  'alias',
  'domain',
  'campaign',
  'channel',
  'pixels',
  'note',
  'expiry',
  'password',
  'visibility',
  'type',
  'metaTitle',
  'metaDescription',
  'metaImage',
  ...utmFields,
] as const;
export type ColumnField = (typeof columnFields)[number];

/** By column; `null` for an ignored one. */
export type Columns = readonly (ColumnField | null)[];

/** Column names in exports of other services, letters and digits only. */
const namedLike: Readonly<Record<ColumnField, string>> = {
  address:
    'address url link longurl longlink long destination destinationurl target targeturl originalurl original href website webaddress uri webpage page fullurl',
  title: 'title name linktitle pagetitle linkname product productname producttitle',
  alias:
    'alias custom customalias slug backhalf backhalves keyword shortname shortcode ending path customback custombackhalf customslug vanity',
  domain: 'domain shortdomain customdomain brandeddomain host',
  campaign: 'campaign campaignname campaignid',
  channel: 'channel channelname channelid group folder',
  pixels: 'pixels pixel pixelid pixelids retargeting',
  note: 'note notes description comment comments remark remarks',
  expiry: 'expiry expires expiration expirationdate expirydate expiresat validuntil expireson',
  password: 'password pass pwd passphrase',
  // No `status`: in the results of a bulk that is what became of the row.
  visibility: 'visibility access',
  type: 'type redirect redirecttype linktype',
  metaTitle: 'metatitle ogtitle socialtitle previewtitle cardtitle',
  metaDescription: 'metadescription ogdescription socialdescription previewdescription carddescription',
  metaImage: 'metaimage ogimage image imageurl socialimage previewimage cardimage cardpicture picture',
  utm_source: 'utmsource source',
  utm_medium: 'utmmedium medium',
  utm_campaign: 'utmcampaign',
  utm_term: 'utmterm term',
  utm_content: 'utmcontent content',
  // A bare `id` is any table's own row number.
  utm_id: 'utmid',
};

const normalizeColumnName = (name: string): string => normalizeText(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

const fieldsByName = new Map<string, ColumnField>(
  columnFields.flatMap((field) => namedLike[field].split(' ').map((name) => [name, field] as const)),
);

/** @param words names of the fields in the user's language */
export function createColumnMatcher(words: Readonly<Record<ColumnField, string>>) {
  const own = new Map(columnFields.map((field) => [normalizeColumnName(words[field]), field]));
  const fieldOf = (name: string): ColumnField | null => {
    const key = normalizeColumnName(name);
    return key === '' ? null : (fieldsByName.get(key) ?? own.get(key) ?? null);
  };
  return { fieldOf, isName: (name: string) => fieldOf(name) !== null };
}
export type ColumnMatcher = ReturnType<typeof createColumnMatcher>;

const sampleRows = 200;

/** The index of the column with the most URLs; -1 for none. */
function urlColumn({ rows, names }: Table): number {
  let best = { index: -1, count: 0 };
  for (const index of names.keys()) {
    const count = rows.slice(0, sampleRows).filter((row) => parseUserUrl(row[index] ?? '').ok).length;
    if (count > best.count) best = { index, count };
  }
  return best.index;
}

/** No field twice; a column without a known name is ignored, so that no data is sent by a guess. */
export function guessColumns(table: Table, { fieldOf }: ColumnMatcher): Columns {
  if (table.separator === 'list')
    return table.names.map((_, index) => (['address', 'title'] as const)[index] ?? null);
  const taken = new Set<ColumnField>();
  const columns = table.names.map((name) => {
    const field = fieldOf(name);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  if (taken.has('address')) return columns;
  const urlIndex = urlColumn(table);
  return columns.map((field, column) => (column === urlIndex ? 'address' : field));
}

/** Assigns a field to a column and removes it from the column that had it. */
export function withColumn(columns: Columns, index: number, field: ColumnField | null): Columns {
  return columns.map((own, column) => (column === index ? field : own === field ? null : own));
}
