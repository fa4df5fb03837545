/** Creates short links (API §2, §4). */
import { type Call, type Outcome, type Send, UnreadableBody } from './call.ts';
import { toWebAddress } from './coerce.ts';
import { type Id, idInBody } from './ids.ts';
import { withoutEmpty } from './without-empty.ts';
import { getLinkAs } from './link-details.ts';
import { linkRecord } from './links.ts';
import { createdId, payloadCandidates } from './response-fields.ts';

/** Redirect type: direct, a frame, a splash page, or the id of one's own splash page or overlay. */
export type LinkType = 'direct' | 'frame' | 'splash' | Id;

/** Only `url` is required; an empty field is not sent. */
export interface LinkFields {
  readonly url: string;
  /** Alias to use instead of a random one. */
  readonly custom?: string | undefined;
  readonly type?: LinkType | undefined;
  readonly password?: string | undefined;
  /** Exactly as the domain record has it, scheme included. */
  readonly domain?: string | undefined;
  /** `YYYY-MM-DD HH:MM:SS`, without a zone. A relative one (`+7d`) is replaced right before the send. */
  readonly expiry?: string | undefined;
  readonly geotarget?: readonly { readonly location: string; readonly link: string }[] | undefined;
  readonly devicetarget?: readonly { readonly device: string; readonly link: string }[] | undefined;
  readonly languagetarget?: readonly { readonly language: string; readonly link: string }[] | undefined;
  readonly metatitle?: string | undefined;
  readonly metadescription?: string | undefined;
  readonly metaimage?: string | undefined;
  readonly description?: string | undefined;
  readonly pixels?: readonly Id[] | undefined;
  readonly channel?: Id | undefined;
  readonly campaign?: Id | undefined;
  readonly deeplink?:
    | {
        readonly apple?: string | undefined;
        readonly google?: string | undefined;
        /** Lets the service derive app links from `url`; only `true` is sent. */
        readonly auto?: boolean | undefined;
      }
    | undefined;
  readonly status?: 'public' | 'private' | undefined;
  readonly parameters?: readonly { readonly name: string; readonly value: string }[] | undefined;
}

interface CreatedLink {
  readonly id: Id | null;
  readonly shortUrl: string;
}

/** At least one of the fields is not `null`. */
interface AddedLink {
  readonly id: Id | null;
  readonly shortUrl: string | null;
}

/** To get a short URL in every case, use `createLink`. */
export function addLink(fields: LinkFields): Call<AddedLink> {
  return {
    method: 'POST',
    path: '/api/url/add',
    body: linkBody(fields),
    read: readAdded,
    idempotent: false,
  };
}

/** Targets and parameters that lack a part are omitted, as are empty fields. */
function linkBody({
  url,
  channel,
  campaign,
  deeplink,
  ...fields
}: LinkFields): Readonly<Record<string, unknown>> {
  const isWhole = (target: object) => !Object.values(target).includes('');
  return {
    url,
    ...withoutEmpty({
      ...fields,
      geotarget: fields.geotarget?.filter(isWhole),
      devicetarget: fields.devicetarget?.filter(isWhole),
      languagetarget: fields.languagetarget?.filter(isWhole),
      parameters: fields.parameters?.filter(({ name }) => name !== ''),
      pixels: fields.pixels?.map(idInBody),
      channel: channel && idInBody(channel),
      campaign: campaign && idInBody(campaign),
      deeplink: withoutEmpty({ ...deeplink, auto: deeplink?.auto || undefined }),
    }),
  };
}

/** Servers write `shorturl` or `short`, beside `error` or under `data`, and the id as a number or as digits. */
function readAdded(body: unknown): AddedLink {
  const id = createdId(body);
  const shortUrl =
    payloadCandidates(body)
      .flatMap((place) => [place['shorturl'], place['short']])
      .map(toWebAddress)
      .find((address) => address !== null) ?? null;
  if (id === null && shortUrl === null) throw new UnreadableBody('Neither id nor short URL');
  return { id, shortUrl };
}

/**
 * Creates a link and, when the service gave its id alone, reads the short URL by it. A link whose address can't
 * be learned is 'unreadable': it may well exist, so look it up before trying again.
 */
export async function createLink(send: Send, fields: LinkFields): Promise<Outcome<CreatedLink>> {
  const added = await send(addLink(fields));
  if (!added.ok) return added;
  const { id, shortUrl } = added.value;
  if (shortUrl !== null) return { ...added, value: { id, shortUrl } };
  // Read as in a list: the rest of the details is not needed here.
  const looked = id === null ? null : await send(getLinkAs(id, linkRecord));
  const rate = looked?.rate ?? added.rate;
  if (looked?.ok && looked.value.shortUrl !== null) {
    // The Date of the creation, because the record's own timestamp is measured against it.
    return { ...added, value: { id, shortUrl: looked.value.shortUrl }, rate };
  }
  return { ok: false, failure: { kind: 'unreadable', status: 200 }, rate };
}
