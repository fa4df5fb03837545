/** How each ask is carried out, and what is looked through for one that got no clear answer. */
import { addCampaign, assignToCampaign, deleteCampaign, updateCampaign } from '../../../lib/api/campaigns.ts';
import { addChannel, assignToChannel, deleteChannel, updateChannel } from '../../../lib/api/channels.ts';
import { addDomain, deleteDomain, updateDomain } from '../../../lib/api/domains.ts';
import type { Call, Outcome, Send } from '../../../lib/api/call.ts';
import type { FailureKind } from '../../../lib/api/failure.ts';
import { toId, type Id, isNewerId } from '../../../lib/api/coerce.ts';
import { fetchAllPages, maxUncountedPages, type FetchOptions } from '../../../lib/api/fetch-all-pages.ts';
import type { Page, PageQuery } from '../../../lib/api/pagination.ts';
import { createLink } from '../../../lib/api/create-link.ts';
import type { LookupLink } from '../../../lib/api/links.ts';
import { listItemIds, listNames, listPixelTags } from '../../../lib/api/list-names.ts';
import { getLink } from '../../../lib/api/link-details.ts';
import { momentOf } from '../../../lib/api/infer-utc-offset.ts';
import { addPixel } from '../../../lib/api/pixels.ts';
import {
  isAssign,
  isBatch,
  isIdempotent,
  type CreateRecordCommand,
  type Command,
  type AssignCommand,
  type EditCommand,
  type CreateLinkCommand,
} from '../../../lib/outbox/commands.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import type { JobResult } from '../../../lib/outbox/job-result.ts';
import type { SendHooks } from '../../../lib/outbox/outbox-deps.ts';
import { needsDetails } from '../../../lib/outbox/match-certainty.ts';
import { matches, type RemoteRecord } from '../../../lib/outbox/reconcile.ts';
import { lastPathSegment } from '../../../lib/api/short-url.ts';
import { safeDecode } from '../../../lib/url/safe-decode.ts';
import { toLinkFields, toSentExpiry } from '../../../lib/draft/to-link-fields.ts';
import type { Gateway } from '../api/gateway.ts';
import { listOf } from './list-of.ts';
import { createBatchedScan, maxId } from './scan-newest-links.ts';
import { logError } from '../log-error.ts';

const notConnected: Outcome<never> = {
  ok: false,
  failure: { kind: 'not-connected' },
  rate: null,
};

/** Links whose details one lookup reads, at most: each is a request. */
const maxDetails = 5;
const noSending = { at: 0, serverAt: null, newest: null };

export interface HighWaterMark {
  /** The newest id of this kind that is known for the account of now; `null` when none is. */
  known(kind: Command['kind']): Promise<string | null>;
  /**
   * A link of this id has been seen, or made: then with the `Date` of the answer. Never throws.
   *
   * @param scope the account that was asked, here and below; of any but that of now nothing is noted
   */
  note(scope: string, id: string | null, at?: number | null): Promise<void>;
  /** A list has shown this id: what is made from now on is newer. */
  noteListed(scope: string, list: ListedKind, id: string | null): Promise<void>;
}

/** The service's lists of what has ids that grow. */
export type ListedKind = 'urls' | 'campaigns' | 'channels' | 'pixels';

export function createCommandExecutor(deps: {
  readonly gateway: () => Promise<Gateway | null>;
  readonly newest: HighWaterMark;
  /** Told of every list of links that comes by. */
  readonly onLinks?: (links: readonly LookupLink[], scope: string) => Promise<void>;
  /** The account of now: taken before its gateway is, so that no answer is noted for one that came later. */
  readonly scope: () => Promise<string>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Of the service's times, in minutes ahead of UTC, once it is known. */
  readonly zone: () => Promise<number | undefined>;
}) {
  const looks = new WeakMap<Gateway, ReturnType<typeof createBatchedScan>>();

  async function lookAt(
    gateway: Gateway,
    scope: string,
    after: string | null,
  ): Promise<Outcome<readonly LookupLink[]>> {
    const look =
      looks.get(gateway) ?? createBatchedScan((call) => gateway.request(call, { priority: 'user' }));
    looks.set(gateway, look);
    const outcome = await look(after);
    // Awaited: from its dates the service's zone is learned.
    if (outcome.ok) await deps.onLinks?.(outcome.value, scope).catch(logError);
    return outcome;
  }

  /** The first link of an account needs to know what was there before it. */
  async function learnNewest(gateway: Gateway, scope: string): Promise<Outcome<string>> {
    const outcome = await lookAt(gateway, scope, null);
    if (!outcome.ok) return outcome;
    const newest = maxId(outcome.value) ?? '0';
    await deps.newest.note(scope, newest);
    return { ...outcome, value: newest };
  }

  return {
    /** Brings in what the first link would have to wait for. */
    async prepare(): Promise<void> {
      const scope = await deps.scope();
      const gateway = await deps.gateway();
      if (gateway !== null && (await deps.newest.known('shorten')) === null)
        await learnNewest(gateway, scope);
    },

    /** Carries out a job. */
    async run({ ask, mark, scope }: Job, hooks: SendHooks): Promise<Outcome<JobResult>> {
      const gateway = await deps.gateway();
      if (gateway === null) return notConnected;
      let newest = await deps.newest.known(ask.kind);
      if (newest === null && ask.kind === 'shorten') {
        const learned = await learnNewest(gateway, scope);
        if (!learned.ok) return learned;
        newest = learned.value;
      }
      const { signal, beforeSend, onWait, onHeldBack } = hooks;
      const zone = ask.kind === 'shorten' ? await deps.zone() : undefined;
      // Several at once let a single one pass.
      const priority = isBatch(ask) ? 'bulk' : 'user';
      let sent: string | null = null;
      const send: Send = (call) => {
        // A look-up that belongs to a create is no second create.
        if (call.idempotent) return gateway.request(call, { priority, signal });
        const body: Record<string, unknown> = { ...call.body };
        return gateway.request(call.body ? { ...call, body } : call, {
          priority,
          signal,
          onWait,
          onHeldBack,
          async beforeSend() {
            // Not before: it may have waited for its turn for hours.
            const expiry = ask.kind === 'shorten' ? toSentExpiry(ask.link, new Date(deps.now()), zone) : null;
            sent = expiry;
            if (expiry !== null) body['expiry'] = expiry;
            // Lists may have come by meanwhile.
            const latest = (await deps.newest.known(ask.kind)) ?? newest;
            await beforeSend({
              newest: latest,
              serverAt: gateway.serverNow(),
              ...(expiry !== null && { expiry }),
            });
          },
        });
      };
      if (isIdempotent(ask)) {
        const call = isAssign(ask) ? assignment(ask) : change(ask);
        // Sent once, as the journal has it; what repeats it is the outbox.
        return map(await send({ ...call, idempotent: false }), () => madeRecord({ id: null }));
      }
      if (ask.kind !== 'shorten') return map(await addRecord(send, ask), madeRecord);
      const fields = toLinkFields(ask.link);
      const note = [fields.description, mark].filter((part) => part != null && part !== '').join(' ');
      const outcome = await createLink(send, { ...fields, description: note });
      if (outcome.ok) void deps.newest.note(scope, outcome.value.id, outcome.date);
      return map(outcome, ({ id, shortUrl }) => ({
        ...madeLink(ask, id, shortUrl),
        ...(sent !== null && { expiry: sent }),
      }));
    },

    /** What a job's record is looked for among. */
    async look(
      ask: Command,
      newest: string | null,
      isLast = false,
    ): Promise<Outcome<readonly RemoteRecord[]>> {
      const scope = await deps.scope();
      const gateway = await deps.gateway();
      if (gateway === null) return notConnected;
      if (isIdempotent(ask)) return standing(gateway, ask);
      if (ask.kind !== 'shorten')
        return recordsOf(gateway, ask, (...seen) => deps.newest.noteListed(scope, ...seen));
      const outcome = await lookAt(gateway, scope, newest);
      if (!outcome.ok) return outcome;
      await deps.newest.note(scope, maxId(outcome.value));
      const zone = await deps.zone();
      const found = outcome.value.map((link) => foundLink(link, zone));
      const listed = { ...outcome, value: found };
      return needsDetails(ask) ? withDetails(gateway, { ask, newest, isLast }, listed) : listed;
    },
  };
}

function assignment({ kind, to, item, type = 'links' }: AssignCommand): Call<unknown> {
  return kind === 'assign-campaign'
    ? assignToCampaign(digits(to.id), digits(item))
    : assignToChannel(digits(to.id), type, digits(item));
}

function change({ what, act, item, name, fields = {} }: EditCommand): Call<unknown> {
  const id = digits(item);
  const isDeletion = act === 'delete';
  switch (what) {
    case 'campaign':
      return isDeletion ? deleteCampaign(id) : updateCampaign(id, { ...fields, name: fields.name || name });
    case 'channel':
      return isDeletion ? deleteChannel(id) : updateChannel(id, fields);
    case 'domain':
      return isDeletion ? deleteDomain(id) : updateDomain(id, fields);
  }
}

/** Of an id that the ask's schema has checked. */
const digits = (id: string): Id => toId(id) ?? '0';

function addRecord(send: Send, ask: CreateRecordCommand): Promise<Outcome<{ readonly id: Id | null }>> {
  switch (ask.kind) {
    case 'add-campaign':
      return send(addCampaign({ ...ask.fields, name: ask.name }));
    case 'add-channel':
      return send(addChannel({ ...ask.fields, name: ask.name }));
    case 'add-domain':
      return send(addDomain({ ...ask.fields, domain: ask.name }));
    case 'add-pixel':
      return send(addPixel({ type: ask.type, name: ask.name, tag: ask.tag }));
  }
}

function foundLink(link: LookupLink, zone: number | undefined): RemoteRecord {
  const { id, shortUrl, listedUrl, alias, description, date } = link;
  const madeAt = zone === undefined ? null : momentOf(date, zone);
  return { ...foundRecord(id, listedUrl), shortUrl, alias, note: description, madeAt };
}

/** What would keep any other request back as well. */
const ofEveryRequest: ReadonlySet<FailureKind> = new Set([
  'limit',
  'cancelled',
  'no-permission',
  'not-connected',
  'not-stored',
  'account-changed',
  'internal',
]);
/** Whatever else the answer was: the list has just been read with the same key, so nothing stops for it but this look. */
const noDetails: Outcome<never> = { ok: false, failure: { kind: 'unreadable', status: 0 }, rate: null };

/** Reads what a list does not show of those that may be the job's own. */
async function withDetails(
  gateway: Gateway,
  {
    ask,
    newest,
    isLast,
  }: { readonly ask: CreateLinkCommand; readonly newest: string | null; readonly isLast: boolean },
  outcome: Extract<Outcome<readonly RemoteRecord[]>, { ok: true }>,
): Promise<Outcome<readonly RemoteRecord[]>> {
  const value = new Map(outcome.value.map((record) => [record.id, record]));
  const own = outcome.value
    .filter(({ id }) => newest === null || isNewerId(id, newest))
    .filter((record) => matches(record)({ ask, sending: noSending, mark: null }))
    .slice(0, maxDetails);
  for (const record of own) {
    const details = await gateway.request(getLink(digits(record.id)), { priority: 'user' });
    if (!details.ok) {
      const { kind } = details.failure;
      if (ofEveryRequest.has(kind)) return details;
      // Gone meanwhile, or told in no form that can be read: it shows nothing.
      if (kind === 'refused' || kind === 'unreadable' || isLast) continue;
      return noDetails;
    }
    const { expiry, location, device } = details.value;
    value.set(record.id, {
      ...record,
      details: { expiry, countries: byName(location), devices: byName(device) },
    });
  }
  return { ...outcome, value: [...value.values()] };
}

const byName = (map: Readonly<Record<string, string>>) =>
  new Map(Object.entries(map).map(([name, address]) => [name.toLowerCase(), address]));

const foundRecord = (id: string, subject: string): RemoteRecord => ({
  id,
  shortUrl: null,
  subject,
  alias: '',
  note: '',
});

async function recordsOf(
  gateway: Gateway,
  ask: CreateRecordCommand,
  noteListed: (list: ListedKind, id: string | null) => Promise<void>,
): Promise<Outcome<readonly RemoteRecord[]>> {
  const kind = listOf(ask);
  const found =
    kind === 'pixels'
      ? map(await readAll(gateway, listPixelTags), (records) =>
          records.map(({ id, name, tag }) => ({ ...foundRecord(id, name), tag })),
        )
      : map(await readAll(gateway, (query) => listNames(kind, query)), (records) =>
          records.map(({ id, name }) => foundRecord(id, name)),
        );
  if (found.ok && kind !== 'domains') await noteListed(kind, maxId(found.value));
  return found;
}

const unasked = { limit: null, remaining: null, resetAt: null, retryAt: null };

/** Nothing reads the rate limit and the date of a lookup, so none of its many answers is named. */
async function readAll<T extends { readonly id: string }>(
  gateway: Gateway,
  list: (query: PageQuery) => Call<Page<T>>,
  keyOf?: FetchOptions<T>['keyOf'],
): Promise<Outcome<readonly T[]>> {
  const all = await fetchAllPages((call) => gateway.request(call, { priority: 'user' }), list, {
    ...(keyOf && { keyOf }),
    maxPages: maxUncountedPages,
  });
  if (!all.ok) return { ok: false, failure: all.failure, rate: null };
  return { ok: true, value: all.value, date: null, rate: unasked };
}

/** The item, if it stands in its channel. What else is done again without a look: of a campaign no answer tells it. */
async function standing(
  gateway: Gateway,
  ask: AssignCommand | EditCommand,
): Promise<Outcome<readonly RemoteRecord[]>> {
  if (ask.kind !== 'assign-channel') return { ok: true, value: [], date: null, rate: unasked };
  const { to, item, type: sort = 'links' } = ask;
  const named = ({ type, id }: { readonly type: string; readonly id: Id }) => `${type} ${id}`;
  const list = (query: PageQuery) => listItemIds(digits(to.id), query);
  return map(await readAll(gateway, list, named), (items) =>
    items.filter((one) => named(one) === `${sort} ${item}`).map(({ id }) => foundRecord(id, '')),
  );
}

function madeLink({ link }: CreateLinkCommand, id: Id | null, shortUrl: string | null): JobResult {
  const wanted = link.alias.trim().toLowerCase();
  const aliasDiffers = wanted !== '' && aliasOf(shortUrl).toLowerCase() !== wanted;
  return { ...madeRecord({ id }), shortUrl, aliasDiffers };
}

const aliasOf = (shortUrl: string | null): string => safeDecode(lastPathSegment(shortUrl ?? ''));

function madeRecord({ id }: { readonly id: Id | null }): JobResult {
  return { id, shortUrl: null, aliasDiffers: false, lookedUp: false, existing: false };
}

function map<A, B>(outcome: Outcome<A>, change: (value: A) => B): Outcome<B> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
