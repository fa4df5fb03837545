/** Where campaign parameters go. Apart from the request, since a page previews with it and needs no schema library. */
import { parse } from '../service/address.ts';
import type { Extras } from './extras.ts';

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

export interface Placed {
  readonly address: string;
  readonly parameters: readonly Parameter[];
  /** Another address of the link, with what the service's field can't bring to it. */
  readonly brought: (link: string) => string;
}

/**
 * The service puts what its field holds behind whatever address it leads to. So a parameter that one of these has
 * already is written into them instead, whatever was chosen: in the field it would be doubled there.
 *
 * @param others where some visitors are led instead: a value that stands in one of them was typed for it, and stays
 */
export function placeParameters(
  address: string,
  { parameters, parametersIn }: Pick<Extras, 'parameters' | 'parametersIn'>,
  others: readonly string[] = [],
): Placed {
  const given = parameters
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' && value !== '');
  const toAll = parametersIn === 'field';
  const own = [address, ...others].flatMap((link) => [...(parse(link)?.searchParams.keys() ?? [])]);
  const written = parse(address) ? given.filter(({ name }) => !toAll || own.includes(name)) : [];
  return {
    address: withParameters(address, written),
    parameters: given.filter((one) => !written.includes(one)),
    brought: (link) => (toAll ? withParameters(link, written, true) : link),
  };
}

/** @param keeps the values of those that are there already */
export function withParameters(link: string, parameters: readonly Parameter[], keeps = false): string {
  const url = parse(link);
  const missing = parameters.filter(({ name }) => !(keeps && url?.searchParams.has(name)));
  for (const { name, value } of missing) url?.searchParams.set(name, value);
  // Serialised anew only where something is written: it would spell the other parameters differently.
  return url && missing.length > 0 ? url.href : link;
}
