/** Reads a kept draft by hand, field by field: a page's first paint has no schema library. */
import type { PickerOption, LinkDraft } from './draft.ts';
import { redactPassword } from './redact-password.ts';
import { parseLinkOptions } from './parse-options.ts';

export const draftPrefix = 'draft:';

/** A page's draft is kept under its address, the longest cut (a key is no place for a
 * megabyte) and told apart by their length. */
export function draftKey(address: string): string {
  return draftPrefix + (address.length > 2048 ? address.slice(0, 2048) + address.length : address);
}

/** Whether a password was typed in a kept draft, which is not in it: a link must not go without it unnoticed. */
export function isPasswordOmitted(raw: unknown): boolean {
  return isRecord(raw) && raw['passwordLeft'] === true;
}

/** Begins the name of a form whose link belongs to a private window: what it needs is kept in memory only. */
export const incognitoPrefix = 'private-';

/** A form in a page of its own keeps its draft under the page's name: its address is typed and may change. */
export function pageDraftKey(name: string): string {
  return `${draftPrefix}page:${name}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPickerOption(value: unknown): value is PickerOption {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    /^[1-9]\d*$/u.test(value['id']) &&
    typeof value['name'] === 'string'
  );
}

/** `null` for everything that is no whole draft: the form then starts from the defaults. */
export function parseDraft(raw: unknown): LinkDraft | null {
  if (!isRecord(raw)) return null;
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
    ...(isRecord(extras) && { extras: parseLinkOptions(extras) }),
  };
}

/** A draft as it is written down. */
export function storedDraft(draft: LinkDraft, isPasswordMissing: boolean, at: number) {
  return { ...redactPassword(draft), at, passwordLeft: isPasswordMissing || !!draft.extras?.password };
}
