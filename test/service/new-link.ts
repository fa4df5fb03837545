/** The body of `POST /api/url/add`, field by field (API §4). What it returns may be stored as it is. */
import {
  type Body,
  isRecord,
  optionalAddress,
  optionalFlag,
  optionalId,
  optionalList,
  optionalText,
  requiredText,
  webAddress,
} from './body.ts';
import { articleTitle } from './demo-articles.ts';
import { type Deeplink, type NewLink, type Parameter, type Target, linkByAlias } from './link.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';
import { fromStamp, stamp } from './stamp.ts';

/** First path segments that are pages of the service. */
const reserved = new Set(['api', 'demo', 'picture', 'favicon']);
const aliasForm = /^[A-Za-z0-9_-]{3,50}$/;
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function randomAlias(service: Service): string {
  const pick = () => letters[Math.floor(service.random() * letters.length)] ?? 'a';
  // A generator that repeats itself (a test's) must not hang: each try is longer than the last.
  for (let length = 5; ; length += 1) {
    const alias = Array.from({ length }, pick).join('');
    if (!linkByAlias(service, alias) && !reserved.has(alias)) return alias;
  }
}

function chosenAlias(service: Service, body: Body): string {
  const asked = optionalText(body, 'custom');
  if (!asked) return randomAlias(service);
  if (!aliasForm.test(asked))
    throw new Refusal('The alias must have 3 to 50 letters, digits, dashes or underscores.');
  if (reserved.has(asked.toLowerCase()) || linkByAlias(service, asked))
    throw new Refusal('That alias is taken. Please choose another one.');
  return service.quirks.has('wrong-alias') ? `${asked.slice(0, 40)}-${randomAlias(service)}` : asked;
}

const exists = (
  service: Service,
  table: 'splash' | 'overlay' | 'channel' | 'campaign' | 'pixel',
  id: number,
) => service.database.count(`SELECT count(*) n FROM ${table} WHERE id = :id`, { id }) > 0;

/**
 * `type` is a word, the id of a splash page, or the id of an overlay. Where both have the same id the splash page
 * wins, as it is named first; `overlay-7`, seen on public services, always means the overlay.
 */
function redirectType(service: Service, body: Body): Pick<NewLink, 'type' | 'splash' | 'overlay'> {
  const type = optionalText(body, 'type') || 'direct';
  if (type === 'direct' || type === 'frame' || type === 'splash')
    return { type, splash: null, overlay: null };
  const [, prefix, digits] = /^(overlay-)?([1-9]\d{0,14})$/.exec(type) ?? [];
  const id = Number(digits);
  if (digits && !prefix && exists(service, 'splash', id))
    return { type: 'splash', splash: id, overlay: null };
  if (digits && exists(service, 'overlay', id)) return { type: 'overlay', splash: null, overlay: id };
  throw new Refusal('The type must be direct, frame, splash, or the id of a splash page or an overlay.');
}

/** The registered value exactly, scheme included; the service's own address always counts. */
function domainId(service: Service, body: Body): number | null {
  const domain = optionalText(body, 'domain');
  if (!domain || domain === service.address) return null;
  const found = service.database.one('SELECT id FROM domain WHERE domain = :domain', { domain }, (row) =>
    Number(row['id']),
  );
  if (found === undefined) throw new Refusal('This domain is not available on your account.');
  return found;
}

function expiry(service: Service, body: Body): string | null {
  const value = optionalText(body, 'expiry');
  if (!value) return null;
  if (fromStamp(value, service.utcOffsetMinutes) === undefined)
    throw new Refusal('The expiry must be in the form YYYY-MM-DD HH:MM:SS.');
  return value;
}

function targets(body: Body, name: string, key: string): Target[] {
  return optionalList(body, name).map((element) => {
    if (!isRecord(element)) throw new Refusal(`The elements of ${name} must be objects.`);
    return {
      when: requiredText(element, key),
      link: webAddress(requiredText(element, 'link'), `${name}.link`),
    };
  });
}

function languageTargets(body: Body): Target[] {
  const list = targets(body, 'languagetarget', 'language');
  if (list.some((target) => !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(target.when)))
    throw new Refusal('The language must be a short language code.');
  return list;
}

function parameters(body: Body): Parameter[] {
  return optionalList(body, 'parameters').map((element) => {
    if (!isRecord(element)) throw new Refusal('The elements of parameters must be objects.');
    return { name: requiredText(element, 'name'), value: optionalText(element, 'value') ?? '' };
  });
}

function deeplink(body: Body): Deeplink | null {
  const value = body['deeplink'];
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) throw new Refusal('The field deeplink must be an object.');
  const apple = optionalAddress(value, 'apple');
  const google = optionalAddress(value, 'google');
  const auto = optionalFlag(value, 'auto');
  return { ...(apple && { apple }), ...(google && { google }), ...(auto !== undefined && { auto }) };
}

function knownId(service: Service, body: Body, table: 'channel' | 'campaign'): number | null {
  const id = optionalId(body, table);
  if (id === undefined) return null;
  if (!exists(service, table, id)) throw new Refusal(`The ${table} does not exist.`);
  return id;
}

function pixelIds(service: Service, body: Body): number[] {
  return optionalList(body, 'pixels').map((id) => {
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new Refusal('The pixels must be ids.');
    if (!exists(service, 'pixel', id)) throw new Refusal(`The pixel ${id} does not exist.`);
    return id;
  });
}

/** The forms some servers give an address before they store it; `new URL` also turns a host into punycode. */
function normalized(address: string): string {
  const url = new URL(address);
  if (!url.pathname.endsWith('/') && !url.pathname.includes('.')) url.pathname += '/';
  return url.href;
}

/** Throws a Refusal that names the first field that is wrong. */
export function readNewLink(
  service: Service,
  body: Body,
  raw: string,
): { link: NewLink; channel: number | null } {
  const asked = webAddress(requiredText(body, 'url'), 'url');
  const longurl = service.quirks.has('normalize') ? normalized(asked) : asked;
  const status = optionalText(body, 'status') || 'private';
  if (status !== 'public' && status !== 'private') throw new Refusal('The status must be public or private.');
  const now = service.now();
  const metatitle = optionalText(body, 'metatitle') || null;
  const channel = knownId(service, body, 'channel');
  const link: NewLink = {
    ...redirectType(service, body),
    longurl,
    domain: domainId(service, body),
    title: metatitle ?? articleTitle(service.address, longurl),
    date: stamp(now, service.utcOffsetMinutes),
    created: now,
    password: optionalText(body, 'password') || null,
    expiry: expiry(service, body),
    geotarget: targets(body, 'geotarget', 'location'),
    devicetarget: targets(body, 'devicetarget', 'device'),
    languagetarget: languageTargets(body),
    metatitle,
    metadescription: optionalText(body, 'metadescription') || null,
    metaimage: optionalAddress(body, 'metaimage') ?? null,
    description: optionalText(body, 'description') ?? '',
    pixels: pixelIds(service, body),
    campaign: knownId(service, body, 'campaign'),
    deeplink: deeplink(body),
    status,
    parameters: parameters(body),
    raw,
    alias: chosenAlias(service, body),
  };
  return { link, channel };
}
