/** Where campaign parameters go. Apart from the request, since a page previews with it and needs no schema library. */
import type { Extras } from './extras.ts';

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/**
 * Where campaign parameters go. One whose name the address has already is written there, whatever was chosen: in the
 * service's field it would be doubled.
 */
export function placeParameters(
  address: string,
  { parameters, parametersIn }: Pick<Extras, 'parameters' | 'parametersIn'>,
): { readonly address: string; readonly parameters: readonly Parameter[] } {
  const given = parameters
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' && value !== '');
  if (given.length === 0 || !URL.canParse(address)) return { address, parameters: given };
  const url = new URL(address);
  const own = new Set(url.searchParams.keys());
  const inAddress = given.filter(({ name }) => parametersIn === 'address' || own.has(name));
  // Serialised anew only where something is written: it would spell the other parameters differently.
  if (inAddress.length === 0) return { address, parameters: given };
  for (const { name, value } of inAddress) url.searchParams.set(name, value);
  return { address: url.href, parameters: given.filter((one) => !inAddress.includes(one)) };
}
