/** Clears a form's ids when another account is connected: there they name other records, or none. */
import type { LinkDraft } from './draft.ts';

/** A type that begins with a digit is the id of a splash page or an overlay. */
export const isAccountType = (type: string): boolean => /^\d/u.test(type);

export function withoutAccountIds(draft: LinkDraft): LinkDraft {
  const { extras, ...rest } = draft;
  const open = { ...rest, campaign: null, channel: null, pixels: [], domain: '' };
  if (extras === undefined) return open;
  return { ...open, extras: isAccountType(extras.type) ? { ...extras, type: '' } : extras };
}
