/** A short link as it is stored, with every field of `url/add` (API §4 Links). */
import { isRecord } from './body.ts';
import { type Row, text, textOrNull, whole, wholeOrNull } from './database.ts';
import type { Service } from './service.ts';

export interface Target {
  /** A country, a device or a language code. */
  readonly when: string;
  readonly link: string;
}

export interface Deeplink {
  readonly apple?: string;
  readonly google?: string;
  readonly auto?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

export interface Link {
  readonly id: number;
  readonly alias: string;
  /** Scheme and host of the branded domain; null for the service's own address. */
  readonly domain: string | null;
  readonly longurl: string;
  readonly title: string;
  readonly date: string;
  /** Epoch ms */
  readonly created: number;
  readonly type: 'direct' | 'frame' | 'splash' | 'overlay';
  readonly splash: number | null;
  readonly overlay: number | null;
  readonly password: string | null;
  readonly expiry: string | null;
  readonly geotarget: readonly Target[];
  readonly devicetarget: readonly Target[];
  readonly languagetarget: readonly Target[];
  readonly metatitle: string | null;
  readonly metadescription: string | null;
  readonly metaimage: string | null;
  readonly description: string;
  readonly pixels: readonly number[];
  readonly campaign: number | null;
  readonly channels: readonly number[];
  readonly deeplink: Deeplink | null;
  readonly status: 'public' | 'private';
  readonly parameters: readonly Parameter[];
  /** The body of `url/add`, to the byte; empty for demo data. */
  readonly raw: string;
  readonly clicks: number;
}

/** The columns that are written; values derived from other tables are not. */
export type NewLink = Omit<Link, 'id' | 'domain' | 'channels' | 'clicks'> & {
  readonly domain: number | null;
};

/** A direct link without any option. */
export const linkDefaults = {
  type: 'direct',
  splash: null,
  overlay: null,
  password: null,
  expiry: null,
  geotarget: [],
  devicetarget: [],
  languagetarget: [],
  metatitle: null,
  metadescription: null,
  metaimage: null,
  description: '',
  pixels: [],
  campaign: null,
  deeplink: null,
  status: 'private',
  parameters: [],
  raw: '',
} satisfies Partial<NewLink>;

const linkTypes = ['direct', 'frame', 'splash', 'overlay'] as const;

function jsonList<T>(row: Row, name: string, keep: (value: unknown) => T | undefined): T[] {
  const list: unknown = JSON.parse(text(row, name));
  return Array.isArray(list) ? list.map(keep).filter((value) => value !== undefined) : [];
}

const asTarget = (value: unknown): Target | undefined =>
  isRecord(value) && typeof value['when'] === 'string' && typeof value['link'] === 'string'
    ? { when: value['when'], link: value['link'] }
    : undefined;

const asParameter = (value: unknown): Parameter | undefined =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['value'] === 'string'
    ? { name: value['name'], value: value['value'] }
    : undefined;

const asId = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function asDeeplink(json: string | null): Deeplink | null {
  const value: unknown = json === null ? null : JSON.parse(json);
  if (!isRecord(value)) return null;
  const { apple, google, auto } = value;
  return {
    ...(typeof apple === 'string' && { apple }),
    ...(typeof google === 'string' && { google }),
    ...(typeof auto === 'boolean' && { auto }),
  };
}

export const readLink = (row: Row): Link => ({
  id: whole(row, 'id'),
  alias: text(row, 'alias'),
  domain: textOrNull(row, 'domain_name'),
  longurl: text(row, 'longurl'),
  title: text(row, 'title'),
  date: text(row, 'date'),
  created: whole(row, 'created'),
  type: linkTypes.find((type) => type === row['type']) ?? 'direct',
  splash: wholeOrNull(row, 'splash'),
  overlay: wholeOrNull(row, 'overlay'),
  password: textOrNull(row, 'password'),
  expiry: textOrNull(row, 'expiry'),
  geotarget: jsonList(row, 'geotarget', asTarget),
  devicetarget: jsonList(row, 'devicetarget', asTarget),
  languagetarget: jsonList(row, 'languagetarget', asTarget),
  metatitle: textOrNull(row, 'metatitle'),
  metadescription: textOrNull(row, 'metadescription'),
  metaimage: textOrNull(row, 'metaimage'),
  description: text(row, 'description'),
  pixels: jsonList(row, 'pixels', asId),
  campaign: wholeOrNull(row, 'campaign'),
  channels: jsonList(row, 'channels', asId),
  deeplink: asDeeplink(textOrNull(row, 'deeplink')),
  status: text(row, 'status') === 'public' ? 'public' : 'private',
  parameters: jsonList(row, 'parameters', asParameter),
  raw: text(row, 'raw'),
  clicks: whole(row, 'clicks'),
});

const select = `
SELECT link.*, iif(domain.own = 1, NULL, domain.domain) AS domain_name,
  (SELECT count(*) FROM click WHERE click.link = link.id) AS clicks,
  (SELECT json_group_array(channel) FROM channel_item WHERE type = 'links' AND item = link.id) AS channels
FROM link LEFT JOIN domain ON domain.id = link.domain`;

export const allLinks = (service: Service): Link[] =>
  service.database.all(`${select} ORDER BY link.id`, {}, readLink);

export const linkById = (service: Service, id: number): Link | undefined =>
  service.database.one(`${select} WHERE link.id = :id`, { id }, readLink);

export const linkByAlias = (service: Service, alias: string): Link | undefined =>
  service.database.one(`${select} WHERE link.alias = :alias`, { alias }, readLink);

export const linkByAddress = (service: Service, longurl: string): Link | undefined =>
  service.database.one(
    `${select} WHERE link.longurl = :longurl ORDER BY link.id LIMIT 1`,
    { longurl },
    readLink,
  );

export const linksOfCampaign = (service: Service, campaign: number): Link[] =>
  service.database.all(
    `${select} WHERE link.campaign = :campaign ORDER BY link.id DESC`,
    { campaign },
    readLink,
  );

export interface LinkSearch {
  readonly q: string;
  readonly order: 'date' | 'click';
  readonly limit: number;
  readonly offset: number;
}

const keywords =
  ":q = '' OR lower(link.title || char(10) || link.alias || char(10) || link.longurl || char(10) || link.description) LIKE :q ESCAPE '\\'";
const pattern = (q: string): string => (q === '' ? '' : `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);

export const countLinks = (service: Service, q: string): number =>
  service.database.count(`SELECT count(*) n FROM link WHERE ${keywords}`, { q: pattern(q) });

export function searchLinks(service: Service, { q, order, limit, offset }: LinkSearch): Link[] {
  const by = order === 'click' ? 'clicks DESC, link.id DESC' : 'link.created DESC, link.id DESC';
  return service.database.all(
    `${select} WHERE ${keywords} ORDER BY ${by} LIMIT :limit OFFSET :offset`,
    { q: pattern(q), limit, offset },
    readLink,
  );
}

export const insertLink = (service: Service, link: NewLink): number =>
  service.database.insert('link', {
    ...link,
    geotarget: JSON.stringify(link.geotarget),
    devicetarget: JSON.stringify(link.devicetarget),
    languagetarget: JSON.stringify(link.languagetarget),
    pixels: JSON.stringify(link.pixels),
    deeplink: link.deeplink && JSON.stringify(link.deeplink),
    parameters: JSON.stringify(link.parameters),
  });

export const shortUrl = (service: Service, link: Pick<Link, 'domain' | 'alias'>): string =>
  service.quirks.has('bad-shorturl')
    ? `javascript:alert('${link.alias}')`
    : `${link.domain ?? service.address}/${link.alias}`;
