/** Whether something belongs to a private window: then nothing of it is written to disk. */
import { native } from './native.ts';
import type { AreaName } from './storage.ts';

/** Of a tab that is not known, or tells nothing, nobody can say that it is an ordinary one. */
export const isIncognitoTab = (tab: { readonly incognito?: boolean } | undefined): boolean =>
  tab?.incognito !== false;

/** Of the page that asks. */
export const isIncognito = (): boolean => isIncognitoTab({ incognito: native.extension.inIncognitoContext });

/** Where that page may write. */
export const draftArea = (): AreaName => (isIncognito() ? 'session' : 'local');
