/** Where campaign parameters go. Apart from the request, since a page previews with it and needs no schema library. */
import { parseUrl } from '../api/base-url.ts';
import { splitUrl, joinUrl } from '../url/split-url.ts';
import type { LinkOptions } from './link-options.ts';

export interface UtmParameter {
  readonly name: string;
  readonly value: string;
}

/** A URL that has the parameter already, with another value than the one that was typed. */
export interface ParameterConflict {
  readonly name: string;
  readonly typed: string;
  readonly inUrl: string;
  /** As it was typed. */
  readonly url: string;
}

export interface TaggedUrl {
  readonly address: string;
  readonly parameters: readonly UtmParameter[];
  /** Another URL of the link, as it is sent. */
  readonly tag: (link: string) => string;
  readonly conflicts: readonly ParameterConflict[];
}

type Choices = Pick<LinkOptions, 'parameters' | 'parametersIn' | 'parameterConflict'>;

/**
 * The service puts what its field holds behind whatever URL it leads to. So a parameter that one of these has already is
 * written into the others instead, whatever was chosen: in the field it would be doubled there. What the URL itself has
 * stays, unless the person (or the preset) chose that it is replaced.
 *
 * @param others where some visitors are led instead. Not the deep links: an app store reads parameters of its own.
 */
export function applyUtm(
  address: string,
  { parameters, parametersIn, parameterConflict }: Choices,
  others: readonly string[] = [],
): TaggedUrl {
  const given = parameters
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' && value !== '');
  const toAll = parametersIn === 'field';
  const urls = [...new Set(toAll ? [address, ...others] : [address])].filter(isWeb);
  const taken = new Set(urls.flatMap((link) => [...queryOf(link).keys()]));
  const written = isWeb(address) ? given.filter(({ name }) => !toAll || taken.has(name)) : [];
  const place = (link: string): string => {
    // Without the choice it is a job of a version that had none: it replaced in the destination alone.
    const replaces = parameterConflict === undefined ? link === address : parameterConflict === 'replace';
    const own = queryOf(link);
    return setQueryParams(link, replaces ? written : written.filter(({ name }) => !own.has(name)));
  };
  return {
    address: place(address),
    parameters: given.filter((one) => !written.includes(one)),
    tag: (link) => (toAll ? place(link) : link),
    conflicts: urls.flatMap((link) => conflictsIn(link, written)),
  };
}

function conflictsIn(url: string, written: readonly UtmParameter[]): ParameterConflict[] {
  const query = queryOf(url);
  return written.flatMap(({ name, value }) => {
    const own = query.getAll(name);
    const isSame = own.every((one) => one === value);
    return isSame ? [] : [{ name, typed: value, inUrl: own.join(', '), url }];
  });
}

/** Other schemes (an app's own) are left as they are. */
const isWeb = (link: string): boolean => /^https?:$/u.test(parseUrl(link)?.protocol ?? '');

const queryOf = (link: string): URLSearchParams => parseUrl(link)?.searchParams ?? new URLSearchParams();

/** Every URL of a link, as it is sent. */
export function taggedUrls({
  address,
  extras,
}: {
  readonly address: string;
  readonly extras: Choices & Pick<LinkOptions, 'countries' | 'devices' | 'languages'>;
}) {
  const targets = [...extras.countries, ...extras.devices, ...extras.languages];
  return applyUtm(
    address,
    extras,
    targets.map(({ link }) => link.trim()),
  );
}

/** Sets them in the query, in place of those of the same name. Whatever else the link holds stays byte for byte. */
export function setQueryParams(link: string, parameters: readonly UtmParameter[]): string {
  return isWeb(link) ? parameters.reduce(setQueryParam, link) : link;
}

function setQueryParam(link: string, { name, value }: UtmParameter): string {
  const pieces = splitUrl(link);
  const parts = pieces.query === null || pieces.query === '' ? [] : pieces.query.split('&');
  // Read as the browser reads it; the `&` because a leading `?` would be dropped.
  const isNamed = (raw: string) => new URLSearchParams(`&${raw}`).has(name);
  const at = parts.findIndex(isNamed);
  const others = parts.filter((raw, place) => place === at || !isNamed(raw));
  const written = new URLSearchParams([[name, value]]).toString();
  const query = at < 0 ? [...others, written] : others.with(at, written);
  return joinUrl({ ...pieces, query: query.join('&') });
}
