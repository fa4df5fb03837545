/** Reads a kept draft by hand, field by field: a page's first paint has no schema library. */
import type { Choice, LinkDraft } from './draft.ts';

export const draftPrefix = 'draft:';

/** A page's draft is kept under its address, the longest cut (a key is no place for a
 * megabyte) and told apart by their length. */
export function draftKey(address: string): string {
  return draftPrefix + (address.length > 2048 ? address.slice(0, 2048) + address.length : address);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isChoice(value: unknown): value is Choice {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    /^[1-9]\d*$/u.test(value['id']) &&
    typeof value['name'] === 'string'
  );
}

/** `null` for everything that is no whole draft: the form then starts from the defaults. */
export function guardDraft(raw: unknown): LinkDraft | null {
  if (!isRecord(raw)) return null;
  const { address, title, campaign, channel, pixels, alias, domain } = raw;
  if (typeof address !== 'string' || typeof title !== 'string') return null;
  if (typeof alias !== 'string' || typeof domain !== 'string' || !Array.isArray(pixels)) return null;
  return {
    address,
    title,
    campaign: isChoice(campaign) ? campaign : null,
    channel: isChoice(channel) ? channel : null,
    pixels: pixels.filter((pixel) => isChoice(pixel)),
    alias,
    domain,
  };
}
