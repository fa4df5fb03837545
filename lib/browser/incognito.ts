/** Detects private windows, whose data is never written to disk. */
import { native } from './native.ts';
import type { AreaName } from './storage.ts';

/** An unknown tab counts as private. */
export const isIncognitoTab = (tab: { readonly incognito?: boolean } | undefined): boolean =>
  tab?.incognito !== false;

export const isIncognito = (): boolean => isIncognitoTab({ incognito: native.extension.inIncognitoContext });

export const draftArea = (): AreaName => (isIncognito() ? 'session' : 'local');
