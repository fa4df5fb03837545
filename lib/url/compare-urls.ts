/** Compares URLs regardless of the ways in which services rewrite the ones they store. */
import { parseUrl } from '../api/base-url.ts';
import { setQueryParams, type UtmParameter } from '../draft/utm-parameters.ts';
import { decodeEntities } from '../api/html-entities.ts';
import { withoutTrailing } from '../api/trim.ts';
import { safeDecode } from './safe-decode.ts';

/** `near`: equal host and path, different query or fragment. */
export type UrlMatch = 'same' | 'near' | 'other';

interface Parts {
  readonly host: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

/** Ignores a trailing slash of the path and an empty query or fragment. */
function canonical({ host, rest }: Parts): string {
  const behind = rest.search(/[?#]/u);
  const [path, more] = behind < 0 ? [rest, ''] : [rest.slice(0, behind), rest.slice(behind)];
  return host + withoutTrailing(path, /\//u) + (more.length > 1 ? more : '');
}

/** In Punycode, without default port and credentials. */
function hostOf(url: URL): string {
  return `${url.protocol}//${url.host.replace(/\.(?=$|:)/u, '')}`;
}

const spaced = (text: string) => text.replaceAll('+', '%20');

/** Decoded once. A plus means a space in the query, and with some services also in the path. */
function decodedForm(address: string, plus: readonly ('path' | 'query')[]): string | null {
  const url = parseUrl(decodeEntities(address));
  if (url === null) return null;
  const path = plus.includes('path') ? spaced(url.pathname) : url.pathname;
  const query = plus.includes('query') ? spaced(url.search) : url.search;
  return canonical({ host: hostOf(url), rest: safeDecode(path) + safeDecode(query) + safeDecode(url.hash) });
}

/** Not decoded: a list may have decoded URLs already, and decoding them again would change them. */
function writtenForm(address: string): string | null {
  const [, scheme = '', authority = '', rest = ''] =
    /^\s*([a-z][a-z\d+.-]*):\/{0,2}([^/?#]*)(.*)$/isu.exec(decodeEntities(address)) ?? [];
  const url = parseUrl(`${scheme}://${authority.slice(authority.lastIndexOf('@') + 1)}`);
  return url === null ? null : canonical({ host: hostOf(url), rest });
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
 * @param listed URL in a list of the service: encoded, decoded, or rewritten in another way
 * @param parameters requested for the service to add to `asked`: its list may show the URL with or without them
 */
export function compareUrls(
  listed: string,
  asked: string,
  parameters: readonly UtmParameter[] = [],
): UrlMatch {
  const shown = known([decodedForm(listed, ['query']), writtenForm(listed)]);
  const wanted = [asked, setQueryParams(asked, parameters)].flatMap((address) =>
    known([
      decodedForm(address, ['query']),
      decodedForm(address, []),
      decodedForm(address, ['path']),
      decodedForm(address, ['path', 'query']),
    ]),
  );
  if (shown.length === 0 || wanted.length === 0) return listed === asked ? 'same' : 'other';
  if (shown.some((form) => wanted.includes(form))) return 'same';
  const bases = wanted.map(withoutQuery);
  return shown.some((form) => bases.includes(withoutQuery(form))) ? 'near' : 'other';
}
