/** The entries of a link list as a lookup compares them, and the details that no list shows: one request for each link. */
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

/**
 * What a failed request for a link's details means for the lookup. The list has just been read with the same key, so only
 * what stops any request stops it (`stop`): `key`, `moved` and `challenge` are about these details here, unlike in
 * `failureReach`.
 */
const afterFailure: Readonly<Record<FailureKind, 'stop' | 'skip' | 'look-again'>> = {
  // Nothing was sent, or nothing may be sent now.
  limit: 'stop',
  'no-permission': 'stop',
  'not-connected': 'stop',
  'not-stored': 'stop',
  // The caller is gone or faulty.
  cancelled: 'stop',
  'account-changed': 'stop',
  internal: 'stop',
  // Deleted meanwhile, or unreadable: another lookup shows no more.
  refused: 'skip',
  unreadable: 'skip',
  // Another lookup may read them.
  key: 'look-again',
  unreachable: 'look-again',
  moved: 'look-again',
  blocked: 'look-again',
  challenge: 'look-again',
  'not-an-api': 'look-again',
  'timed-out': 'look-again',
  // Of links that are created, never of details.
  'not-an-address': 'look-again',
  'invalid-link': 'look-again',
};
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
      const next = afterFailure[details.failure.kind];
      if (next === 'stop') return details;
      if (next === 'skip' || isLast) continue;
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
