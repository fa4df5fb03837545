/** Maps the link form's content to the fields of `POST /api/url/add` (API §4). */
import { toId } from '../api/coerce.ts';
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
  const [countries = [], devices = [], languages = []] = [
    extras.countries,
    extras.devices,
    extras.languages,
  ].map(trimmedTargets);
  const [apple, google] = [deepLink.apple.trim(), deepLink.google.trim()];
  const { address, parameters, tag } = taggedUrls({ address: link.address, extras });
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
    geotarget: countries.map(({ when, link: to }) => ({ location: when, link: tag(to) })),
    devicetarget: devices.map(({ when, link: to }) => ({ device: when, link: tag(to) })),
    languagetarget: languages.map(({ when, link: to }) => ({ language: when, link: tag(to) })),
    deeplink: { apple, google, auto: deepLink.auto },
    parameters,
  };
}

/** Resolves a relative expiration at the time of sending; `null` for any other. */
export function toSentExpiry({ extras }: LinkDraft, now: Date, zone?: number): string | null {
  const expiry = extras?.expiry ?? '';
  return isRelativeExpiry(expiry) ? stampOf(resolveExpiry(expiry, now, zone)) : null;
}

function typeOf(type: string): LinkType | undefined {
  return isNamedType(type) ? type || undefined : (toId(type) ?? undefined);
}

/** `YYYY-MM-DDTHH:MM`, seconds optional, in the service's format. */
function stampOf(expiry: string): string {
  if (!isDateTimeLocal(expiry)) return '';
  return `${expiry.replace('T', ' ')}${expiry.length === 16 ? ':00' : ''}`;
}

function trimmedTargets(targets: readonly Target[]): Target[] {
  return targets.map(({ when, link }) => ({ when: when.trim(), link: link.trim() }));
}
