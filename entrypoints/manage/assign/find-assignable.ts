/** Finds items to assign: links of the mirror, and items of other types that any channel contains. */
import { decodeEntities } from '../../../lib/api/html-entities.ts';
import { normalizeText } from '../../../lib/text/normalize-text.ts';
import type { MirrorLink } from '../../../lib/mirror/search/link-columns.ts';
import { score, queryWords } from '../../../lib/mirror/search/search.ts';
import { itemKey, type ChannelItemType } from '../../../lib/api/channels.ts';
import { toId, type Id } from '../../../lib/api/ids.ts';
import type { Failure } from '../../../lib/api/failure.ts';
import { findLink } from '../../../lib/api/link-details.ts';
import type { Link } from '../../../lib/api/links.ts';
import { shortUrlKey } from '../../../lib/api/short-url.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import type { AssignCommand } from '../../../lib/outbox/commands.ts';
import type { SectionDeps } from '../section-deps.ts';

export interface AssignableItem {
  readonly id: Id;
  /** Empty where only the id is known. */
  readonly title: string;
  /** The short URL as it is displayed; empty where it is not known. */
  readonly address: string;
  /** By the mirror, which may lack some assignments. */
  readonly assigned?: boolean;
  /** The id of the other campaign that a campaign takes it from, where the mirror knows it. */
  readonly movedFrom?: string;
}

/** The campaign or channel that items are assigned to. */
export type AssignTarget = Pick<AssignCommand, 'kind' | 'to'>;

/** Matches that are offered. */
export const maxMatches = 20;
const batchSize = 1_000;

/** @param link only one of the mirror has its campaign and channels */
export const toAssignable = (
  { id, title, shortUrl, alias, longUrl, ...link }: Link | MirrorLink,
  target: AssignTarget,
): AssignableItem => ({
  id,
  title: title || displayUrl(longUrl ?? ''),
  address: displayUrl(shortUrl ?? alias),
  ...('channels' in link && assignmentOf(link, target)),
});

/** A link is in one campaign, and in any number of channels. */
function assignmentOf(
  { campaign, channels }: Pick<MirrorLink, 'campaign' | 'channels'>,
  { kind, to }: AssignTarget,
): Pick<AssignableItem, 'assigned' | 'movedFrom'> {
  if (kind === 'assign-channel') return { assigned: channels.includes(to.id) };
  const isMoved = campaign !== null && campaign !== to.id;
  return { assigned: campaign === to.id, ...(isMoved && { movedFrom: campaign }) };
}

type FindDeps = Pick<SectionDeps, 'mirror' | 'read' | 'scope'>;

/** The API lists neither bio pages nor QR codes (API §4): only those that a channel contains are known. */
export async function searchItems(
  { mirror }: FindDeps,
  type: ChannelItemType,
  { to }: AssignTarget,
  query: string,
): Promise<readonly AssignableItem[]> {
  const words = queryWords(query);
  const channels = await mirror.records('channels');
  const items = (await Promise.all(channels.map(({ id }) => mirror.items(id)))).flat();
  const inTarget = new Set(items.filter(({ channel }) => channel === to.id).map(itemKey));
  // Each once, whatever the number of its channels.
  const known = new Map(items.filter((item) => item.type === type).map((item) => [item.id, item]));
  return [...known.values()]
    .map((item) => {
      const { id, title, link } = item;
      const address = displayUrl(link ?? '');
      const text = `${normalizeText(title)}\n${normalizeText(address)}\n`;
      return { found: { id, title, address, assigned: inTarget.has(itemKey(item)) }, text };
    })
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ found, text }) => ({ found, points: score(text, words) }))
    .toSorted((one, other) => other.points - one.points)
    .slice(0, maxMatches)
    .map(({ found }) => found);
}

/** The same for one short URL with and without its scheme. */
const addressKey = (address: string): string => shortUrlKey(decodeEntities(address));

const sameHost = (text: string, scope: string): boolean =>
  addressKey(text).split(/[/?#]/u)[0] === addressKey(scope).split(/[/?#]/u)[0];

/** Adds a missing scheme: that of the service to its own URLs. */
function withScheme(text: string, scope: string): string | null {
  const scheme = /^https?:\/\//iu.test(text)
    ? ''
    : sameHost(text, scope)
      ? scope.replace(/:.*$/su, '://')
      : 'https://';
  return URL.canParse(scheme + text) ? scheme + text : null;
}

/**
 * Pasted texts name no link, or several (by id and alias, or on several domains), or the lookup of a link that the mirror does
 * not have failed.
 */
export type ResolveError =
  | { readonly name: 'unknown' | 'ambiguous'; readonly pasted: readonly string[] }
  | { readonly name: 'failed'; readonly failure: Failure };

export interface Resolved {
  readonly found: readonly AssignableItem[];
  readonly error: ResolveError | null;
}

export const pastedParts = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/u).filter((part) => part !== '')),
];

/** Anything else is an alias, whose case counts. */
const isAddress = (part: string) => /[./]/u.test(part);

/** What digits name as an id. */
interface ItemById {
  readonly item: AssignableItem;
  /** The mirror has it. */
  readonly isListed: boolean;
}

interface Pasted {
  /** Short URLs and aliases name links only; ids name items of every type. */
  readonly type: ChannelItemType;
  readonly target: AssignTarget;
  readonly pasted: readonly string[];
}

/** @returns by the pasted texts */
async function findByIds(
  { mirror }: FindDeps,
  { type, target, pasted }: Pasted,
): Promise<ReadonlyMap<string, ItemById>> {
  // Without the items nothing counts as assigned: assigning again changes nothing.
  const assignedItems =
    target.kind === 'assign-channel' ? await mirror.items(target.to.id).catch(() => []) : [];
  const found = new Map<string, ItemById>();
  for (const part of pasted) {
    const id = toId(part);
    if (id === null) continue;
    const row = type === 'links' ? await mirror.link(id) : null;
    const assigned = assignedItems.some((item) => item.type === type && item.id === id);
    const item = row ? toAssignable(row, target) : { id, title: '', address: '', assigned };
    found.set(part, { item, isListed: row !== null });
  }
  return found;
}

/** Aliases are unique on each domain only. @returns by short URL and by alias, for the given ones */
async function findByNames(
  { mirror }: FindDeps,
  names: ReadonlySet<string>,
  target: AssignTarget,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly AssignableItem[]>> {
  const found = new Map<string, AssignableItem[]>();
  if (names.size === 0) return found;
  for await (const rows of mirror.slices(batchSize, signal))
    for (const row of rows)
      for (const name of [addressKey(row.shortUrl ?? ''), row.alias]) {
        if (!names.has(name)) continue;
        const items = found.get(name) ?? [];
        items.push(toAssignable(row, target));
        found.set(name, items);
      }
  return found;
}

const nameOf = (part: string): string => (isAddress(part) ? addressKey(part) : part);

export async function resolve(deps: FindDeps, request: Pasted, signal: AbortSignal): Promise<Resolved> {
  const { type, target, pasted } = request;
  const byId = await findByIds(deps, request);
  const names = new Set(type === 'links' ? pasted.map(nameOf) : []);
  const byName = await findByNames(deps, names, target, signal);
  const found = new Map<Id, AssignableItem>();
  const ambiguous: string[] = [];
  const open: string[] = [];
  for (const part of pasted) {
    const id = byId.get(part);
    const named = byName.get(nameOf(part)) ?? [];
    const listed = id?.isListed ? [id.item, ...named] : named;
    const [item = id?.item, ...others] = listed;
    if (item === undefined) open.push(part);
    else if (others.some((other) => other.id !== item.id)) ambiguous.push(part);
    else found.set(item.id, item);
  }
  if (ambiguous.length > 0)
    return { found: [...found.values()], error: { name: 'ambiguous', pasted: ambiguous } };
  const unknown: string[] = [];
  for (const part of open) {
    if (signal.aborted) break;
    const address = type === 'links' && isAddress(part) ? withScheme(part, deps.scope.peek()) : null;
    const read = address === null ? null : await deps.read(findLink(address));
    if (read?.ok === false)
      return { found: [...found.values()], error: { name: 'failed', failure: read.failure } };
    if (read?.value) found.set(read.value.id, toAssignable(read.value, target));
    else unknown.push(part);
  }
  return {
    found: [...found.values()],
    error: unknown.length > 0 ? { name: 'unknown', pasted: unknown } : null,
  };
}
