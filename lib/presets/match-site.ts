/**
 * Site rules: on which pages a preset is chosen by itself. `example.com` is that host and every one below it,
 * `*.example.com` only those below; a port and the beginning of a path may follow. No rule throws, whatever it holds.
 */
import { parseUrl } from '../api/base-url.ts';
import { withoutRootDot } from '../url/hosts.ts';
import type { Preset, Presets } from './preset.ts';

/** Longer ones fit nowhere. */
export const maxRuleLength = 2_048;

interface Rule {
  /** In ASCII, as `URL` writes it. */
  readonly host: string;
  readonly onlyBelow: boolean;
  /** Empty for any. */
  readonly port: string;
  /** Without a slash at its end; empty for any. */
  readonly path: string;
}

function parseRule(text: string): Rule | null {
  if (text.length > maxRuleLength) return null;
  const plain = text.trim().replace(/^https?:\/\//iu, '');
  const onlyBelow = plain.startsWith('*.');
  const address = `http://${onlyBelow ? plain.slice(2) : plain}`;
  // Else a path alone would be read as a host.
  const url = /^http:\/\/[/\\]/u.test(address) ? null : parseUrl(address);
  if (url === null) return null;
  let path = url.pathname;
  while (path.endsWith('/') || path.endsWith('/*')) path = path.slice(0, -1);
  return { host: withoutRootDot(url.hostname), onlyBelow, port: url.port, path };
}

/** Whether it can fit anywhere. */
export function isSiteRule(text: string): boolean {
  const rule = parseRule(text);
  return rule !== null && /^[^*]+$/u.test(rule.host);
}

/**
 * Public suffixes of one label: those of countries, and the most common others. Any other label may be a host of one's own
 * network, as `wiki` and `nas` are.
 */
const topLevel =
  /^(?:[a-z]{2}|xn--.+|aero|app|arpa|asia|biz|com|coop|dev|edu|gov|info|int|jobs|mil|mobi|museum|name|net|online|org|pro|site|tel|top|travel|xyz)$/u;
/** Second levels under which countries give out names; the whole list of public suffixes is many times this extension. */
const secondLevel =
  /^(?:(?:ac|co|com|edu|gob|gouv|gov|govt|gv|ltd|mil|ne|nom|or|org|plc|sch)\.[a-z]{2}|net\.(?!hr$)[a-z]{2}|(?:asn|id)\.au|me\.uk|go\.(?:id|jp|ke|kr|th|tz|ug))$/u;

/** Whether it would fit every site under a public suffix, as `com` and `*.co.uk` do. */
export function isTooWide(text: string): boolean {
  const { host = '', port = '', path = '' } = parseRule(text) ?? {};
  if (host.includes('.')) return secondLevel.test(host);
  // With a port or a path it names one server, and can't be a whole suffix.
  return port === '' && path === '' && topLevel.test(host);
}

/** How closely it fits, one number after the other; `null` where it does not. */
function fit(text: string, url: URL): readonly number[] | null {
  const rule = parseRule(text);
  if (rule === null) return null;
  const { host, onlyBelow, port, path } = rule;
  const own = withoutRootDot(url.hostname);
  const isBelow = own.endsWith(`.${host}`);
  if (!isBelow && (onlyBelow || own !== host)) return null;
  if (port !== '' && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return null;
  if (path !== '' && url.pathname !== path && !url.pathname.startsWith(`${path}/`)) return null;
  // All hosts that fit are ends of the same one: the longest is the nearest.
  return [host.length, path.length, port.length, Number(onlyBelow)];
}

function isCloser(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((number, index) => number !== other[index]);
  return index >= 0 && (one[index] ?? 0) > (other[index] ?? 0);
}

/** The preset whose rule fits best, the first of equals; `null` where none fits. */
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
