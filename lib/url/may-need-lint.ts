/**
 * Whether `lint` or a clean-up could have anything to say of an address. They and their rules are large, and most
 * addresses are plain, so this is asked first. It may say yes too often, and never no where they find something
 * (test/unit/url/may-need-lint.test.ts).
 */
import { isOwnHost, isPrivateHost } from './hosts.ts';

export interface ReviewContext {
  /** The account's domains, and short URLs that are known. */
  readonly own: readonly string[];
  /** What the page gives as its own address; empty where that is not known. */
  readonly canonical: string;
  /** The steps of a clean-up that are offered, by name. */
  readonly steps: readonly string[];
}

/** A query, a fragment, who signs in, an e-mail address, and what a clean-up knows in a path. */
const tells = /[?#@;]|%40|\/ref=|\/\([AFSX]\(/iu;

/** Longer ones get a warning (lint.ts). */
const maxUrlLength = 2048;

/** @param address as `parseUserUrl` gives it; empty where there is none */
export function mayNeedReview(address: string, { own, canonical, steps }: ReviewContext): boolean {
  if (!URL.canParse(address)) return false;
  const { host, hostname } = new URL(address);
  return (
    tells.test(address) ||
    address.length > maxUrlLength ||
    (canonical !== '' && canonical !== address) ||
    (hostname.startsWith('www.') && steps.includes('www')) ||
    isPrivateHost(hostname) ||
    isOwnHost(host, own)
  );
}
