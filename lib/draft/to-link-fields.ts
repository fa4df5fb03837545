/** Maps the link form's content to the fields of `POST /api/url/add` (API §4). */
import { toId } from '../api/ids.ts';
import type { LinkFields, LinkType } from '../api/create-link.ts';
import type { LinkDraft } from './draft.ts';
import { isNamedType } from './link-types.ts';
import type { Target } from './link-options.ts';
import { isDateTimeLocal } from './local-time.ts';
import { defaultLinkOptions } from './parse-options.ts';
import { taggedUrls } from './utm-parameters.ts';
import { resolveExpiry, isRelativeExpiry } from './expiry.ts';

/** Invalid ids are skipped. */
export function toLinkFields(link: LinkDraft): LinkFields {
  const campaign = link.campaign === null ? null : toId(link.campaign.id);
  const channel = link.channel === null ? null : toId(link.channel.id);
  const extras = link.extras ?? defaultLinkOptions;
  const { card, deepLink, visibility } = extras;
  const [apple, google] = [deepLink.apple.trim(), deepLink.google.trim()];
  const { address, parameters, tag } = taggedUrls({ address: link.address, extras });
  const tagged = (targets: readonly Target[]) =>
    targets.map(({ when, link: to }) => ({ when: when.trim(), link: tag(to.trim()) }));
  return {
    url: address,
    custom: link.alias.trim(),
    domain: link.domain,
    pixels: link.pixels.map((pixel) => toId(pixel.id)).filter((id) => id !== null),
    ...(campaign !== null && { campaign }),
    ...(channel !== null && { channel }),
    type: typeOf(extras.type),
    password: extras.password,
    // A relative one is resolved when it is sent (`toSentExpiry`).
    expiry: isRelativeExpiry(extras.expiry) ? extras.expiry : stampOf(extras.expiry),
    ...(visibility !== '' && { status: visibility }),
    description: extras.note.trim(),
    metatitle: card.title.trim(),
    metadescription: card.description.trim(),
    metaimage: card.picture.trim(),
    geotarget: tagged(extras.countries).map(({ when: location, link: to }) => ({ location, link: to })),
    devicetarget: tagged(extras.devices).map(({ when: device, link: to }) => ({ device, link: to })),
    languagetarget: tagged(extras.languages).map(({ when: language, link: to }) => ({ language, link: to })),
    deeplink: { apple, google, auto: deepLink.auto },
    parameters,
  };
}

/** Resolves a relative expiration at the time of sending; `null` for any other. */
export function toSentExpiry({ extras }: LinkDraft, now: Date, utcOffset?: number): string | null {
  const expiry = extras?.expiry ?? '';
  return isRelativeExpiry(expiry) ? stampOf(resolveExpiry(expiry, now, utcOffset)) : null;
}

function typeOf(type: string): LinkType | undefined {
  return isNamedType(type) ? type || undefined : (toId(type) ?? undefined);
}

/** `YYYY-MM-DDTHH:MM`, seconds optional, in the service's format. */
function stampOf(expiry: string): string {
  if (!isDateTimeLocal(expiry)) return '';
  return `${expiry.replace('T', ' ')}${expiry.length === 16 ? ':00' : ''}`;
}
