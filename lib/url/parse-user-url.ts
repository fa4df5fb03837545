/** Parses the URLs that can become short links into the form in which they are sent. */

import { parseUrl } from '../api/parse-url.ts';
import { trimInvisible } from '../api/invisible-characters.ts';

export type UserUrlProblem = 'empty' | 'not-an-address' | 'not-web';

export type ParsedUserUrl =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly problem: UserUrlProblem };

const namedScheme = /^[a-z][a-z\d+.-]*:(?!\d)/iu;
const bareHost = /^[^\s/?#@:]+\.[^\s/?#.@:\d][^\s/?#.@:]*(?::\d+)?(?:[/?#]|$)/u;

/** Accepts a page's URL or typed text: `example.com/x` becomes https. Only http(s) is valid. */
export function parseUserUrl(text: string): ParsedUserUrl {
  // Invisible characters around a copied URL are no part of it; within it `URL` encodes them.
  const trimmed = trimInvisible(text);
  if (trimmed === '') return { ok: false, problem: 'empty' };
  const whole = bareHost.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!namedScheme.test(whole)) return { ok: false, problem: 'not-an-address' };
  const url = parseUrl(whole);
  if (url === null) return { ok: false, problem: 'not-an-address' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'not-web' };
  return { ok: true, address: url.href };
}
