/** What the columns of a table stand for, by their names or by what is in them. A person can choose otherwise. */
import { normalizeText } from '../text/normalize-text.ts';
import { parseUserUrl } from '../url/parse-user-url.ts';
import type { Table } from './parse-table.ts';

/** In the order in which they are offered. `utm_…` are campaign parameters. */
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
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
] as const;
export type ColumnField = (typeof columnFields)[number];

/** By column; `null` for one that is not used. */
export type Columns = readonly (ColumnField | null)[];

/** Names as tables of other services have them, without anything but letters and digits. */
const namedLike: Readonly<Record<ColumnField, readonly string[]>> = {
  address: [
    'address',
    'url',
    'link',
    'longurl',
    'longlink',
    'long',
    'destination',
    'destinationurl',
    'target',
    'targeturl',
    'originalurl',
    'original',
    'href',
    'website',
    'webaddress',
    'uri',
    'webpage',
    'page',
    'fullurl',
  ],
  title: ['title', 'name', 'linktitle', 'pagetitle', 'linkname'],
  alias: [
    'alias',
    'custom',
    'customalias',
    'slug',
    'backhalf',
    'backhalves',
    'keyword',
    'shortname',
    'shortcode',
    'ending',
    'path',
    'customback',
    'custombackhalf',
    'customslug',
    'vanity',
  ],
  domain: ['domain', 'shortdomain', 'customdomain', 'brandeddomain', 'host'],
  campaign: ['campaign', 'campaignname', 'campaignid'],
  channel: ['channel', 'channelname', 'channelid', 'group', 'folder'],
  pixels: ['pixels', 'pixel', 'pixelid', 'pixelids', 'retargeting'],
  note: ['note', 'notes', 'description', 'comment', 'comments', 'remark', 'remarks'],
  expiry: [
    'expiry',
    'expires',
    'expiration',
    'expirationdate',
    'expirydate',
    'expiresat',
    'validuntil',
    'expireson',
  ],
  password: ['password', 'pass', 'pwd', 'passphrase'],
  visibility: ['visibility', 'status', 'access'],
  type: ['type', 'redirect', 'redirecttype', 'linktype'],
  metaTitle: ['metatitle', 'ogtitle', 'socialtitle', 'previewtitle', 'cardtitle'],
  metaDescription: [
    'metadescription',
    'ogdescription',
    'socialdescription',
    'previewdescription',
    'carddescription',
  ],
  metaImage: [
    'metaimage',
    'ogimage',
    'image',
    'imageurl',
    'socialimage',
    'previewimage',
    'cardimage',
    'picture',
  ],
  utm_source: ['utmsource', 'source'],
  utm_medium: ['utmmedium', 'medium'],
  utm_campaign: ['utmcampaign'],
  utm_term: ['utmterm', 'term'],
  utm_content: ['utmcontent', 'content'],
  // Without the mark it is any table's own number.
  utm_id: ['utmid'],
};

const normalizeColumnName = (name: string): string => normalizeText(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

const fieldsByName = new Map<string, ColumnField>(
  columnFields.flatMap((field) => namedLike[field].map((name) => [name, field] as const)),
);

/** @param words what the fields are called in the person's language */
export function createColumnMatcher(words: Readonly<Record<ColumnField, string>>) {
  const own = new Map(columnFields.map((field) => [normalizeColumnName(words[field]), field]));
  const fieldOf = (name: string): ColumnField | null => {
    const key = normalizeColumnName(name);
    return key === '' ? null : (fieldsByName.get(key) ?? own.get(key) ?? null);
  };
  return { fieldOf, isName: (name: string) => fieldOf(name) !== null };
}
export type ColumnAliases = ReturnType<typeof createColumnMatcher>;

/** So many rows tell what a column holds. */
const sample = 200;

/** The column that holds the most addresses; -1 where none has any. */
function urlColumn({ rows, names }: Table): number {
  let best = { at: -1, count: 0 };
  for (const at of names.keys()) {
    const count = rows.slice(0, sample).filter((row) => parseUserUrl(row[at] ?? '').ok).length;
    if (count > best.count) best = { at, count };
  }
  return best.at;
}

/** No field twice; a column without a name that is known is not used, so that nothing is sent by a guess. */
export function guessColumns(table: Table, { fieldOf }: ColumnAliases): Columns {
  if (table.separator === 'list')
    return table.names.map((_, at) => (['address', 'title'] as const)[at] ?? null);
  const taken = new Set<ColumnField>();
  const columns = table.names.map((name) => {
    const field = fieldOf(name);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  if (taken.has('address')) return columns;
  const at = urlColumn(table);
  return columns.map((field, column) => (column === at ? 'address' : field));
}

/** A field belongs to one column: who has it now gives it up. */
export function withColumn(columns: Columns, at: number, field: ColumnField | null): Columns {
  return columns.map((own, column) => (column === at ? field : own === field ? null : own));
}
