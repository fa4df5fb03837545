/**
 * Site rules, which select a preset by the page's URL. `example.com` matches that host and its subdomains,
 * `*.example.com` only the subdomains; a port and a path prefix may follow. Invalid rules match nothing.
 */
import { parseUrl } from '../api/parse-url.ts';
import { withoutRootDot } from '../url/hosts.ts';
import type { Preset, Presets } from './preset.ts';

/** Longer rules match nothing. */
export const maxRuleLength = 2_048;

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
  if (url === null) return null;
  let path = url.pathname;
  while (path.endsWith('/') || path.endsWith('/*')) path = path.slice(0, -1);
  return { host: withoutRootDot(url.hostname), onlyBelow, port: url.port, path };
}

export function isSiteRule(text: string): boolean {
  const rule = parseRule(text);
  return rule !== null && /^[^*]+$/u.test(rule.host);
}

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

/** The specificity of a matching rule, compared number by number; `null` without a match. */
function fit(text: string, url: URL): readonly number[] | null {
  const rule = parseRule(text);
  if (rule === null) return null;
  const { host, onlyBelow, port, path } = rule;
  const own = withoutRootDot(url.hostname);
  // `dev:3000` is a server of the local network, and not every site below `.dev` with that port.
  const isSuffix = !host.includes('.') && topLevel.test(host);
  const isBelow = !isSuffix && own.endsWith(`.${host}`);
  if (!isBelow && (onlyBelow || own !== host)) return null;
  if (port !== '' && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return null;
  if (path !== '' && url.pathname !== path && !url.pathname.startsWith(`${path}/`)) return null;
  // All matching hosts are suffixes of the same one: the longest is the most specific.
  return [host.length, path.length, port.length, Number(onlyBelow)];
}

function isCloser(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((number, index) => number !== other[index]);
  return index >= 0 && (one[index] ?? 0) > (other[index] ?? 0);
}

/** The preset with the most specific matching rule, the first among equals. */
export function presetBySite(address: string, { list }: Presets): Preset | null {
  const url = parseUrl(address);
  if (url === null) return null;
  let best: { readonly preset: Preset; readonly fit: readonly number[] } | null = null;
  for (const preset of list)
    for (const site of preset.sites) {
      const found = fit(site, url);
      if (found !== null && (best === null || isCloser(found, best.fit))) best = { preset, fit: found };
    }
  return best?.preset ?? null;
}

export function presetByDefault({ list, defaultId }: Presets): Preset | null {
  return list.find(({ id }) => id === defaultId) ?? null;
}

/** The preset for a page: by its site, else the default. */
export function presetFor(address: string, presets: Presets): Preset | null {
  return presetBySite(address, presets) ?? presetByDefault(presets);
}
