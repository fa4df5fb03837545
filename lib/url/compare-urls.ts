/** Whether two web addresses lead to the same place, as services rewrite them when they keep one. */
import { parseUrl } from '../api/base-url.ts';
import { setQueryParams, type UtmParameter } from '../draft/utm-parameters.ts';
import { decodeEntities } from '../api/html-entities.ts';
import { withoutTrailing } from '../api/trim.ts';
import { safeDecode } from './safe-decode.ts';

/** `near`: the same host and path, but something behind them differs. */
export type UrlMatch = 'same' | 'near' | 'other';

interface Parts {
  readonly host: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

/** A slash at the end of the path leads to the same place; so does an empty query or fragment. */
function canonical({ host, rest }: Parts): string {
  const behind = rest.search(/[?#]/u);
  const [path, more] = behind < 0 ? [rest, ''] : [rest.slice(0, behind), rest.slice(behind)];
  return host + withoutTrailing(path, /\//u) + (more.length > 1 ? more : '');
}

/** In punycode, without default port and credentials. */
function hostOf(url: URL): string {
  return `${url.protocol}//${url.host.replace(/\.(?=$|:)/u, '')}`;
}

const spaced = (text: string) => text.replaceAll('+', '%20');

/** An address, decoded once. A plus in the query is a space, and one in the path is for services that say so. */
function decodedForm(address: string, plus: readonly ('path' | 'query')[]): string | null {
  const url = parseUrl(decodeEntities(address));
  if (url === null) return null;
  const path = plus.includes('path') ? spaced(url.pathname) : url.pathname;
  const query = plus.includes('query') ? spaced(url.search) : url.search;
  return canonical({ host: hostOf(url), rest: safeDecode(path) + safeDecode(query) + safeDecode(url.hash) });
}

/** As it is written: a list may show addresses decoded already, and decoding those again would change them. */
function writtenForm(address: string): string | null {
  const [, scheme = '', authority = '', rest = ''] =
    /^\s*([a-z][a-z\d+.-]*):\/{0,2}([^/?#]*)(.*)$/isu.exec(decodeEntities(address)) ?? [];
  const url = parseUrl(`${scheme}://${authority.slice(authority.lastIndexOf('@') + 1)}`);
  return url === null ? null : canonical({ host: hostOf(url), rest });
}

const known = (forms: readonly (string | null)[]) => forms.filter((form) => form !== null);

/** Host and path, however they are written. */
function placeOf(form: string): string {
  const [place = ''] = form.split(/[?#]/u, 1);
  return safeDecode(spaced(safeDecode(place)))
    .replace(/^https?:/u, '')
    .replace(/^\/\/www\./u, '//');
}

/**
 * @param listed as a service's list shows it: encoded, decoded, or rewritten in some other way
 * @param parameters what the service was asked to add to `asked`: it may keep the address with or without them
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
  const places = wanted.map(placeOf);
  return shown.some((form) => places.includes(placeOf(form))) ? 'near' : 'other';
}
