/** The page that a tab shows. */
import { native } from './native.ts';

const readerView = 'about:reader?';

/**
 * The URL of the page that a tab shows. Firefox's reader view has one of its own, with the article's in it; its address bar
 * shows that of the article.
 *
 * @returns '' when the browser hides it
 */
export function pageUrlOf(tab: { readonly url?: string | undefined } | undefined): string {
  const url = tab?.url ?? '';
  if (!url.startsWith(readerView)) return url;
  return new URLSearchParams(url.slice(readerView.length)).get('url') ?? url;
}

/** It is one of the extension's own. */
export const isOwnPage = (tab: { readonly url?: string | undefined } | undefined): boolean =>
  tab?.url?.startsWith(native.runtime.getURL('/')) === true;
