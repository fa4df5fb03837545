/** Parses the URLs that can become short links into the form in which they are sent. */

import { parseUrl } from '../api/parse-url.ts';
import { trimInvisible } from '../api/invisible-characters.ts';

export type UserUrlProblem = 'empty' | 'not-an-address' | 'not-web';

type ParsedUserUrl =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly problem: UserUrlProblem };

const namedScheme = /^[a-z][a-z\d+.-]*:(?!\d)/iu;
const bareHost = /^[^\s/?#@:]+\.[^\s/?#.@:\d][^\s/?#.@:]*(?::\d+)?(?:[/?#]|$)/u;
/** `URL` also accepts punctuation, which text around a copied URL leaves: `example.com,`. IDNs are in ASCII by then. */
const dnsHost = /^(?:\[|[\w.-]+$)/u;
/** `URL` would join two lines, or two URLs pasted in one field, into one. */
const secondUrl = /\shttps?:\/\//iu;

/** Accepts a page's URL or typed text: `example.com/x` becomes https. Only http(s) is valid. */
export function parseUserUrl(text: string): ParsedUserUrl {
  // Invisible characters around a copied URL are no part of it; within it `URL` encodes them.
  const trimmed = trimInvisible(text);
  const whole = bareHost.test(trimmed) ? `https://${trimmed}` : trimmed;
  const url = namedScheme.test(whole) && !secondUrl.test(trimmed) ? parseUrl(whole) : null;
  const isWeb = url !== null && /^https?:$/u.test(url.protocol);
  if (isWeb && dnsHost.test(url.hostname)) return { ok: true, address: url.href };
  const problem = trimmed === '' ? 'empty' : url === null || isWeb ? 'not-an-address' : 'not-web';
  return { ok: false, problem };
}
