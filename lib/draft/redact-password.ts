/** A password is never stored with a draft, nor longer than its link is being created. */
import type { LinkDraft } from './draft.ts';

/** @returns the same object where there is no password */
export function redactPassword<D extends Pick<LinkDraft, 'extras'>>(draft: D): D {
  const { extras } = draft;
  return extras?.password ? { ...draft, extras: { ...extras, password: '' } } : draft;
}
