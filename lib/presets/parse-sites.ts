/** The site rules that a text holds, one per line. */
import { isSiteRule, isTooWide } from './match-site.ts';
import { maxSites } from './preset-rules.ts';

export type ParsedSites =
  | { readonly ok: true; readonly sites: string[] }
  | { readonly ok: false; readonly wrong: string }
  /** This rule would match every site under a public suffix. */
  | { readonly ok: false; readonly wide: string }
  /** More rules than a preset may have. */
  | { readonly ok: false; readonly max: number };

export type SitesProblem = Exclude<ParsedSites, { readonly ok: true }>;

export function parseSites(text: string): ParsedSites {
  const lines = text.split('\n').map((line) => line.trim());
  const sites = [...new Set(lines.filter((line) => line !== ''))];
  const wrong = sites.find((site) => !isSiteRule(site));
  if (wrong !== undefined) return { ok: false, wrong };
  const wide = sites.find((site) => isTooWide(site));
  if (wide !== undefined) return { ok: false, wide };
  return sites.length > maxSites ? { ok: false, max: maxSites } : { ok: true, sites };
}
