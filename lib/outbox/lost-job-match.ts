/**
 * Finds the record of a job whose response was lost. A pure function: the service's newest records, the command, and the
 * records that other jobs have or look for give `found`, `none` or `unclear`.
 */
import { ageOf, unconfirmedFields } from './lost-job-certainty.ts';
import type { RemoteRecord, LostJob } from './remote-record.ts';
import { isIdempotent, type Command, type CreateLinkCommand } from './commands.ts';
import type { UnconfirmedField } from './job.ts';
import type { JobResult } from './job-result.ts';
import { toLinkFields } from '../draft/to-link-fields.ts';
import { createUrlMatcher } from '../url/compare-urls.ts';
import { isOnDomain } from '../url/hosts.ts';
import { compareIds, isAfter } from '../api/ids.ts';
import { lastPathSegment, shortUrlKey } from '../api/short-url.ts';

export type MatchResult =
  | { readonly kind: 'found'; readonly record: RemoteRecord }
  | { readonly kind: 'none' }
  /** `record` was created after the send and might be the one. */
  | {
      readonly kind: 'unclear';
      readonly record: RemoteRecord;
      readonly notShown: readonly UnconfirmedField[];
      /** Its date does not fit a send. */
      readonly isDoubtful: boolean;
    };

export interface CompetingJobs {
  /** `claimsOf` the records that belong to other jobs. */
  readonly claimed: ReadonlySet<string>;
  /** Jobs whose record is being looked for, too. */
  readonly rivals: readonly LostJob[];
}

type Fit = 'same' | 'near' | 'other';

/** The record fits the job's command in every field that a list shows. */
export const matches = (record: RemoteRecord) => (wanted: LostJob) => createFit(wanted)(record) === 'same';

export function matchLostJob(
  records: readonly RemoteRecord[],
  wanted: LostJob,
  others: CompetingJobs,
): MatchResult {
  const { rivals } = others;
  // The record was read by its id, so no other job competes for it.
  if (isIdempotent(wanted.command))
    return records[0] ? { kind: 'found', record: records[0] } : { kind: 'none' };
  const { newest, unlisted = false } = wanted.sending;
  const { noteTag, sentAt } = wanted;
  const open = records
    .filter((record) => !isClaimed(record, others) && isAfter(record.id, newest))
    .sort((a, b) => compareIds(a.id, b.id));
  const tagged = noteTag === null ? undefined : open.find(({ note }) => note.includes(noteTag));
  if (tagged !== undefined) return { kind: 'found', record: tagged };

  const unclear = (record: RemoteRecord): MatchResult => ({
    kind: 'unclear',
    record,
    notShown: unconfirmedFields(wanted, record),
    isDoubtful: ageOf(record, sentAt) === 'doubtful',
  });
  const possible = open.filter((record) => ageOf(record, sentAt) !== 'older');
  const fitOf = createFit(wanted);
  const fits = new Map(possible.map((record) => [record, fitOf(record)]));
  const same = possible.filter((record) => fits.get(record) === 'same');
  const uncontested = same.filter((record) => rivals.every((rival) => mayTakeDespite(record, wanted, rival)));
  const isSure = (record: RemoteRecord) =>
    ageOf(record, sentAt) === 'fits' && unconfirmedFields(wanted, record).length === 0;
  const sure = uncontested.find(isSure);
  const best = sure ?? uncontested[0] ?? same[0];
  if (best === undefined) {
    const similar = possible.find((record) => fits.get(record) === 'near' && !rivals.some(matches(record)));
    return similar === undefined ? { kind: 'none' } : unclear(similar);
  }
  // Without the newest id it may be older than the send, unless there can be no other of its name.
  const known = (newest !== null && !unlisted) || isUniqueByName(wanted.command);
  // A tag that was sent would be in the note, unless the service returns no notes.
  const isTagMissing = noteTag !== null;
  return sure !== undefined && known && !isTagMissing ? { kind: 'found', record: sure } : unclear(best);
}

/** What identifies a record: its id, and its short URL, as not every response has an id. */
export function claimsOf({ id, shortUrl }: Pick<JobResult, 'id' | 'shortUrl'>): string[] {
  return [id, shortUrl === null ? null : shortUrlKey(shortUrl.trim())].filter((claim) => claim !== null);
}

/** Another job has it already. */
export function isClaimed(
  record: Pick<JobResult, 'id' | 'shortUrl'>,
  { claimed }: Pick<CompetingJobs, 'claimed'>,
): boolean {
  return claimsOf(record).some((claim) => claimed.has(claim));
}

/** An alias and a domain are unique. */
export function isUniqueByName(command: Command): boolean {
  return command.kind === 'shorten' ? command.link.alias.trim() !== '' : command.kind === 'add-domain';
}

function createFit({ command }: LostJob): (record: RemoteRecord) => Fit {
  if (command.kind === 'add-domain') {
    const match = createUrlMatcher(command.name);
    return ({ subject }) => (match(subject) === 'same' ? 'same' : 'other');
  }
  if (command.kind !== 'shorten')
    return ({ subject }) => (subject.trim() === command.name.trim() ? 'same' : 'other');
  const { url, parameters } = toLinkFields(command.link);
  const match = createUrlMatcher(url, parameters);
  return (record) => {
    const urlFit = match(record.subject);
    return urlFit === 'same' &&
      !(aliasFits(record, command) && isOnDomain(record.shortUrl, command.link.domain))
      ? 'near'
      : urlFit;
  };
}

function aliasFits({ alias, shortUrl }: RemoteRecord, { link }: CreateLinkCommand): boolean {
  const wanted = link.alias.trim().toLowerCase();
  return (
    wanted === '' ||
    alias.toLowerCase() === wanted ||
    lastPathSegment(shortUrl ?? '').toLowerCase() === wanted
  );
}

/** `wanted` may take this record regardless of the result of `rival`. */
function mayTakeDespite(record: RemoteRecord, wanted: LostJob, rival: LostJob): boolean {
  if (!matches(record)(rival)) return true;
  const own = noteOf(wanted.command);
  if (own !== '' && own !== noteOf(rival.command) && record.note.includes(own)) return true;
  // The same in every field that is sent: either may have it, one link each.
  return content(wanted.command) === content(rival.command);
}

function noteOf(command: Command): string {
  return command.kind === 'shorten' ? (command.link.extras?.note.trim() ?? '') : '';
}

/** The part of a command that reaches the service. */
function content(command: Command): string {
  if (command.kind !== 'shorten')
    return JSON.stringify([command.kind, command.name, 'tag' in command ? [command.type, command.tag] : []]);
  return JSON.stringify(toLinkFields(command.link));
}
