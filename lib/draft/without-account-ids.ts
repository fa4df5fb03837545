/** A form that stays open while another account is connected: its ids would name other records there, or none. */
import type { LinkDraft } from './draft.ts';

/** A type that begins with a digit is the id of a splash page or an overlay. */
export const isAccountType = (type: string): boolean => /^\d/u.test(type);

export function withoutAccountIds(draft: LinkDraft): LinkDraft {
  const { extras, ...rest } = draft;
  const open = { ...rest, campaign: null, channel: null, pixels: [], domain: '' };
  if (extras === undefined) return open;
  return { ...open, extras: isAccountType(extras.type) ? { ...extras, type: '' } : extras };
}
