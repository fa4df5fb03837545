/** Finds what can be assigned: links in the mirror, and what the account's channels hold of other kinds. */
import { channelItemTypes, type ChannelItemType } from '../../../lib/service/channels.ts';
import { toId, type Id } from '../../../lib/service/fields.ts';
import type { Failure } from '../../../lib/service/failure.ts';
import { findLink } from '../../../lib/service/link-details.ts';
import type { Link } from '../../../lib/service/links.ts';
import { shownAddress } from '../../../lib/text/middle-ellipsis.ts';
import { foldText } from '../collection/fold-text.ts';
import type { RoomParts } from '../room-parts.ts';

export interface Found {
  readonly id: Id;
  /** What people call it; empty where nothing is known but its id. */
  readonly title: string;
  /** The short address as people read it; empty where it is not known. */
  readonly address: string;
}

/** Matches that are offered. */
export const mostFound = 20;
const slice = 1_000;

const foundOf = ({ id, title, shortUrl, alias, longUrl }: Link): Found => ({
  id,
  title: title || shownAddress(longUrl ?? ''),
  address: shownAddress(shortUrl ?? alias),
});

export const isItemType = (type: string): type is ChannelItemType =>
  channelItemTypes.some((known) => known === type);

type Parts = Pick<RoomParts, 'mirror' | 'read' | 'scope'>;

/** The newest first. */
export async function searchLinks(
  { mirror }: Parts,
  query: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const words = foldText(query).split(/\s+/u);
  const found: Found[] = [];
  for await (const rows of mirror.slices(slice, signal)) {
    for (const row of rows) {
      const text = foldText(
        `${row.title} ${row.shortUrl ?? row.alias} ${row.longUrl ?? ''} ${row.description}`,
      );
      if (words.every((word) => text.includes(word)) && found.push(foundOf(row)) === mostFound) return found;
    }
  }
  return found;
}

/** Bio pages and QR codes are in no list of the contract (API §4): those that any channel holds are known. */
export async function searchItems(
  { mirror }: Parts,
  type: ChannelItemType,
  query: string,
): Promise<readonly Found[]> {
  const words = foldText(query).split(/\s+/u);
  const channels = await mirror.records('channels');
  const items = (await Promise.all(channels.map(({ id }) => mirror.items(id)))).flat();
  const known = new Map(
    items
      .filter((item) => item.type === type)
      .map(({ id, title, link }) => [id, { id, title, address: shownAddress(link ?? '') }] as const),
  );
  return [...known.values()]
    .filter(({ title, address }) => words.every((word) => foldText(`${title} ${address}`).includes(word)))
    .slice(0, mostFound);
}

/** What stands for the same short address, with or without its scheme. */
const addressKey = (address: string): string =>
  shownAddress(address.replaceAll('&amp;', '&'))
    .replace(/^[^/?#]+/u, (host) => host.toLowerCase())
    .replace(/\/+$/u, '');

/** As it was pasted, with the scheme that it lacks: that of the service where it is the service's own. */
function wholeAddress(text: string, scope: string): string | null {
  const scheme = /^https?:\/\//iu.test(text)
    ? ''
    : sameHost(text, scope)
      ? scope.replace(/:.*$/su, '://')
      : 'https://';
  return URL.canParse(scheme + text) ? scheme + text : null;
}

const sameHost = (text: string, scope: string): boolean =>
  addressKey(text).split(/[/?#]/u)[0] === addressKey(scope).split(/[/?#]/u)[0];

export interface Resolved {
  readonly found: readonly Found[];
  /** As they were pasted: of no link, or nothing that could name one. */
  readonly unknown: readonly string[];
  /** The service could not be asked about what the mirror does not know; then nothing is known of those. */
  readonly failure: Failure | null;
}

export const pastedParts = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/u).filter((part) => part !== '')),
];

/** @param type ids are taken as they are; short addresses and aliases stand for links alone */
export async function resolve(
  parts: Parts,
  type: ChannelItemType,
  pasted: readonly string[],
  signal: AbortSignal,
): Promise<Resolved> {
  const found: Found[] = [];
  const open = new Map<string, string>();
  for (const part of pasted) {
    const id = toId(part);
    if (id !== null) {
      const row = type === 'links' ? await parts.mirror.link(id) : null;
      found.push(row ? foundOf(row) : { id, title: '', address: '' });
    } else open.set(addressKey(part), part);
  }
  if (type !== 'links') return { found, unknown: [...open.values()], failure: null };
  if (open.size > 0)
    for await (const rows of parts.mirror.slices(slice, signal))
      for (const row of rows)
        for (const key of [addressKey(row.shortUrl ?? ''), row.alias])
          if (key !== '' && open.delete(key)) found.push(foundOf(row));
  const unknown: string[] = [];
  for (const part of open.values()) {
    const address = /[./]/u.test(part) ? wholeAddress(part, parts.scope.peek()) : null;
    const read = address === null ? null : await parts.read(findLink(address));
    if (read?.ok === false) return { found, unknown, failure: read.failure };
    if (read?.value) found.push(foundOf(read.value));
    else unknown.push(part);
  }
  return { found, unknown, failure: null };
}
