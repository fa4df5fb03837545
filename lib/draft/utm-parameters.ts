/** Applies UTM parameters to URLs. Separate from the request, because pages use it for previews without zod. */
import { parseUrl } from '../api/parse-url.ts';
import { splitUrl, joinUrl } from '../url/split-url.ts';
import type { LinkDraft } from './draft.ts';
import type { LinkOptions } from './link-options.ts';
import { allTargets, type Targets } from './parse-options.ts';

export interface UtmParameter {
  readonly name: string;
  readonly value: string;
}

/** A URL that already has the parameter with another value than the typed one. */
export interface ParameterConflict {
  readonly name: string;
  readonly typed: string;
  /** A URL may have it several times. */
  readonly inUrl: readonly string[];
  readonly url: string;
}

interface TaggedUrl {
  readonly address: string;
  readonly parameters: readonly UtmParameter[];
  /** Applies the same parameters to another URL of the link. */
  readonly tag: (link: string) => string;
  readonly conflicts: readonly ParameterConflict[];
}

type Choices = Pick<LinkOptions, 'parameters' | 'parametersIn' | 'parameterConflict'>;

const complete = (parameters: readonly UtmParameter[]): UtmParameter[] =>
  parameters
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' && value !== '');

/** The values of the parameters that a link has besides those of its URL, as a text; empty for none. */
export const utmTags = (parameters: readonly UtmParameter[] = []): string =>
  complete(parameters)
    .map(({ value }) => value)
    .join(', ');

/**
 * The service appends the parameters of its field to every target URL, which would double one that a URL already has: so
 * that is written into the other URLs instead. The value in the URL stays, unless the user or the preset replaces it.
 *
 * @param others targets of some visitors. Not the deep links: app stores have their own parameters.
 */
export function applyUtm(
  address: string,
  { parameters, parametersIn, parameterConflict }: Choices,
  others: readonly string[] = [],
): TaggedUrl {
  const given = complete(parameters);
  const toAll = parametersIn === 'field';
  const urls = [...new Set(toAll ? [address, ...others] : [address])].filter(isWeb);
  const taken = new Set(urls.flatMap((link) => [...queryOf(link).keys()]));
  const written = isWeb(address) ? given.filter(({ name }) => !toAll || taken.has(name)) : [];
  const tag = (link: string): string => {
    // Jobs of older versions lack the choice: those replaced in the destination alone.
    const replaces = parameterConflict === undefined ? link === address : parameterConflict === 'replace';
    const own = queryOf(link);
    return setQueryParams(link, replaces ? written : written.filter(({ name }) => !own.has(name)));
  };
  return {
    address: tag(address),
    parameters: given.filter((one) => !written.includes(one)),
    tag: (link) => (toAll ? tag(link) : link),
    conflicts: urls.flatMap((link) => conflictsIn(link, written)),
  };
}

function conflictsIn(url: string, written: readonly UtmParameter[]): ParameterConflict[] {
  const query = queryOf(url);
  return written.flatMap(({ name, value }) => {
    const own = query.getAll(name);
    const isSame = own.every((one) => one === value);
    return isSame ? [] : [{ name, typed: value, inUrl: own, url }];
  });
}

/** URLs of other schemes, like those of apps, are left as they are. */
const isWeb = (link: string): boolean => /^https?:$/u.test(parseUrl(link)?.protocol ?? '');

/** The UTM parameters that a URL has. */
export const utmIn = (link: string): UtmParameter[] =>
  [...queryOf(link)].flatMap(([name, value]) => (name.startsWith('utm_') ? [{ name, value }] : []));

const queryOf = (link: string): URLSearchParams => parseUrl(link)?.searchParams ?? new URLSearchParams();

/** The URL that visitors reach: it has the parameters in every case. */
export function finalUrl({ address, extras }: Pick<LinkDraft, 'address' | 'extras'>): string {
  return extras === undefined ? address : applyUtm(address, { ...extras, parametersIn: 'address' }).address;
}

/** Applies the parameters to every URL of a link. */
export function taggedUrls({
  address,
  extras,
}: {
  readonly address: string;
  readonly extras: Choices & Targets;
}) {
  return applyUtm(
    address,
    extras,
    allTargets(extras).map(({ link }) => link.trim()),
  );
}

/** Sets parameters in the query, replacing those of the same name. The rest of the URL stays byte for byte. */
export function setQueryParams(link: string, parameters: readonly UtmParameter[]): string {
  return isWeb(link) ? parameters.reduce(setQueryParam, link) : link;
}

function setQueryParam(link: string, { name, value }: UtmParameter): string {
  const pieces = splitUrl(link);
  const parts = pieces.query === null || pieces.query === '' ? [] : pieces.query.split('&');
  // Parsed as the browser does; the `&` because a leading `?` would be dropped.
  const isNamed = (raw: string) => new URLSearchParams(`&${raw}`).has(name);
  const at = parts.findIndex(isNamed);
  const others = parts.filter((raw, index) => index === at || !isNamed(raw));
  const written = new URLSearchParams([[name, value]]).toString();
  const query = at < 0 ? [...others, written] : others.with(at, written);
  return joinUrl({ ...pieces, query: query.join('&') });
}
