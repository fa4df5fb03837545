/** The hosts of URLs. */

/**
 * The host of a URL as `URL` writes it, with a port other than the default; `null` for none. Services list domains
 * with or without a scheme, so a missing one counts as https.
 */
export function hostOf(url: string): string | null {
  const text = /^[a-z][a-z\d+.-]*:\/\//iu.test(url) ? url : `https://${url}`;
  return URL.canParse(text) ? new URL(text).host : null;
}

/** @param domain empty for the service's default, which may be any host */
export function isOnDomain(shortUrl: string | null, domain: string): boolean {
  return domain === '' || (shortUrl !== null && hostOf(shortUrl) === hostOf(domain));
}

/** @param host as `URL` writes it */
export function isOwnHost(host: string, own: readonly string[]): boolean {
  return own.some((url) => hostOf(url) === host);
}

/** `example.com.` is the same host as `example.com`. */
export const withoutRootDot = (hostname: string): string => hostname.replace(/\.$/u, '');
