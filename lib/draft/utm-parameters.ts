/** Where campaign parameters go. Apart from the request, since a page previews with it and needs no schema library. */
import { parse } from '../api/base-url.ts';
import { piecesOf, together } from '../url/split-url.ts';
import type { Extras } from './link-options.ts';

export interface Parameter {
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

export interface Placed {
  readonly address: string;
  readonly parameters: readonly Parameter[];
  /** Another URL of the link, as it is sent. */
  readonly brought: (link: string) => string;
  readonly conflicts: readonly ParameterConflict[];
}

type Choices = Pick<Extras, 'parameters' | 'parametersIn' | 'parameterConflict'>;

/**
 * The service puts what its field holds behind whatever URL it leads to. So a parameter that one of these has already is
 * written into the others instead, whatever was chosen: in the field it would be doubled there. What the URL itself has
 * stays, unless the person (or the preset) chose that it is replaced.
 *
 * @param others where some visitors are led instead. Not the deep links: an app store reads parameters of its own.
 */
export function placeParameters(
  address: string,
  { parameters, parametersIn, parameterConflict }: Choices,
  others: readonly string[] = [],
): Placed {
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
    return withParameters(link, replaces ? written : written.filter(({ name }) => !own.has(name)));
  };
  return {
    address: place(address),
    parameters: given.filter((one) => !written.includes(one)),
    brought: (link) => (toAll ? place(link) : link),
    conflicts: urls.flatMap((link) => conflictsIn(link, written)),
  };
}

function conflictsIn(url: string, written: readonly Parameter[]): ParameterConflict[] {
  const query = queryOf(url);
  return written.flatMap(({ name, value }) => {
    const own = query.getAll(name);
    const isSame = own.every((one) => one === value);
    return isSame ? [] : [{ name, typed: value, inUrl: own.join(', '), url }];
  });
}

/** Other schemes (an app's own) are left as they are. */
const isWeb = (link: string): boolean => /^https?:$/u.test(parse(link)?.protocol ?? '');

const queryOf = (link: string): URLSearchParams => parse(link)?.searchParams ?? new URLSearchParams();

/** Every URL of a link, as it is sent. */
export function placedUrls({
  address,
  extras,
}: {
  readonly address: string;
  readonly extras: Choices & Pick<Extras, 'countries' | 'devices' | 'languages'>;
}) {
  const targets = [...extras.countries, ...extras.devices, ...extras.languages];
  return placeParameters(
    address,
    extras,
    targets.map(({ link }) => link.trim()),
  );
}

/** Sets them in the query, in place of those of the same name. Whatever else the link holds stays byte for byte. */
export function withParameters(link: string, parameters: readonly Parameter[]): string {
  return isWeb(link) ? parameters.reduce(withParameter, link) : link;
}

function withParameter(link: string, { name, value }: Parameter): string {
  const pieces = piecesOf(link);
  const parts = pieces.query === null || pieces.query === '' ? [] : pieces.query.split('&');
  // Read as the browser reads it; the `&` because a leading `?` would be dropped.
  const isNamed = (raw: string) => new URLSearchParams(`&${raw}`).has(name);
  const at = parts.findIndex(isNamed);
  const others = parts.filter((raw, place) => place === at || !isNamed(raw));
  const written = new URLSearchParams([[name, value]]).toString();
  const query = at < 0 ? [...others, written] : others.with(at, written);
  return together({ ...pieces, query: query.join('&') });
}
