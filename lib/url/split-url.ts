/** Splits and edits a URL as text: what is not removed stays byte for byte, unlike with `URL`. */
import { safeDecode } from './safe-decode.ts';

interface UrlParts {
  /** Scheme, host and path. */
  readonly base: string;
  /** Without the `?`; `null` for none, unlike an empty one. */
  readonly query: string | null;
  /** Without the `#`. */
  readonly fragment: string | null;
}

export function splitUrl(address: string): UrlParts {
  const hash = address.indexOf('#');
  const front = hash < 0 ? address : address.slice(0, hash);
  const mark = front.indexOf('?');
  return {
    base: mark < 0 ? front : front.slice(0, mark),
    query: mark < 0 ? null : front.slice(mark + 1),
    fragment: hash < 0 ? null : address.slice(hash + 1),
  };
}

export function joinUrl({ base, query, fragment }: UrlParts): string {
  return `${base}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`;
}

/** No server accepts a longer one; it limits the work for a megabyte of `&`. */
const maxParsedLength = 65_536;

/** @returns `null` for a URL that can't be edited as text: it must be http(s) with a host, of limited length */
export function parseHttpUrl(address: string): URL | null {
  if (address.length > maxParsedLength) return null;
  return /^https?:\/\/[^/?#\\]/iu.test(address) && URL.canParse(address) ? new URL(address) : null;
}

export function decodeParam(text: string): string {
  return safeDecode(text.replaceAll('+', ' '));
}

export interface QueryParam {
  readonly name: string;
  readonly value: string;
  /** As the URL has it. */
  readonly raw: string;
}

function parseParam(raw: string): QueryParam {
  const equals = raw.indexOf('=');
  // URLs copied from a page's source have `&amp;`.
  const name = (equals < 0 ? raw : raw.slice(0, equals)).replace(/^amp;/iu, '');
  return { name: decodeParam(name), value: equals < 0 ? '' : decodeParam(raw.slice(equals + 1)), raw };
}

function parseQuery(query: string | null): QueryParam[] {
  return query === null || query === '' ? [] : query.split('&').map(parseParam);
}

/** Splits a fragment into a query (`#access_token=…&state=…`) and the browser's fragment directive (`:~:…`). */
function splitFragment(fragment: string): { readonly query: string; readonly directive: string } {
  const directive = fragment.indexOf(':~:');
  const own = directive < 0 ? fragment : fragment.slice(0, directive);
  return {
    query: /^[\w.$-]+=/u.test(own) ? own : '',
    directive: directive < 0 ? '' : fragment.slice(directive),
  };
}

/** Parameters of the query, and of a fragment in the form of one. */
export function allParams(address: string): QueryParam[] {
  const { query, fragment } = splitUrl(address);
  return [...parseQuery(query), ...(fragment === null ? [] : parseQuery(splitFragment(fragment).query))];
}

function withoutParams(query: string, goes: (part: QueryParam) => boolean, removed: string[]): string | null {
  const stays: string[] = [];
  const before = removed.length;
  for (const part of parseQuery(query)) {
    if (goes(part)) removed.push(part.raw);
    else stays.push(part.raw);
  }
  if (removed.length === before) return query;
  return stays.every((raw) => raw === '') ? null : stays.join('&');
}

export interface RemovalResult {
  readonly address: string;
  readonly removed: readonly string[];
}

/** Removes parameters from the query, and from a fragment in the form of one. */
export function removeParams(address: string, goes: (part: QueryParam) => boolean): RemovalResult {
  const pieces = splitUrl(address);
  const removed: string[] = [];
  const query = pieces.query === null ? null : withoutParams(pieces.query, goes, removed);
  let { fragment } = pieces;
  if (fragment !== null) {
    const { query: own, directive } = splitFragment(fragment);
    const before = removed.length;
    const left = own === '' ? own : withoutParams(own, goes, removed);
    if (removed.length > before)
      fragment = left === null && directive === '' ? null : (left ?? '') + directive;
  }
  return removed.length === 0
    ? { address, removed }
    : { address: joinUrl({ base: pieces.base, query, fragment }), removed };
}

/** Looks random: long, of letters and digits, and not words joined by punctuation. */
export function looksLikeToken(value: string): boolean {
  if (value.length < 16 || !/^[\w.~%+/=-]+$/u.test(value) || !/\d/u.test(value)) return false;
  if (/^[\da-f-]+$/iu.test(value)) return true;
  return /[a-z]/iu.test(value) && !/(?:^|[-_.~])[A-Z]?[a-z]{4,}[-_.~]/u.test(value);
}
