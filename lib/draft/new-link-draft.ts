/** What "New link" has opened and what was typed there. Apart from stored-draft.ts, which every form's first paint loads. */
import { isObject } from '../api/is-object.ts';
import type { LinkDraft } from './draft.ts';
import { storedDraft } from './stored-draft.ts';

/** Begins the name of such a form: while its draft is not submitted, "New link" opens it again. */
export const newLinkPrefix = 'new-';

/** Kept for a reload: a job that is refused is edited further. */
export const submittedDraft = (draft: LinkDraft, passwordOmitted: boolean, at: number) => ({
  ...storedDraft(draft, passwordOmitted, at),
  submitted: true,
});

/** @returns epoch ms; `null` for anything but a draft that is not submitted */
export function unsubmittedSince(raw: unknown): number | null {
  if (!isObject(raw) || raw['submitted'] === true || typeof raw['address'] !== 'string') return null;
  return typeof raw['at'] === 'number' ? raw['at'] : 0;
}
