/** How each ask is carried out, and how one that got no clear answer is looked for. */
import { parse } from '../../lib/service/address.ts';
import { addCampaign, listCampaigns } from '../../lib/service/campaigns.ts';
import { addChannel, listChannels } from '../../lib/service/channels.ts';
import type { Call, Outcome, Send } from '../../lib/service/call.ts';
import type { Failure } from '../../lib/service/failure.ts';
import type { Id } from '../../lib/service/fields.ts';
import type { Page } from '../../lib/service/list.ts';
import { createLink, listLinks } from '../../lib/service/links.ts';
import { addPixel, listPixels } from '../../lib/service/pixels.ts';
import type { Ask, ShortenAsk } from '../../lib/outbox/job.ts';
import type { Made } from '../../lib/outbox/made.ts';
import type { RunHooks } from '../../lib/outbox/outbox.ts';
import { linkFields } from '../../lib/shortening/request.ts';
import type { Gateway } from './gateway.ts';

const notConnected: Failure = { kind: 'key', status: 0, message: null };

type OpenGateway = () => Promise<Gateway | null>;

/** Carries out an ask with the urgency of a person who waits. */
export async function runAsk(open: OpenGateway, ask: Ask, hooks: RunHooks): Promise<Outcome<Made>> {
  const gateway = await open();
  if (gateway === null) return { ok: false, failure: notConnected, rate: null };
  const { signal, ...journalled } = hooks;
  const send: Send = (call) =>
    gateway.request(call, {
      urgency: 'person',
      signal,
      // A look-up that belongs to a create is no second create.
      ...(!call.repeatable && journalled),
    });
  if (ask.kind === 'shorten') return shorten(send, ask);
  return map(await addRecord(send, ask), madeRecord);
}

function addRecord(send: Send, ask: Exclude<Ask, ShortenAsk>): Promise<Outcome<{ readonly id: Id | null }>> {
  switch (ask.kind) {
    case 'add-campaign':
      return send(addCampaign({ name: ask.name }));
    case 'add-channel':
      return send(addChannel({ name: ask.name }));
    case 'add-pixel':
      return send(addPixel({ type: ask.type, name: ask.name, tag: ask.tag }));
  }
}

async function shorten(send: Send, ask: ShortenAsk): Promise<Outcome<Made>> {
  const outcome = await createLink(send, linkFields(ask.link));
  return map(outcome, ({ id, shortUrl }) => madeLink(ask, id, shortUrl, false));
}

/** The newest links, for one with the address (and alias) of this ask. A simple look: one page, exact matches only. */
export async function lookUpAsk(open: OpenGateway, ask: Ask, known: ReadonlySet<string>) {
  const gateway = await open();
  if (gateway === null) return { ok: false, failure: notConnected, rate: null } as const;
  if (ask.kind !== 'shorten') return lookUpRecord(gateway, ask);
  const outcome = await gateway.request(listLinks({ order: 'date' }), { urgency: 'person' });
  return map(outcome, ({ records }): Made | null => {
    const wanted = ask.link.alias.trim();
    const found = records.find(
      (link) =>
        !known.has(link.id) &&
        sameAddress(link.longUrl, ask.link.address) &&
        (wanted === '' || link.alias === wanted) &&
        link.shortUrl !== null,
    );
    return found?.shortUrl == null ? null : madeLink(ask, found.id, found.shortUrl, true);
  });
}

/** The first page of its list, for a record of the same name. */
async function lookUpRecord(gateway: Gateway, ask: Exclude<Ask, ShortenAsk>): Promise<Outcome<Made | null>> {
  const list: Call<Page<{ id: Id; name: string }>> =
    ask.kind === 'add-campaign'
      ? listCampaigns()
      : ask.kind === 'add-channel'
        ? listChannels()
        : listPixels();
  const outcome = await gateway.request(list, { urgency: 'person' });
  return map(outcome, ({ records }) => {
    const found = records.find(({ name }) => name === ask.name);
    return found === undefined ? null : { ...madeRecord(found), lookedUp: true };
  });
}

function sameAddress(a: string | null, b: string): boolean {
  return a !== null && (a === b || parse(a)?.href === parse(b)?.href);
}

function madeLink(ask: ShortenAsk, id: Id | null, shortUrl: string | null, lookedUp: boolean): Made {
  const wanted = ask.link.alias.trim();
  return {
    id,
    shortUrl,
    aliasDiffers: wanted !== '' && aliasOf(shortUrl).toLowerCase() !== wanted.toLowerCase(),
    lookedUp,
  };
}

/** The last part of a short address; as it stands where it is not encoded soundly. */
function aliasOf(shortUrl: string | null): string {
  const part =
    (shortUrl === null ? null : parse(shortUrl))?.pathname.replace(/\/+$/u, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function madeRecord({ id }: { readonly id: Id | null }): Made {
  return { id, shortUrl: null, aliasDiffers: false, lookedUp: false };
}

function map<A, B>(outcome: Outcome<A>, change: (value: A) => B): Outcome<B> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
