/** The visitor of a short link, as far as the request identifies it. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Env, Service } from './service.ts';

export interface Visitor {
  /** One for each address and user agent: the definition of "unique" here. */
  readonly id: string;
  /** The English name, or "Unknown". */
  readonly country: string;
  readonly countryCode: string;
  readonly referrer: string;
  readonly browser: string;
  readonly os: string;
  /** Every name a device target may use for this device, in lower case. */
  readonly devices: readonly string[];
  /** Language codes in lower case, the most wanted first. */
  readonly languages: readonly string[];
  /** Not a visitor, but a site that shows a preview of the target. */
  readonly isPreview: boolean;
}

const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [string, RegExp, readonly string[]][] = [
  ['iOS', /iPhone|iPod/, ['iphone', 'ios', 'mobile']],
  ['iPadOS', /iPad/, ['ipad', 'ipados', 'ios', 'tablet']],
  ['Android', /Android(?=.*Mobile)/, ['android', 'android phone', 'mobile']],
  ['Android', /Android/, ['android', 'android tablet', 'tablet']],
  ['Windows', /Windows/, ['windows', 'desktop']],
  ['macOS', /Mac OS X|Macintosh/, ['macos', 'mac', 'mac os x', 'desktop']],
  ['Chrome OS', /CrOS/, ['chrome os', 'chromeos', 'desktop']],
  ['Linux', /Linux|X11/, ['linux', 'desktop']],
];

const previewers = /facebookexternalhit|Twitterbot|LinkedInBot|Slackbot|Discordbot|TelegramBot|WhatsApp/i;

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? 'Unknown') : 'Unknown';
}

const wantedLanguages = (header: string): string[] =>
  header
    .split(',')
    .map((part, place) => {
      const [code = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { code, weight: weight === undefined ? 1 : Number(weight) || 0, place };
    })
    .filter(({ code, weight }) => code !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ code }) => code);

export function readVisitor(c: Context<Env>, service: Service): Visitor {
  const agent = c.req.header('user-agent') ?? '';
  // X-Forwarded-For lets a test be many visitors from one machine.
  const ip = c.req.header('x-forwarded-for')?.split(',')[0]?.trim() || c.env.ip;
  const countryCode = (c.req.header('cf-ipcountry') ?? service.visitorCountry ?? '').toUpperCase();
  const from = c.req.header('referer') ?? '';
  const system = systems.find(([, pattern]) => pattern.test(agent));
  return {
    id: createHash('sha256').update(`${ip}\n${agent}`).digest('hex').slice(0, 24),
    country: countryName(countryCode),
    countryCode,
    referrer: URL.canParse(from) ? new URL(from).hostname : 'Direct',
    browser: browsers.find(([, pattern]) => pattern.test(agent))?.[0] ?? 'Unknown',
    os: system?.[0] ?? 'Unknown',
    devices: system?.[2] ?? [],
    languages: wantedLanguages(c.req.header('accept-language') ?? ''),
    isPreview: previewers.test(agent),
  };
}
