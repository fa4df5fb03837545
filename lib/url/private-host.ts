/** Hosts that other people can't reach. */
import { withoutRootDot } from './hosts.ts';

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
