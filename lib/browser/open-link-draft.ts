/** Opens the link form in a tab of its own, with a draft that it finds by its name. */
import type { LinkDraft } from '../draft/draft.ts';
import { incognitoPrefix, pageDraftKey, storedDraft } from '../draft/stored-draft.ts';
import { isIncognito } from './incognito.ts';
import { openLinkPage } from './open-page.ts';
import { writeStorage } from './storage.ts';

/** Where such a form finds its draft: for a private window in memory alone. */
export function newFormPage(isPrivate: boolean, id: string = crypto.randomUUID()) {
  const name = `${isPrivate ? incognitoPrefix : ''}${id}`;
  return { name, area: isPrivate ? 'session' : 'local', key: pageDraftKey(name) } as const;
}

interface LinkDraftOptions {
  /** By default, as this page's own window. */
  readonly isPrivate?: boolean;
  readonly passwordOmitted?: boolean | undefined;
  /** The id of a failed job whose link it is. */
  readonly replaces?: string;
}

export async function openLinkDraft(
  draft: LinkDraft,
  { isPrivate = isIncognito(), passwordOmitted = false, replaces = '' }: LinkDraftOptions = {},
): Promise<void> {
  const { name, area, key } = newFormPage(isPrivate);
  // Stored before the page opens, which reads it.
  await writeStorage(area, key, storedDraft(draft, passwordOmitted, Date.now()));
  await openLinkPage(name, { replaces });
}
