/** Warns about parts of a URL that should not become public in a permanent link. Warnings never block. */
import {
  allParams,
  decodeParam,
  looksLikeToken,
  splitUrl,
  parseHttpUrl,
  joinUrl,
  removeParams,
  type QueryParam,
} from './split-url.ts';
import { withoutInvisible } from '../api/invisible-characters.ts';
import { toSwitches } from './clean-url-steps.ts';
import { cleanUrl, plausibleCanonical } from './clean-url.ts';
import { isPrivateHost } from './private-host.ts';
import { maxUrlLength } from './may-need-lint.ts';
import { isShortLink, type ShortLinkContext } from './short-link.ts';

/** In display order: the most harmful first. */
export const warningKinds = [
  'not-web',
  'credentials',
  'token',
  'email',
  'private-host',
  'already-short',
  'too-long',
  'other-page',
] as const;
export type WarningKind = (typeof warningKinds)[number];

export interface Warning {
  readonly kind: WarningKind;
  /** What it is about: at most four parts; each short, not empty, without control characters, and never a secret. */
  readonly parts: readonly string[];
  /** The URL without that part, if that can work. */
  readonly fix: string | null;
}

export interface LintContext extends ShortLinkContext {
  readonly canonical?: string;
}

/** For display: without bidirectional controls and other invisible characters. */
function shown(text: string): string {
  const plain = withoutInvisible(text.slice(0, 400)).replaceAll(/[\p{Cc}\p{Cs}]/gu, '');
  return plain.length > 120 ? `${plain.slice(0, 119).replace(/[\uD800-\uDBFF]$/u, '')}…` : plain;
}

/** One more than a sentence lists, so that it can end with an ellipsis. */
const maxParts = 4;

function namesOf(parts: readonly QueryParam[]): string[] {
  const names = [...new Set(parts.map(({ name }) => shown(name)))].filter((name) => name !== '');
  return names.length === 0 ? ['…'] : names.slice(0, maxParts);
}

function notWeb(address: string): Warning | null {
  const scheme = /^\s*([a-z][a-z\d+.-]*):/iu.exec(address.slice(0, 64))?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return null;
  // The page whose source is shown.
  const inner = scheme === 'view-source' ? address.trim().slice('view-source:'.length) : '';
  return { kind: 'not-web', parts: [shown(scheme)], fix: parseHttpUrl(inner) === null ? null : inner };
}

function credentials(address: string, url: URL): Warning | null {
  if (url.username === '' && url.password === '') return null;
  const pieces = splitUrl(address);
  const [, scheme = '', authority = '', path = ''] =
    /^(https?:\/\/)([^/\\]*)(.*)$/isu.exec(pieces.base) ?? [];
  const base = scheme + authority.slice(authority.lastIndexOf('@') + 1) + path;
  const fix = joinUrl({ ...pieces, base });
  return {
    kind: 'credentials',
    parts: [shown(decodeParam(url.username)) || '…'],
    fix: parseHttpUrl(fix)?.host === url.host ? fix : null,
  };
}

const secretWords = new Set(
  'token key apikey auth authorization oauth sig signature session sessionid sid jwt hmac credential credentials secret code ticket otp nonce'.split(
    ' ',
  ),
);
/** Secret even if the value does not look random. */
const alwaysSecret = new Set(['password', 'passwd', 'pwd', 'passphrase']);
/** A signed URL is invalid without its signature. */
const signs = new Set(['sig', 'signature', 'hmac', 'credential']);
const isJwt = (value: string): boolean => /^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/u.test(value);

/** `X-Amz-Signature`, `accessToken` and `api_key` are words; `keywords` is not a key. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, 80)
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/u);
}

function isToken({ name, value }: QueryParam): boolean {
  if (value === '') return false;
  const words = wordsOf(name);
  if (words.some((word) => alwaysSecret.has(word))) return true;
  if (isJwt(value)) return true;
  return looksLikeToken(value) && words.some((word) => secretWords.has(word));
}

function tokens(address: string, parts: readonly QueryParam[]): Warning | null {
  const found = parts.filter(isToken);
  if (found.length === 0) return null;
  const signed = found.some(({ name }) => wordsOf(name).some((word) => signs.has(word)));
  return { kind: 'token', parts: namesOf(found), fix: signed ? null : fixed(address, isToken) };
}

function fixed(address: string, goes: (part: QueryParam) => boolean): string | null {
  const { address: after } = removeParams(address, goes);
  return after === address || parseHttpUrl(after) === null ? null : after;
}

/** Limits the work for a megabyte of `@`. */
const maxAtSigns = 50;

function emailIn(text: string): string | null {
  let at = text.indexOf('@');
  for (let count = 0; at >= 0 && count < maxAtSigns; count += 1, at = text.indexOf('@', at + 1)) {
    const local = /(^|[^\w.!#$%'*+^`{|}~@-])?([\w.!#$%'*+^`{|}~-]{1,64})$/u.exec(
      text.slice(Math.max(0, at - 65), at),
    )?.[2];
    const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z]{2,24}(?![\w-])/iu.exec(
      text.slice(at + 1, at + 256),
    )?.[0];
    // `@who@where.social` is a handle, `name@1.2.3-beta.next` a version.
    const handle = text[at - 1 - (local?.length ?? 0)] === '@';
    if (local !== undefined && domain !== undefined && !handle && !/^\d+\.\d/u.test(domain)) {
      return `${local}@${domain}`;
    }
  }
  return null;
}

function emails(address: string, parts: readonly QueryParam[]): Warning | null {
  const inPart = parts.find(({ value }) => emailIn(value) !== null);
  if (inPart !== undefined) {
    return {
      kind: 'email',
      parts: [shown(emailIn(inPart.value) ?? '')],
      fix: fixed(address, ({ value }) => emailIn(value) !== null),
    };
  }
  const { base, query, fragment } = splitUrl(address);
  const path = base.replace(/^https?:\/\/[^/\\]*/iu, '');
  const found = [path, query ?? '', fragment ?? ''].map((text) => emailIn(decodeParam(text))).find(Boolean);
  return found == null ? null : { kind: 'email', parts: [shown(found)], fix: null };
}

function alreadyShort(url: URL, context: LintContext): Warning | null {
  return isShortLink(url, context) ? { kind: 'already-short', parts: [shown(url.host)], fix: null } : null;
}

/** URLs that differ only by these are one page. */
const samePage = toSwitches(['tracking', 'session', 'campaign', 'hash', 'www']);

function pageOf(address: string): string {
  return (parseHttpUrl(cleanUrl(address, {}, samePage).address)?.href ?? address)
    .replace(/^https?:/u, '')
    .replace(/\/?(?:\?|#.*)?$/su, '');
}

function otherPage(address: string, canonical: string | undefined): Warning | null {
  const own = plausibleCanonical(canonical, address);
  const { fragment } = splitUrl(address);
  if (own === null || pageOf(joinUrl({ ...splitUrl(own), fragment })) === pageOf(address)) return null;
  return { kind: 'other-page', parts: [shown(own)], fix: joinUrl({ ...splitUrl(own), fragment }) };
}

/** @returns warnings in the order of `warningKinds` */
export function lintUrl(address: string, context: LintContext = {}): readonly Warning[] {
  const tooLong: Warning | null =
    address.length > maxUrlLength ? { kind: 'too-long', parts: [String(address.length)], fix: null } : null;
  const url = parseHttpUrl(address);
  if (url === null) return [notWeb(address), tooLong].filter((warning) => warning !== null);

  const parts = allParams(address);
  return [
    credentials(address, url),
    tokens(address, parts),
    emails(address, parts),
    isPrivateHost(url.hostname)
      ? ({ kind: 'private-host', parts: [shown(url.host)], fix: null } satisfies Warning)
      : null,
    alreadyShort(url, context),
    tooLong,
    otherPage(address, context.canonical),
  ].filter((warning) => warning !== null);
}
