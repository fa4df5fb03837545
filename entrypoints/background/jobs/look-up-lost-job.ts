/** The lookup for a job whose response was lost: reads the records at the service among which its own may be. */
import { failed, type Outcome, type Send } from '../../../lib/api/call.ts';
import { itemKey } from '../../../lib/api/channels.ts';
import { ofThisList, type FailureKind } from '../../../lib/api/failure.ts';
import { fetchAllPages, maxUncountedPages } from '../../../lib/api/fetch-all-pages.ts';
import type { LookupLink } from '../../../lib/api/links.ts';
import { getLinkAs, linkRestrictionsRecord } from '../../../lib/api/link-details.ts';
import { listItemIds, listNames } from '../../../lib/api/list-names.ts';
import type { PageQuery } from '../../../lib/api/pagination.ts';
import { minUtcOffset, parseTimestamp } from '../../../lib/draft/local-time.ts';
import {
  isIdempotent,
  listNameOf,
  priorityOf,
  type AssignCommand,
  type Command,
  type CreateLinkCommand,
  type CreateRecordCommand,
  type EditCommand,
} from '../../../lib/outbox/commands.ts';
import { needsDetails } from '../../../lib/outbox/lost-job-certainty.ts';
import { matches } from '../../../lib/outbox/lost-job-match.ts';
import { toRemoteRecord, type RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import type { Gateway } from '../api/gateway.ts';
import { isAfter, newestId } from '../../../lib/api/ids.ts';
import { checkedId } from './command-calls.ts';
import type { HighWaterMark, ListedKind } from './high-water-mark.ts';
import type { ScanContext } from './link-scanner.ts';

type Records = Outcome<readonly RemoteRecord[]>;

export interface LostJobLookupDeps {
  readonly gateway: () => Promise<Gateway | null>;
  readonly highWaterMark: HighWaterMark;
  /** The present account: read before its gateway is, so that no response is recorded for one that came later. */
  readonly scope: () => Promise<string>;
  /** The UTC offset of the service's times in minutes, once it is known. */
  readonly utcOffset: () => Promise<number | undefined>;
}

type ScanLinks = (context: ScanContext, after: string | null) => Promise<Outcome<readonly LookupLink[]>>;

/** @returns a function that gives the records among which a job may find its own */
export function createLostJobLookup(deps: LostJobLookupDeps, scanLinks: ScanLinks) {
  const { highWaterMark } = deps;

  return async (command: Command, newest: string | null, isLast = false): Promise<Records> => {
    const scope = await deps.scope();
    const gateway = await deps.gateway();
    if (gateway === null) return failed({ kind: 'not-connected' });
    const priority = priorityOf(command);
    const send: Send = (call) => gateway.request(call, { priority });
    if (isIdempotent(command)) return findAssigned(send, command);
    if (command.kind !== 'shorten')
      return findNamedRecords(send, command, (...listed) => highWaterMark.raiseFromList(scope, ...listed));
    const outcome = await scanLinks({ gateway, scope, priority }, newest);
    if (!outcome.ok) return outcome;
    await highWaterMark.raise(scope, newestId(outcome.value));
    const utcOffset = await deps.utcOffset();
    const listed = { ...outcome, value: outcome.value.map((link) => toRemoteLink(link, utcOffset)) };
    return needsDetails(command) ? withDetails(send, { command, newest, isLast }, listed) : listed;
  };
}

/**
 * Campaigns, channels, pixels and domains.
 *
 * @returns a failure if the list was not read to its newest record: what is not found is created again
 */
async function findNamedRecords(
  send: Send,
  command: CreateRecordCommand,
  onListed: (list: ListedKind, newestId: string | null) => Promise<void>,
): Promise<Records> {
  const name = listNameOf(command);
  const list = (query: PageQuery) => listNames(name, query);
  const all = await fetchAllPages(send, list, { maxPages: maxUncountedPages });
  if (!all.ok) return failed(ofThisList(all.failure));
  const newest = newestId(all.value);
  if (!all.complete && all.value[0]?.id !== newest) return failed({ kind: 'unreadable', status: 200 });
  if (name !== 'domains') await onListed(name, newest);
  return toOutcome(all.value.map((one) => ({ ...toRemoteRecord(one.id, one.name), tag: one.tag })));
}

/** The assigned item, if its channel has it. No response shows a link's campaign, and edits are repeated without a lookup. */
async function findAssigned(send: Send, command: AssignCommand | EditCommand): Promise<Records> {
  if (command.kind !== 'assign-channel') return toOutcome([]);
  const { to, item, type = 'links' } = command;
  const wanted = itemKey({ type, id: item });
  const list = (query: PageQuery) => listItemIds(checkedId(to.id), query);
  const all = await fetchAllPages(send, list, { keyOf: itemKey, maxPages: maxUncountedPages });
  if (!all.ok) return failed(ofThisList(all.failure));
  return toOutcome(
    all.value.filter((one) => itemKey(one) === wanted).map(({ id }) => toRemoteRecord(id, '')),
  );
}

/** Rate limit and date of a lookup's many responses are not used, so none is reported. */
const toOutcome = (value: readonly RemoteRecord[]): Records => ({
  ok: true,
  value,
  date: null,
  rate: { limit: null, remaining: null, resetAt: null, retryAt: null },
});

/** Links whose details one lookup reads, at most: each is a request. */
const maxDetails = 5;
const notSent = { at: 0, serverAt: null, newest: null };

/** @param utcOffset of the service's times, in minutes, once it is known */
function toRemoteLink(link: LookupLink, utcOffset: number | undefined): RemoteRecord {
  const { id, shortUrl, listedUrl, alias, description, date } = link;
  const times =
    utcOffset === undefined
      ? { madeBy: parseTimestamp(date, minUtcOffset) }
      : { madeAt: parseTimestamp(date, utcOffset) };
  return { ...toRemoteRecord(id, listedUrl), shortUrl, alias, note: description, ...times };
}

/**
 * Failures of a request for a link's details that end the lookup: nothing was sent or may be sent now, or the caller is gone
 * or faulty. The list has just been read with the same key, so `key`, `moved` and `challenge` are about these details here,
 * unlike in `failureReach`.
 */
const stops: readonly FailureKind[] = [
  'limit',
  'no-permission',
  'not-connected',
  'not-stored',
  'cancelled',
  'account-changed',
  'internal',
];
/** Deleted meanwhile, or unreadable: another lookup shows no more. After every other failure one may. */
const isFinal = (kind: FailureKind) => kind === 'refused' || kind === 'unreadable';
/** Counts as a failed lookup, so that the lookups end. */
const noDetails = failed({ kind: 'unreadable', status: 0 });

const byName = (map: Readonly<Record<string, string>>) =>
  new Map(Object.entries(map).map(([name, url]) => [name.toLowerCase(), url]));

interface LinkLookup {
  readonly command: CreateLinkCommand;
  /** Links of this id or an older one are not the job's. */
  readonly newest: string | null;
  /** No other lookup follows: links whose details can't be read are left as listed. */
  readonly isLast: boolean;
}

/** Adds what a list does not show to the links that may be the job's own. */
async function withDetails(
  send: Send,
  { command, newest, isLast }: LinkLookup,
  outcome: Extract<Records, { ok: true }>,
): Promise<Records> {
  const records = new Map(outcome.value.map((record) => [record.id, record]));
  const candidates = outcome.value
    .filter(
      (record) => isAfter(record.id, newest) && matches(record)({ command, sending: notSent, noteTag: null }),
    )
    .slice(0, maxDetails);
  for (const record of candidates) {
    const details = await send(getLinkAs(checkedId(record.id), linkRestrictionsRecord));
    if (!details.ok) {
      const { kind } = details.failure;
      if (stops.includes(kind)) return details;
      if (isFinal(kind) || isLast) continue;
      return noDetails;
    }
    const { expiry, location, device } = details.value;
    records.set(record.id, {
      ...record,
      details: { expiry, countries: byName(location), devices: byName(device) },
    });
  }
  return { ...outcome, value: [...records.values()] };
}
