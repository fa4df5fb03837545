/** Recognizes short links on the hosts of the service: its own address, and the account's domains. */
import { shortUrlKey } from '../api/short-url.ts';
import { isOwnHost } from './hosts.ts';
import { safeDecode } from './safe-decode.ts';

export interface ShortLinkContext {
  /** The account's, with or without a scheme. */
  readonly domains?: readonly string[];
  /** Known short URLs: their hosts have others. */
  readonly shortUrls?: readonly string[];
}

/** First path segments of a service's own pages. */
const sitePages = new Set(
  `about account admin affiliate api app apps articles auth bio blog contact cookies dashboard developer developers docs
   documentation domains download explore faq features forgot gdpr help home index integrations jobs legal links login logout
   news overview page pages partners payment plans press pricing privacy profile qr register report resources search settings
   signin signup sitemap solutions statistics stats status support team terms tools tos u upgrade user users`.split(
    /\s+/u,
  ),
);

/** One segment of letters, digits and the punctuation of aliases: a dot indicates a file. */
const aliasPath = /^\/([\p{L}\p{M}\p{N}\p{Extended_Pictographic}_~-]+)\/?$/u;

/** A known short link, or a path like an alias on a host of short links. */
export function isShortLink(url: URL, { domains = [], shortUrls = [] }: ShortLinkContext): boolean {
  const shortUrl = shortUrlKey(url.origin + url.pathname);
  if (shortUrls.some((known) => shortUrlKey(known) === shortUrl)) return true;
  if (!isOwnHost(url.host, [...domains, ...shortUrls])) return false;
  const alias = aliasPath.exec(safeDecode(url.pathname))?.[1];
  return alias !== undefined && !sitePages.has(alias.toLowerCase());
}
