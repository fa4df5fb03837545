/** The service's address: normalizes pasted text, and decides to which addresses the key may be sent. */
import { withoutInvisible } from './invisible-characters.ts';
import { parseUrl } from './parse-url.ts';
import { withoutTrailing } from './without-trailing.ts';

export type BaseUrlProblem =
  | 'empty'
  /** Nothing that names a host. */
  | 'not-an-address'
  /** Another scheme than http or https. */
  | 'scheme'
  /** Plain http to another machine: the key would travel readable. */
  | 'not-https'
  /** A user name or password in the address. */
  | 'credentials';

/** `address` has no trailing slash; a call's path, which starts with `/api/`, is simply appended. */
type CleanedAddress = { readonly address: string } | { readonly problem: BaseUrlProblem };

/** Accepts a bare host, the address with `/api…` behind it, and the addresses of the account's and the documentation pages. */
export function cleanAddress(text: string): CleanedAddress {
  const pasted = withoutTrailing(withoutInvisible(text).replace(/^[\s"'<]+/, ''), /[\s"'>]/);
  if (pasted === '') return { problem: 'empty' };
  if (/[\s\p{Cc}\\]/u.test(pasted)) return { problem: 'not-an-address' };

  // "host:8080" is a host and a port, "mailto:x" is a scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(pasted)?.[1]?.toLowerCase();
  const rest = pasted.slice(scheme === undefined ? 0 : scheme.length + 1).replace(/^\/+/, '');
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return { problem: /^[^/?#]*@/.test(rest) && !pasted.includes('://') ? 'credentials' : 'scheme' };
  }
  if (/^[^/?#]*@/.test(rest)) return { problem: 'credentials' };

  const url = parseUrl(`${scheme ?? (isLoopback(parseUrl(`http://${rest}`)) ? 'http' : 'https')}://${rest}`);
  if (url === null) return { problem: 'not-an-address' };
  // A single word is a host only to someone who wrote the scheme, or on this machine.
  if (scheme === undefined && !/[.:]/.test(url.hostname) && !isLoopback(url)) {
    return { problem: 'not-an-address' };
  }
  if (!isSecure(url)) return { problem: 'not-https' };

  const path = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/api(?:\/.*)?$/i, '')
    .replace(/\/(?:user|login)(?:\/.*)?$/i, '')
    .replace(/(?:\/[a-z]{2}(?:[-_][a-z]{2,4})?)?\/developers(?:\/.*)?$/i, '')
    .replace(/\/+$/, '');
  return { address: url.origin + path };
}

/** The host pattern to request permission for. Match patterns know no port, so every port of the host is meant. */
export function originPattern(address: string): string {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
}

/** The key may be sent over https, or over http that never leaves this machine. */
export function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** This machine by the two names that the content policy and the permissions can spell. */
function isLoopback(url: URL | null): boolean {
  return url !== null && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname);
}

/** The service runs on this machine, and so needs no network. */
export function isLocal(address: string): boolean {
  return isLoopback(parseUrl(address));
}
