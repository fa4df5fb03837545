/** Which addresses can become short links, and the form in which they are sent. */

import { parseUrl } from '../api/base-url.ts';
import { trimInvisible } from '../api/invisible-characters.ts';

/** Why an address can't be shortened. */
export type UserUrlProblem = 'empty' | 'not-an-address' | 'not-web';

export type ParsedUserUrl =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly problem: UserUrlProblem };

const namedScheme = /^[a-z][a-z\d+.-]*:(?!\d)/iu;
const bareHost = /^[^\s/?#@:]+\.[^\s/?#.@:\d][^\s/?#.@:]*(?::\d+)?(?:[/?#]|$)/u;

/** Reads what a page reports or a person typed: `example.com/x` is taken as https. Only http(s) goes on. */
export function parseUserUrl(text: string): ParsedUserUrl {
  // What comes along with a copied URL is no part of it. Within it, it is encoded.
  const trimmed = trimInvisible(text);
  if (trimmed === '') return { ok: false, problem: 'empty' };
  const whole = bareHost.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!namedScheme.test(whole)) return { ok: false, problem: 'not-an-address' };
  const url = parseUrl(whole);
  if (url === null) return { ok: false, problem: 'not-an-address' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'not-web' };
  return { ok: true, address: url.href };
}
