/** The name under which a page stores its drafts: the hash of its URL, so that a reloaded or restored page finds them. */
import { createUniquePage } from '../../lib/browser/page-id.ts';
import type { AreaName } from '../../lib/browser/storage.ts';
import { newLinkPrefix } from '../../lib/draft/new-link-draft.ts';
import { incognitoPrefix } from '../../lib/draft/stored-draft.ts';

interface PageName {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly area: AreaName;
}

/** A duplicated tab gets a name of its own and begins with a copy of what is typed, so that neither overwrites the other. */
export async function claimPageName(inPrivateWindow: boolean): Promise<PageName> {
  const given = location.hash.slice(1);
  const kind = given.startsWith(newLinkPrefix) ? newLinkPrefix : '';
  const prefix = inPrivateWindow || given.startsWith(incognitoPrefix) ? incognitoPrefix : kind;
  const inHash = {
    getItem: () => given || null,
    setItem: (_: string, name: string) => history.replaceState(null, '', `#${name}`),
  };
  const page = createUniquePage('link-page', {
    session: () => inHash,
    newId: `${prefix}${crypto.randomUUID()}`,
  });
  const name = await page.id();
  const isPrivate = inPrivateWindow || name.startsWith(incognitoPrefix);
  const area = isPrivate ? 'session' : 'local';
  if (given !== '' && name !== given) {
    const { copyForms } = await import('./copy-forms.ts');
    await copyForms(area, given, name);
  }
  return { name, isPrivate, area };
}
