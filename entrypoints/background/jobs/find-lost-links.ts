/** The links on the service among which a job whose response was lost may find its own (find-lost-records.ts). */
import { failed, type Outcome, type Send } from '../../../lib/api/call.ts';
import type { FailureKind } from '../../../lib/api/failure.ts';
import { momentOf } from '../../../lib/api/infer-utc-offset.ts';
import { getLinkAs, linkRestrictionsRecord } from '../../../lib/api/link-details.ts';
import type { LookupLink } from '../../../lib/api/links.ts';
import { minUtcOffset } from '../../../lib/draft/local-time.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import { matches } from '../../../lib/outbox/lost-job-match.ts';
import { isAfter, toRemoteRecord, type RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import { checkedId } from './command-calls.ts';

type Records = Outcome<readonly RemoteRecord[]>;

/** Links whose details one lookup reads, at most: each is a request. */
const maxDetails = 5;
const notSent = { at: 0, serverAt: null, newest: null };

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
