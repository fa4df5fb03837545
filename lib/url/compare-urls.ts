/** Compares URLs regardless of the ways in which services rewrite the ones they store. */
import { parseUrl } from '../api/parse-url.ts';
import { setQueryParams, type UtmParameter } from '../draft/utm-parameters.ts';
import { decodeEntities } from '../api/html-entities.ts';
import { withoutTrailing } from '../api/without-trailing.ts';
import { safeDecode } from './safe-decode.ts';

/** `near`: equal host and path, different query or fragment. */
type UrlMatch = 'same' | 'near' | 'other';

interface Parts {
  readonly origin: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

/** Ignores a trailing slash of the path and an empty query or fragment. */
function canonical({ origin, rest }: Parts): string {
  const behind = rest.search(/[?#]/u);
  const [path, more] = behind < 0 ? [rest, ''] : [rest.slice(0, behind), rest.slice(behind)];
  return origin + withoutTrailing(path, /\//u) + (more.length > 1 ? more : '');
}

/** In Punycode, without default port and credentials. */
function originOf(url: URL): string {
  return `${url.protocol}//${url.host.replace(/\.(?=$|:)/u, '')}`;
}

const spaced = (text: string) => text.replaceAll('+', '%20');

/** Decoded once. A plus means a space in the query, and with some services also in the path. */
function decodedForm(address: string, plus: readonly ('path' | 'query')[]): string | null {
  const url = parseUrl(decodeEntities(address));
  if (url === null) return null;
  const path = plus.includes('path') ? spaced(url.pathname) : url.pathname;
  const query = plus.includes('query') ? spaced(url.search) : url.search;
  return canonical({
    origin: originOf(url),
    rest: safeDecode(path) + safeDecode(query) + safeDecode(url.hash),
  });
}

/** Not decoded: a list may have decoded URLs already, and decoding them again would change them. */
function writtenForm(address: string): string | null {
  const [, scheme = '', authority = '', rest = ''] =
    /^\s*([a-z][a-z\d+.-]*):\/{0,2}([^/?#]*)(.*)$/isu.exec(decodeEntities(address)) ?? [];
  const url = parseUrl(`${scheme}://${authority.slice(authority.lastIndexOf('@') + 1)}`);
  return url === null ? null : canonical({ origin: originOf(url), rest });
}

const known = (forms: readonly (string | null)[]) => forms.filter((form) => form !== null);

/** Host and path, regardless of encoding, scheme and `www`. */
function withoutQuery(form: string): string {
  const [base = ''] = form.split(/[?#]/u, 1);
  return safeDecode(spaced(safeDecode(base)))
    .replace(/^https?:/u, '')
    .replace(/^\/\/www\./u, '//');
}

/**
 * Compares one URL with many: what is known of `asked` is computed once. A lookup compares hundreds of records with hundreds
 * of lost links.
 *
 * @param parameters requested for the service to add to `asked`: its list may show the URL with or without them
 */
export function createUrlMatcher(
  asked: string,
  parameters: readonly UtmParameter[] = [],
): (listed: string) => UrlMatch {
  const spellings = new Set([asked, setQueryParams(asked, parameters)]);
  const wanted = new Set(
    [...spellings].flatMap((address) =>
      known([
        decodedForm(address, ['query']),
        decodedForm(address, []),
        decodedForm(address, ['path']),
        decodedForm(address, ['path', 'query']),
      ]),
    ),
  );
  const bases = new Set([...wanted].map(withoutQuery));
  return (listed) => {
    const shown = known([decodedForm(listed, ['query']), writtenForm(listed)]);
    if (shown.length === 0 || wanted.size === 0) return listed === asked ? 'same' : 'other';
    if (shown.some((form) => wanted.has(form))) return 'same';
    return shown.some((form) => bases.has(withoutQuery(form))) ? 'near' : 'other';
  };
}

/** @param listed URL in a list of the service: encoded, decoded, or rewritten in another way */
export const compareUrls = (listed: string, asked: string): UrlMatch => createUrlMatcher(asked)(listed);
