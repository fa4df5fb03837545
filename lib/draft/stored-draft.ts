/** A draft as it is stored, and its keys. Parsed without zod, which a page's first paint does not load. */
import { isObject } from '../api/is-object.ts';
import { hashOf } from '../text/hash.ts';
import type { PickerOption, LinkDraft } from './draft.ts';
import { redactPassword } from './redact-password.ts';
import { parseLinkOptions } from './parse-options.ts';

export const draftPrefix = 'draft:';

/** The storage key of a page's draft: its URL. A long one is cut, and the hash of the whole distinguishes it from others. */
export function draftKey(address: string): string {
  return draftPrefix + (address.length > 2048 ? address.slice(0, 2048) + hashOf(address) : address);
}

/** A password was typed and is not in the stored draft: a link must not be sent without it unnoticed. */
export function isPasswordOmitted(raw: unknown): boolean {
  return isObject(raw) && raw['passwordLeft'] === true;
}

/** Begins the name of a form in a private window: its data is stored in session memory only. */
export const incognitoPrefix = 'private-';

/** A form in its own page stores its draft under a name, because its URL is typed and may change. */
export function pageDraftKey(name: string): string {
  return `${draftPrefix}page:${name}`;
}

/** What the popup has chosen for several tabs. Its prefix makes it be deleted with other drafts. */
export const tabOptionsKey = (id: string): string => `${draftPrefix}tabs:${id}`;

/** The form of an id is that of `toId` (lib/api/ids.ts), which a page's first paint does not load either. */
function isPickerOption(value: unknown): value is PickerOption {
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    /^[1-9]\d{0,19}$/u.test(value['id']) &&
    typeof value['name'] === 'string'
  );
}

/** @returns `null` for anything but a whole draft: the form then starts from the defaults */
export function parseDraft(raw: unknown): LinkDraft | null {
  if (!isObject(raw)) return null;
  const { address, title, campaign, channel, pixels, alias, domain, extras } = raw;
  if (typeof address !== 'string' || typeof title !== 'string') return null;
  if (typeof alias !== 'string' || typeof domain !== 'string' || !Array.isArray(pixels)) return null;
  return {
    address,
    title,
    campaign: isPickerOption(campaign) ? campaign : null,
    channel: isPickerOption(channel) ? channel : null,
    pixels: pixels.filter((pixel) => isPickerOption(pixel)),
    alias,
    domain,
    ...(isObject(extras) && { extras: parseLinkOptions(extras) }),
  };
}

export function storedDraft(draft: LinkDraft, passwordOmitted: boolean, at: number) {
  return { ...redactPassword(draft), at, passwordLeft: passwordOmitted || !!draft.extras?.password };
}
