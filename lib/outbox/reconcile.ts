/**
 * Which of the records that a service shows is the one a job asked for, when its own answer was lost. A pure sum: the
 * newest records, what was asked, what other jobs have or still look for → found, none, or nobody can tell.
 */
import { ageOf, notShown } from './match-certainty.ts';
import type { Found, Wanted } from './lookup-result.ts';
import { isRepeatable, type Ask, type NotShown, type ShortenAsk } from './job.ts';
import { linkFields } from '../draft/to-link-fields.ts';
import { likeness } from '../url/compare-urls.ts';
import { withoutTrailing } from '../api/trim.ts';

export type { Found, Wanted } from './lookup-result.ts';

export type Verdict =
  | { readonly kind: 'found'; readonly record: Found }
  | { readonly kind: 'none' }
  /** `record` came into being after the send and might be the one. */
  | { readonly kind: 'unclear'; readonly record: Found; readonly notShown: readonly NotShown[] };

export interface Others {
  /** Ids that belong to other jobs. */
  readonly claimed: ReadonlySet<string>;
  /** Their short URLs, by `shortUrlKey`: not every answer tells an id. */
  readonly claimedUrls: ReadonlySet<string>;
  /** Jobs whose record is being looked for, too. */
  readonly rivals: readonly Wanted[];
}

export function reconcile(records: readonly Found[], wanted: Wanted, others: Others): Verdict {
  const { rivals } = others;
  // What is read back for it is its own: no other job has a share in that.
  if (isRepeatable(wanted.ask)) return records[0] ? { kind: 'found', record: records[0] } : { kind: 'none' };
  const { newest } = wanted.sending;
  const { mark, sentAt } = wanted;
  const open = records
    .filter((record) => !isClaimed(record, others) && (newest === null || isNewer(record.id, newest)))
    .sort((a, b) => (isNewer(a.id, b.id) ? 1 : -1));
  const marked = mark === null ? undefined : open.find(({ note }) => note.includes(mark));
  if (marked !== undefined) return { kind: 'found', record: marked };

  const unclear = (record: Found): Verdict => ({
    kind: 'unclear',
    record,
    notShown: notShown(wanted, record),
  });
  const possible = open.filter((record) => ageOf(record, sentAt) !== 'older');
  const same = possible.filter((record) => fit(record, wanted) === 'same');
  const free = same.filter((record) => rivals.every((rival) => isNoRival(record, wanted, rival)));
  const isSure = (record: Found) => ageOf(record, sentAt) === 'fits' && notShown(wanted, record).length === 0;
  const sure = free.find(isSure);
  const oneOf = sure ?? free[0] ?? same[0];
  if (oneOf === undefined) {
    const near = possible.find((record) => fit(record, wanted) === 'near' && !rivals.some(mayHave(record)));
    return near === undefined ? { kind: 'none' } : unclear(near);
  }
  // Without a newest id it may be as old as the account, unless there can be no other of its name.
  const known = newest !== null || hasOwnName(wanted.ask);
  // A mark that was sent stands in the note, unless the service shows none.
  const unmarked = mark !== null;
  return sure !== undefined && known && !unmarked ? { kind: 'found', record: sure } : unclear(oneOf);
}

/** Whether another job has it already. */
export function isClaimed(
  { id, shortUrl }: { readonly id: string | null; readonly shortUrl: string | null },
  { claimed, claimedUrls }: Pick<Others, 'claimed' | 'claimedUrls'>,
): boolean {
  return (id !== null && claimed.has(id)) || (shortUrl !== null && claimedUrls.has(shortUrlKey(shortUrl)));
}

/** A short URL for comparison: an answer and a list may differ in its scheme, its host's case and a slash at its end. */
export function shortUrlKey(shortUrl: string): string {
  const bare = withoutTrailing(shortUrl.trim().replace(/^https?:\/\//iu, ''), /\//u);
  const slash = bare.indexOf('/');
  return slash < 0 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}

/** Ids are digit strings of any length. */
export function isNewer(id: string, than: string): boolean {
  return id.length === than.length ? id > than : id.length > than.length;
}

/** There is at most one of an alias, and of a domain. */
export function hasOwnName(ask: Ask): boolean {
  return ask.kind === 'shorten' ? ask.link.alias.trim() !== '' : ask.kind === 'add-domain';
}

function fit(record: Found, { ask }: Wanted): 'same' | 'near' | 'other' {
  if (ask.kind === 'add-domain') return likeness(record.subject, ask.name) === 'same' ? 'same' : 'other';
  if (ask.kind !== 'shorten') return record.subject.trim() === ask.name.trim() ? 'same' : 'other';
  const { url, parameters } = linkFields(ask.link);
  const like = likeness(record.subject, url, parameters);
  return like === 'same' && !(aliasFits(record, ask) && domainFits(record, ask)) ? 'near' : like;
}

/** Whether a record is just what a job asked for. */
export const mayHave = (record: Found) => (wanted: Wanted) => fit(record, wanted) === 'same';

function aliasFits({ alias, shortUrl }: Found, { link }: ShortenAsk): boolean {
  const wanted = link.alias.trim().toLowerCase();
  return wanted === '' || alias.toLowerCase() === wanted || lastPart(shortUrl).toLowerCase() === wanted;
}

function lastPart(shortUrl: string | null): string {
  const path = withoutTrailing((shortUrl ?? '').replace(/[?#].*$/u, ''), /\//u);
  return path.slice(path.lastIndexOf('/') + 1);
}

function domainFits({ shortUrl }: Found, { link }: ShortenAsk): boolean {
  const host = (address: string) =>
    address
      .replace(/^[a-z]+:\/\//iu, '')
      .replace(/\/.*$/u, '')
      .toLowerCase();
  return link.domain === '' || (shortUrl !== null && host(shortUrl) === host(link.domain));
}

/** Whether this record may be taken by `wanted` without asking what becomes of `rival`. */
function isNoRival(record: Found, wanted: Wanted, rival: Wanted): boolean {
  if (fit(record, rival) !== 'same') return true;
  const own = noteOf(wanted.ask);
  if (own !== '' && own !== noteOf(rival.ask) && record.note.includes(own)) return true;
  // The same in every field that is sent: either may have it, one link each.
  return content(wanted.ask) === content(rival.ask);
}

function noteOf(ask: Ask): string {
  return ask.kind === 'shorten' ? (ask.link.extras?.note.trim() ?? '') : '';
}

/** What of an ask reaches the service. */
function content(ask: Ask): string {
  if (ask.kind !== 'shorten')
    return JSON.stringify([ask.kind, ask.name, 'tag' in ask ? [ask.type, ask.tag] : []]);
  return JSON.stringify(linkFields(ask.link));
}
