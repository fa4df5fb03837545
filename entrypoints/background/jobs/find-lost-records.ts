/** Records on the service among which a job whose answer was lost may find its own. */
import { failed, type Outcome, type Send } from '../../../lib/api/call.ts';
import { itemKey } from '../../../lib/api/channels.ts';
import type { FailureKind } from '../../../lib/api/failure.ts';
import { fetchAllPages, maxUncountedPages } from '../../../lib/api/fetch-all-pages.ts';
import { momentOf } from '../../../lib/api/infer-utc-offset.ts';
import { getLinkAs, linkRestrictionsRecord } from '../../../lib/api/link-details.ts';
import type { LookupLink } from '../../../lib/api/links.ts';
import { listItemIds, listNames } from '../../../lib/api/list-names.ts';
import type { PageQuery } from '../../../lib/api/pagination.ts';
import type {
  AssignCommand,
  CreateLinkCommand,
  CreateRecordCommand,
  EditCommand,
} from '../../../lib/outbox/commands.ts';
import { minUtcOffset } from '../../../lib/draft/local-time.ts';
import { matches } from '../../../lib/outbox/lost-job-match.ts';
import { isAfter, type RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import { checkedId } from './command-calls.ts';
import type { ListedKind } from './high-water-mark.ts';
import { listNameOf } from '../../../lib/outbox/list-name-of.ts';
import { maxId } from './scan-newest-links.ts';

type Records = Outcome<readonly RemoteRecord[]>;

/** Links whose details one lookup reads, at most: each is a request. */
const maxDetails = 5;
const notSent = { at: 0, serverAt: null, newest: null };

const toRemoteRecord = (id: string, subject: string): RemoteRecord => ({
  id,
  shortUrl: null,
  subject,
  alias: '',
  note: '',
});

/** @param utcOffset of the service's times, in minutes, once it is known */
export function toRemoteLink(link: LookupLink, utcOffset: number | undefined): RemoteRecord {
  const { id, shortUrl, listedUrl, alias, description, date } = link;
  const times =
    utcOffset === undefined
      ? { madeBy: momentOf(date, minUtcOffset) }
      : { madeAt: momentOf(date, utcOffset) };
  return { ...toRemoteRecord(id, listedUrl), shortUrl, alias, note: description, ...times };
}

/** Failures that would keep any other request back as well. */
const globalFailures: ReadonlySet<FailureKind> = new Set([
  'limit',
  'cancelled',
  'no-permission',
  'not-connected',
  'not-stored',
  'account-changed',
  'internal',
]);
/** The list has just been read with the same key, so any other failure stops this lookup alone. */
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
export async function withDetails(
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
      if (globalFailures.has(kind)) return details;
      // Deleted meanwhile, or unreadable: another attempt shows no more.
      if (kind === 'refused' || kind === 'unreadable' || isLast) continue;
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

/** A failure where the newest may be out of reach: what is not found would be made again. */
export async function findLostRecords(
  send: Send,
  command: CreateRecordCommand,
  onListed: (list: ListedKind, newestId: string | null) => Promise<void>,
): Promise<Records> {
  const name = listNameOf(command);
  const list = (query: PageQuery) => listNames(name, query);
  const all = await fetchAllPages(send, list, { maxPages: maxUncountedPages });
  if (!all.ok) return failed(all.failure);
  const newest = maxId(all.value);
  if (!all.complete && all.value[0]?.id !== newest) return failed({ kind: 'unreadable', status: 200 });
  if (name !== 'domains') await onListed(name, newest);
  return toOutcome(all.value.map((one) => ({ ...toRemoteRecord(one.id, one.name), tag: one.tag })));
}

/** The assigned item, if its channel has it. No answer shows a link's campaign, and edits are repeated without a lookup. */
export async function findAssigned(send: Send, command: AssignCommand | EditCommand): Promise<Records> {
  if (command.kind !== 'assign-channel') return toOutcome([]);
  const { to, item, type = 'links' } = command;
  const wanted = itemKey({ type, id: item });
  const list = (query: PageQuery) => listItemIds(checkedId(to.id), query);
  const all = await fetchAllPages(send, list, { keyOf: itemKey, maxPages: maxUncountedPages });
  if (!all.ok) return failed(all.failure);
  return toOutcome(
    all.value.filter((one) => itemKey(one) === wanted).map(({ id }) => toRemoteRecord(id, '')),
  );
}

/** Rate limit and date of a lookup's many answers are not used, so none is reported. */
const toOutcome = (value: readonly RemoteRecord[]): Records => ({
  ok: true,
  value,
  date: null,
  rate: { limit: null, remaining: null, resetAt: null, retryAt: null },
});
