/**
 * The service's own names of countries and devices, collected from the targets of its links. Forms suggest them beside
 * the usual names, and parse them by hand, so that no form loads a schema library.
 */
import { isObject } from '../api/is-object.ts';
import type { LinkDetails } from '../api/link-details.ts';

export const targetSuggestionsKey = 'target-names';

export interface TargetSuggestions {
  readonly countries: readonly string[];
  readonly devices: readonly string[];
}

export const noTargetSuggestions: TargetSuggestions = { countries: [], devices: [] };

const maxNames = 300;
/** Longer ones are no names. */
const maxNameLength = 80;

function names(raw: unknown): string[] {
  if (!Array.isArray(raw)) return [];
  return raw.filter((one): one is string => typeof one === 'string' && isName(one)).slice(0, maxNames);
}

const isName = (text: string): boolean => text.trim() !== '' && text.length <= maxNameLength;

/** @param raw the stored item; anything but such a list counts as empty */
export function parseTargetSuggestions(raw: unknown): TargetSuggestions {
  if (!isObject(raw) || raw['version'] !== 1) return noTargetSuggestions;
  return { countries: names(raw['countries']), devices: names(raw['devices']) };
}

/** The suggestions with the link's own first; `null` where all of them are known. */
export function withTargetsOf(
  { location, device }: Pick<LinkDetails, 'location' | 'device'>,
  { countries, devices }: TargetSuggestions,
): { countries: string[]; devices: string[] } | null {
  const [newCountries, newDevices] = [
    Object.keys(location).filter((name) => !countries.includes(name)),
    Object.keys(device).filter((name) => !devices.includes(name)),
  ];
  if (![...newCountries, ...newDevices].some(isName)) return null;
  return {
    countries: names([...newCountries, ...countries]),
    devices: names([...newDevices, ...devices]),
  };
}
