/** The hosts of URLs, and checks for the service's own and for private ones. */

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

/** Suffixes reserved from the public DNS (RFC 6761, 6762, 8375; ICANN on `.internal`), and common private ones. */
const ownEndings = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/u;

function isPrivateV4(a: number, b: number): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168)
  );
}

/**
 * Detects a host that resolves only within its own network.
 *
 * @param hostname as `URL` writes it: lower case, an IPv4 address in four numbers, an IPv6 address in brackets
 */
export function isPrivateHost(hostname: string): boolean {
  const host = withoutRootDot(hostname);
  if (host.startsWith('[')) {
    // An IPv4 address in an IPv6 one is written in hexadecimal by then.
    const mapped = /^\[::ffff:([\da-f]{1,4}):[\da-f]{1,4}\]$/u.exec(host)?.[1];
    if (mapped !== undefined) {
      const high = Number.parseInt(mapped, 16);
      return isPrivateV4(high >> 8, high & 0xff);
    }
    // Unspecified and loopback, unique local (fc00::/7), link-local (fe80::/10).
    return /^\[(?:::1?\]|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/u.test(host);
  }
  const numbers = /^(\d+)\.(\d+)\.\d+\.\d+$/u.exec(host);
  if (numbers !== null) return isPrivateV4(Number(numbers[1]), Number(numbers[2]));
  return host !== '' && (!host.includes('.') || ownEndings.test(host));
}
