/** The link form's content → the fields of `POST /api/url/add` (API §4). */
import { toId } from '../service/fields.ts';
import type { LinkFields, LinkType } from '../service/links.ts';
import type { LinkDraft } from './draft.ts';
import type { Target } from './extras.ts';
import { noExtras } from './extras-guard.ts';
import { placeParameters } from './place-parameters.ts';

/** Ids that are no longer ids are left out rather than sent wrong. */
export function linkFields(link: LinkDraft): LinkFields {
  const campaign = link.campaign === null ? null : toId(link.campaign.id);
  const channel = link.channel === null ? null : toId(link.channel.id);
  const extras = link.extras ?? noExtras;
  const { address, parameters } = placeParameters(link.address, extras);
  const { card, deepLink, visibility } = extras;
  return {
    url: address,
    custom: link.alias.trim(),
    domain: link.domain,
    pixels: link.pixels.map((pixel) => toId(pixel.id)).filter((id) => id !== null),
    ...(campaign !== null && { campaign }),
    ...(channel !== null && { channel }),
    type: typeOf(extras.type),
    password: extras.password,
    expiry: stampOf(extras.expiry),
    ...(visibility !== '' && { status: visibility }),
    description: extras.note.trim(),
    metatitle: card.title.trim(),
    metadescription: card.description.trim(),
    metaimage: card.picture.trim(),
    geotarget: filled(extras.countries).map(({ when, link: to }) => ({ location: when, link: to })),
    devicetarget: filled(extras.devices).map(({ when, link: to }) => ({ device: when, link: to })),
    languagetarget: filled(extras.languages).map(({ when, link: to }) => ({ language: when, link: to })),
    deeplink: { apple: deepLink.apple.trim(), google: deepLink.google.trim(), auto: deepLink.auto },
    parameters,
  };
}

function typeOf(type: string): LinkType | undefined {
  if (type === 'direct' || type === 'frame' || type === 'splash') return type;
  return toId(type) ?? undefined;
}

/** A date and time field gives `YYYY-MM-DDTHH:MM`, with seconds only where they were typed. */
function stampOf(expiry: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u.test(expiry)) return '';
  return `${expiry.replace('T', ' ')}${expiry.length === 16 ? ':00' : ''}`;
}

function filled(targets: readonly Target[]): Target[] {
  return targets
    .map(({ when, link }) => ({ when: when.trim(), link: link.trim() }))
    .filter(({ when, link }) => when !== '' && link !== '');
}
