import { native } from './native.ts';

/** The tab shows one of the extension's own pages. */
export const isOwnPage = (tab: { readonly url?: string | undefined } | undefined): boolean =>
  tab?.url?.startsWith(native.runtime.getURL('/')) === true;
