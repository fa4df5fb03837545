/** The parts of a short URL that distinguish one link from another. */
import { withoutTrailing } from './without-trailing.ts';

/** For comparison: two responses may differ in a short URL's scheme, its host's case and a slash at its end. */
export function shortUrlKey(shortUrl: string): string {
  const bare = withoutTrailing(shortUrl.replace(/^https?:\/\//iu, ''), /\//u);
  return bare.replace(/^[^/?#]+/u, (host) => host.toLowerCase());
}

/** @param domain empty for the service's own, `site` */
export const shortUrlOf = (alias: string, domain: string, site: string): string =>
  `${domain || site}/${alias}`;

/** The alias of a short URL, or the slug of any other; empty where there is no path. */
export function lastPathSegment(url: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/iu, '').replace(/[?#].*$/su, '');
  const bare = withoutTrailing(path, /\//u);
  return bare.slice(bare.lastIndexOf('/') + 1);
}
