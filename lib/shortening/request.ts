/** The link form's content → the fields of `POST /api/url/add` (API §4). */
import { toId } from '../service/fields.ts';
import type { LinkFields } from '../service/links.ts';
import type { LinkDraft } from './draft.ts';

/** Ids that are no longer ids are left out rather than sent wrong. */
export function linkFields(link: LinkDraft): LinkFields {
  const campaign = link.campaign === null ? null : toId(link.campaign.id);
  const channel = link.channel === null ? null : toId(link.channel.id);
  return {
    url: link.address,
    custom: link.alias.trim(),
    domain: link.domain,
    pixels: link.pixels.map((pixel) => toId(pixel.id)).filter((id) => id !== null),
    ...(campaign !== null && { campaign }),
    ...(channel !== null && { channel }),
  };
}
