/** The lookup for a job whose response was lost: reads the records at the service among which its own may be. */
import { failed, type Outcome, type Send } from '../../../lib/api/call.ts';
import { itemKey } from '../../../lib/api/channels.ts';
import { fetchAllPages, maxUncountedPages } from '../../../lib/api/fetch-all-pages.ts';
import type { LookupLink } from '../../../lib/api/links.ts';
import { listItemIds, listNames } from '../../../lib/api/list-names.ts';
import type { PageQuery } from '../../../lib/api/pagination.ts';
import {
  isIdempotent,
  type AssignCommand,
  type Command,
  type CreateRecordCommand,
  type EditCommand,
} from '../../../lib/outbox/commands.ts';
import { listNameOf } from '../../../lib/outbox/list-name-of.ts';
import { needsDetails } from '../../../lib/outbox/lost-job-certainty.ts';
import { toRemoteRecord, type RemoteRecord } from '../../../lib/outbox/remote-record.ts';
import type { Gateway } from '../api/gateway.ts';
import { checkedId } from './command-calls.ts';
import { toRemoteLink, withDetails } from './read-lookup-details.ts';
import type { HighWaterMark, ListedKind } from './high-water-mark.ts';
import type { ScanContext } from './link-scanner.ts';
import { maxId, priorityOf } from './scan-newest-links.ts';

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
    await highWaterMark.raise(scope, maxId(outcome.value));
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
  if (!all.ok) return failed(all.failure);
  const newest = maxId(all.value);
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
  if (!all.ok) return failed(all.failure);
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
