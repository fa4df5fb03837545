/**
 * A cheap check if `lintUrl` or a clean-up could find anything in a URL. Their modules are large and most URLs are
 * plain, so this decides about loading them. It may return true needlessly, but never false when they find something
 * (test/unit/url/may-need-lint.test.ts).
 */
import { isOwnHost } from './hosts.ts';
import { isPrivateHost } from './private-host.ts';

interface PrecheckContext {
  /** The account's domains, and known short URLs. */
  readonly own: readonly string[];
  /** The page's canonical URL; empty if unknown. */
  readonly canonical: string;
  /** Names of the available clean-up steps. */
  readonly steps: readonly string[];
}

/** A query, a fragment, credentials, an email address, and path parameters of a clean-up. */
const suspicious = /[?#@;]|%40|\/ref=|\/\([AFSX]\(/iu;

/** Longer URLs fail in some browsers, servers and messengers. */
export const maxUrlLength = 2048;

/** @param address from `parseUserUrl`; empty for none */
export function mayNeedLint(address: string, { own, canonical, steps }: PrecheckContext): boolean {
  if (!URL.canParse(address)) return false;
  const { host, hostname } = new URL(address);
  return (
    suspicious.test(address) ||
    address.length > maxUrlLength ||
    (canonical !== '' && canonical !== address) ||
    (hostname.startsWith('www.') && steps.includes('www')) ||
    isPrivateHost(hostname) ||
    isOwnHost(host, own)
  );
}
