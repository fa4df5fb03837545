import { isSiteRule, isTooWide } from '../../lib/presets/match-site.ts';
import { maxSites } from '../../lib/presets/preset-rules.ts';

/** The site rules that a text holds, one per line. */
export type ParsedSites =
  | { readonly ok: true; readonly sites: string[] }
  | { readonly ok: false; readonly wrong: string }
  /** This rule would match every site under a public suffix. */
  | { readonly ok: false; readonly wide: string }
  /** Too many rules. */
  | { readonly ok: false; readonly wrong: null };

export function parseSites(text: string): ParsedSites {
  const lines = text.split('\n').map((line) => line.trim());
  const sites = [...new Set(lines.filter((line) => line !== ''))];
  const wrong = sites.find((site) => !isSiteRule(site));
  if (wrong !== undefined) return { ok: false, wrong };
  const wide = sites.find((site) => isTooWide(site));
  if (wide !== undefined) return { ok: false, wide };
  return sites.length > maxSites ? { ok: false, wrong: null } : { ok: true, sites };
}
