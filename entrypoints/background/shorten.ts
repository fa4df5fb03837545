/** How each ask is carried out, and what is looked through for one that got no clear answer. */
import { parse } from '../../lib/service/address.ts';
import {
  addCampaign,
  assignToCampaign,
  deleteCampaign,
  updateCampaign,
} from '../../lib/service/campaigns.ts';
import { addChannel, assignToChannel, deleteChannel, updateChannel } from '../../lib/service/channels.ts';
import { addDomain, deleteDomain, updateDomain } from '../../lib/service/domains.ts';
import type { Call, Outcome, Send } from '../../lib/service/call.ts';
import type { Failure } from '../../lib/service/failure.ts';
import { toId, type Id } from '../../lib/service/fields.ts';
import type { PageQuery } from '../../lib/service/list.ts';
import { createLink, type Link } from '../../lib/service/links.ts';
import { listItemIds, listNames } from '../../lib/service/names.ts';
import { addPixel } from '../../lib/service/pixels.ts';
import {
  isAssign,
  isOneOfMany,
  isRepeatable,
  type AddAsk,
  type Ask,
  type AssignAsk,
  type ChangeAsk,
  type Job,
  type ShortenAsk,
} from '../../lib/outbox/job.ts';
import type { Made } from '../../lib/outbox/made.ts';
import type { RunHooks } from '../../lib/outbox/parts.ts';
import type { Found } from '../../lib/outbox/reconcile.ts';
import { decoded } from '../../lib/outbox/same-address.ts';
import { linkFields } from '../../lib/shortening/request.ts';
import { everyPage } from './every-page.ts';
import type { Gateway } from './gateway.ts';
import { listOf } from './list-of.ts';
import { createLinkLooks, newestId } from './newest-links.ts';
import { report } from './report.ts';

const notConnected: Outcome<never> = {
  ok: false,
  failure: { kind: 'key', status: 0, message: null } satisfies Failure,
  rate: null,
};

export interface Newest {
  /** The newest id of this kind that is known for the account of now; `null` when none is. */
  known(kind: Ask['kind']): Promise<string | null>;
  /** A link of this id has been seen, or made: then with the `Date` of the answer. Never throws. */
  note(id: string | null, at?: number | null): Promise<void>;
}

export function createAskRunner(parts: {
  readonly gateway: () => Promise<Gateway | null>;
  readonly newest: Newest;
  /** Told of every list of links that comes by. */
  readonly onLinks?: (links: readonly Link[]) => Promise<void>;
}) {
  const looks = new WeakMap<Gateway, ReturnType<typeof createLinkLooks>>();

  async function lookAt(gateway: Gateway, after: string | null): Promise<Outcome<readonly Link[]>> {
    const look =
      looks.get(gateway) ?? createLinkLooks((call) => gateway.request(call, { urgency: 'person' }));
    looks.set(gateway, look);
    const outcome = await look(after);
    if (outcome.ok) parts.onLinks?.(outcome.value).catch(report);
    return outcome;
  }

  /** The first link of an account needs to know what was there before it. */
  async function learnNewest(gateway: Gateway): Promise<Outcome<string>> {
    const outcome = await lookAt(gateway, null);
    if (!outcome.ok) return outcome;
    const newest = newestId(outcome.value) ?? '0';
    await parts.newest.note(newest);
    return { ...outcome, value: newest };
  }

  return {
    /** Brings in what the first link would have to wait for. */
    async prepare(): Promise<void> {
      const gateway = await parts.gateway();
      if (gateway !== null && (await parts.newest.known('shorten')) === null) await learnNewest(gateway);
    },

    /** Carries out a job. */
    async run({ ask, mark }: Job, hooks: RunHooks): Promise<Outcome<Made>> {
      const gateway = await parts.gateway();
      if (gateway === null) return notConnected;
      let newest = await parts.newest.known(ask.kind);
      if (newest === null && ask.kind === 'shorten') {
        const learned = await learnNewest(gateway);
        if (!learned.ok) return learned;
        newest = learned.value;
      }
      const { signal, beforeSend, onWait, onHeldBack } = hooks;
      const journalled = {
        onWait,
        onHeldBack,
        beforeSend: () => beforeSend({ newest, serverAt: gateway.serverNow() }),
      };
      const send: Send = (call) =>
        gateway.request(call, {
          // Several at once let a single one pass.
          urgency: isOneOfMany(ask) ? 'bulk' : 'person',
          signal,
          // A look-up that belongs to a create is no second create.
          ...(!call.repeatable && journalled),
        });
      if (isRepeatable(ask)) {
        const call = isAssign(ask) ? assignment(ask) : change(ask);
        // Sent once, as the journal has it; what repeats it is the outbox.
        return map(await send({ ...call, repeatable: false }), () => madeRecord({ id: null }));
      }
      if (ask.kind !== 'shorten') return map(await addRecord(send, ask), madeRecord);
      const fields = linkFields(ask.link);
      const note = [fields.description, mark].filter((part) => part != null && part !== '').join(' ');
      const outcome = await createLink(send, { ...fields, description: note });
      if (outcome.ok) void parts.newest.note(outcome.value.id, outcome.date);
      return map(outcome, ({ id, shortUrl }) => madeLink(ask, id, shortUrl));
    },

    /** What a job's record is looked for among. */
    async look(ask: Ask, newest: string | null): Promise<Outcome<readonly Found[]>> {
      const gateway = await parts.gateway();
      if (gateway === null) return notConnected;
      if (isRepeatable(ask)) return standing(gateway, ask);
      if (ask.kind !== 'shorten') return recordsOf(gateway, ask);
      const outcome = await lookAt(gateway, newest);
      if (outcome.ok) await parts.newest.note(newestId(outcome.value));
      return map(outcome, (links) =>
        links.map(({ id, shortUrl, longUrl, alias, description }) => ({
          ...foundRecord(id, longUrl ?? ''),
          shortUrl,
          alias,
          note: description,
        })),
      );
    },
  };
}

function assignment({ kind, to, item, type = 'links' }: AssignAsk): Call<unknown> {
  return kind === 'assign-campaign'
    ? assignToCampaign(digits(to.id), digits(item))
    : assignToChannel(digits(to.id), type, digits(item));
}

function change({ what, act, item, name, fields = {} }: ChangeAsk): Call<unknown> {
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

function addRecord(send: Send, ask: AddAsk): Promise<Outcome<{ readonly id: Id | null }>> {
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

const foundRecord = (id: string, subject: string): Found => ({
  id,
  shortUrl: null,
  subject,
  alias: '',
  note: '',
});

async function recordsOf(gateway: Gateway, ask: AddAsk): Promise<Outcome<readonly Found[]>> {
  const list = (query: PageQuery) => listNames(listOf(ask), query);
  return map(await everyPage(gateway, 'person', list), (records) =>
    records.map(({ id, name }) => foundRecord(id, name)),
  );
}

const unasked = { limit: null, remaining: null, resetAt: null, retryAt: null };

/** The item, if it stands in its channel. What else is done again without a look: of a campaign no answer tells it. */
async function standing(gateway: Gateway, ask: AssignAsk | ChangeAsk): Promise<Outcome<readonly Found[]>> {
  if (ask.kind !== 'assign-channel') return { ok: true, value: [], date: null, rate: unasked };
  const { to, item, type: sort = 'links' } = ask;
  const named = ({ type, id }: { readonly type: string; readonly id: Id }) => `${type} ${id}`;
  const list = (query: PageQuery) => listItemIds(digits(to.id), query);
  return map(await everyPage(gateway, 'person', list, named), (items) =>
    items.filter((one) => named(one) === `${sort} ${item}`).map(({ id }) => foundRecord(id, '')),
  );
}

function madeLink({ link }: ShortenAsk, id: Id | null, shortUrl: string | null): Made {
  const wanted = link.alias.trim().toLowerCase();
  const aliasDiffers = wanted !== '' && aliasOf(shortUrl).toLowerCase() !== wanted;
  return { ...madeRecord({ id }), shortUrl, aliasDiffers };
}

/** The last part of a short address. */
function aliasOf(shortUrl: string | null): string {
  return decoded(
    parse(shortUrl ?? '')
      ?.pathname.replace(/\/+$/u, '')
      .split('/')
      .at(-1) ?? '',
  );
}

function madeRecord({ id }: { readonly id: Id | null }): Made {
  return { id, shortUrl: null, aliasDiffers: false, lookedUp: false, existing: false };
}

function map<A, B>(outcome: Outcome<A>, change: (value: A) => B): Outcome<B> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
