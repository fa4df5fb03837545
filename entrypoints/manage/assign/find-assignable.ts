/** Finds what can be assigned: links in the mirror, and what the account's channels hold of other kinds. */
import { decodeEntities } from '../../../lib/api/html-entities.ts';
import { normalizeText } from '../../../lib/text/normalize-text.ts';
import type { ListedLink } from '../../../lib/mirror/search/link-columns.ts';
import { score, wordsOf } from '../../../lib/mirror/search/search.ts';
import type { ChannelItemType } from '../../../lib/api/channels.ts';
import { toId, type Id } from '../../../lib/api/coerce.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { findLink } from '../../../lib/api/link-details.ts';
import type { Link } from '../../../lib/api/links.ts';
import type { PickerOption } from '../../../lib/draft/draft.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import type { SectionDeps } from '../section-deps.ts';
import { withoutTrailing } from '../../../lib/api/trim.ts';

export interface Found {
  readonly id: Id;
  /** What people call it; empty where nothing is known but its id. */
  readonly title: string;
  /** The short address as people read it; empty where it is not known. */
  readonly address: string;
  /** As far as it is known here. */
  readonly assigned?: boolean;
}

/** What things are assigned to. */
export interface Target {
  readonly kind: 'assign-campaign' | 'assign-channel';
  readonly to: PickerOption;
}

/** Matches that are offered. */
export const maxFound = 20;
const slice = 1_000;

/** @param link of the mirror; what the service alone has told says nothing of where it is filed */
export const foundOf = (
  { id, title, shortUrl, alias, longUrl, ...link }: Link | ListedLink,
  target: Target,
): Found => ({
  id,
  title: title || displayUrl(longUrl ?? ''),
  address: displayUrl(shortUrl ?? alias),
  ...('channels' in link && { assigned: isIn(link, target) }),
});

function isIn(
  { campaign, channels }: Pick<ListedLink, 'campaign' | 'channels'>,
  { kind, to }: Target,
): boolean {
  return kind === 'assign-campaign' ? campaign === to.id : channels.includes(to.id);
}

type Parts = Pick<SectionDeps, 'mirror' | 'read' | 'scope'>;

/** Bio pages and QR codes are in no list of the contract (API §4): those that any channel holds are known. */
export async function searchItems(
  { mirror }: Parts,
  type: ChannelItemType,
  { to }: Target,
  query: string,
): Promise<readonly Found[]> {
  const words = wordsOf(query);
  const channels = await mirror.records('channels');
  const items = (await Promise.all(channels.map(({ id }) => mirror.items(id)))).flat();
  const inTarget = new Set(items.filter(({ channel }) => channel === to.id).map(itemKey));
  const known = new Map(
    items
      .filter((item) => item.type === type)
      .map((item) => {
        const { id, title } = item;
        const found = {
          id,
          title,
          address: displayUrl(item.link ?? ''),
          assigned: inTarget.has(itemKey(item)),
        };
        return [id, found] as const;
      }),
  );
  return [...known.values()]
    .map((found) => ({ found, text: `${normalizeText(found.title)}\n${normalizeText(found.address)}\n` }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ found, text }) => ({ found, points: score(text, words) }))
    .toSorted((one, other) => other.points - one.points)
    .slice(0, maxFound)
    .map(({ found }) => found);
}

export const itemKey = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${type} ${id}`;

/** What stands for the same short address, with or without its scheme. */
const addressKey = (address: string): string =>
  withoutTrailing(
    displayUrl(decodeEntities(address)).replace(/^[^/?#]+/u, (host) => host.toLowerCase()),
    /\//u,
  );

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
  { type, target, pasted }: { type: ChannelItemType; target: Target; pasted: readonly string[] },
  signal: AbortSignal,
): Promise<Resolved> {
  const found: Found[] = [];
  // Unknown means: not assigned as far as we know. Assigning again changes nothing.
  const held = target.kind === 'assign-channel' ? await parts.mirror.items(target.to.id).catch(() => []) : [];
  const open = new Map<string, string>();
  for (const part of pasted) {
    const id = toId(part);
    if (id !== null) {
      const row = type === 'links' ? await parts.mirror.link(id) : null;
      const assigned = held.some((item) => item.type === type && item.id === id);
      found.push(row ? foundOf(row, target) : { id, title: '', address: '', assigned });
    } else open.set(addressKey(part), part);
  }
  if (type !== 'links') return { found, unknown: [...open.values()], failure: null };
  if (open.size > 0)
    for await (const rows of parts.mirror.slices(slice, signal))
      for (const row of rows)
        for (const key of [addressKey(row.shortUrl ?? ''), row.alias])
          if (key !== '' && open.delete(key)) found.push(foundOf(row, target));
  const unknown: string[] = [];
  for (const part of open.values()) {
    const address = /[./]/u.test(part) ? wholeAddress(part, parts.scope.peek()) : null;
    const read = address === null ? null : await parts.read(findLink(address));
    if (read?.ok === false) return { found, unknown, failure: read.failure };
    if (read?.value) found.push(foundOf(read.value, target));
    else unknown.push(part);
  }
  return { found, unknown, failure: null };
}
