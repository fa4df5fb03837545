/**
 * Site rules, which select a preset by the page's URL: `example.com` with its subdomains, `*.example.com` for those alone;
 * a port and a path prefix may follow.
 */
import { parseUrl } from '../api/parse-url.ts';
import { withoutRootDot } from '../url/hosts.ts';
import type { Preset, Presets } from './preset.ts';

/** Longer rules match nothing. */
export const maxRuleLength = 2_048;
/** A character takes at most nine in the path of a `URL`. */
const maxPathLength = 9 * maxRuleLength + 1;

interface Rule {
  /** In ASCII, as `URL` writes it. */
  readonly host: string;
  readonly onlyBelow: boolean;
  /** Empty for any. */
  readonly port: string;
  /** Without a trailing slash; empty for any. */
  readonly path: string;
}

function parseRule(text: string): Rule | null {
  if (text.length > maxRuleLength) return null;
  const plain = text.trim().replace(/^https?:\/\//iu, '');
  const onlyBelow = plain.startsWith('*.');
  const address = `http://${onlyBelow ? plain.slice(2) : plain}`;
  // A path alone would otherwise be parsed as a host.
  const url = /^http:\/\/[/\\]/u.test(address) ? null : parseUrl(address);
  // A query, a fragment or a user name can't be compared: without it, the rule would match every page of the host.
  if (url?.href !== `${url?.origin}${url?.pathname}`) return null;
  let path = url.pathname;
  while (path.endsWith('/') || path.endsWith('/*')) path = path.slice(0, -1);
  const host = withoutRootDot(url.hostname);
  return host === '' || `${host}${path}`.includes('*') ? null : { host, onlyBelow, port: url.port, path };
}

export const isSiteRule = (text: string): boolean => parseRule(text) !== null;

/**
 * Public suffixes of one label: country codes, and the most common others. Any other label may be a host of the local
 * network, like `wiki` and `nas`.
 */
const topLevel =
  /^(?:[a-z]{2}|xn--.+|aero|app|arpa|asia|biz|com|coop|dev|edu|gov|info|int|jobs|mil|mobi|museum|name|net|online|org|pro|site|tel|top|travel|xyz)$/u;
/** Second-level registries of countries; the whole public suffix list is many times the size of this extension. */
const secondLevel =
  /^(?:(?:ac|co|com|edu|gob|gouv|gov|govt|gv|ltd|mil|ne|nom|or|org|plc|sch)\.[a-z]{2}|net\.(?!hr$)[a-z]{2}|(?:asn|id)\.au|me\.uk|go\.(?:id|jp|ke|kr|th|tz|ug))$/u;

/** Detects rules that match every site under a public suffix, like `com` and `*.co.uk`. */
export function isTooWide(text: string): boolean {
  const { host = '', port = '', path = '' } = parseRule(text) ?? {};
  if (host.includes('.')) return secondLevel.test(host);
  // With a port or a path it is a single server (see `fit`), and no suffix.
  return port === '' && path === '' && topLevel.test(host);
}

/** The specificity of a matching rule; 0 without a match. */
function fit(text: string, url: URL): number {
  const rule = parseRule(text);
  if (rule === null) return 0;
  const { host, onlyBelow, port, path } = rule;
  const own = withoutRootDot(url.hostname);
  // `dev:3000` is a server of the local network, and not every site below `.dev` with that port.
  const isSuffix = !host.includes('.') && topLevel.test(host);
  const isBelow = !isSuffix && own.endsWith(`.${host}`);
  if (!isBelow && (onlyBelow || own !== host)) return 0;
  if (port !== '' && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return 0;
  // Whole segments: `/blog` and `/blog/2026`, but not `/blogger`.
  if (!`${url.pathname}/`.startsWith(`${path}/`)) return 0;
  // All matching hosts are suffixes of the same one: the longest is the most specific. Then path, port and `*.` count.
  return ((host.length * maxPathLength + path.length) * 10 + port.length) * 2 + Number(onlyBelow);
}

/** The preset with the most specific matching rule, the first among equals. */
export function presetBySite(address: string, { list }: Presets): Preset | null {
  const url = parseUrl(address);
  if (url === null) return null;
  let best: Preset | null = null;
  let bestFit = 0;
  for (const preset of list)
    for (const site of preset.sites) {
      const found = fit(site, url);
      if (found > bestFit) [best, bestFit] = [preset, found];
    }
  return best;
}

export function presetByDefault({ list, defaultId }: Presets): Preset | null {
  return list.find(({ id }) => id === defaultId) ?? null;
}

/** The preset for a page: by its site, else the default. */
export function presetFor(address: string, presets: Presets): Preset | null {
  return presetBySite(address, presets) ?? presetByDefault(presets);
}
