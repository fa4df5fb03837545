/** The service's names of countries and devices: each once, newest first, limited in number and length. */
import { expect, it } from 'vitest';
import {
  parseTargetSuggestions,
  noTargetSuggestions,
  withTargetsOf,
} from '../../../lib/storage/target-suggestions.ts';

const link = (countries: string[], devices: string[] = []) => ({
  location: Object.fromEntries(countries.map((name) => [name, 'https://there.example/'])),
  device: Object.fromEntries(devices.map((name) => [name, 'https://there.example/'])),
});

it('has a link’s names first, each once, and nothing to store without new ones', () => {
  const one = withTargetsOf(link(['Czech Republic', 'Germany'], ['iphone']), noTargetSuggestions);
  expect(one).toEqual({ countries: ['Czech Republic', 'Germany'], devices: ['iphone'] });
  const suggestions = one ?? noTargetSuggestions;
  expect(withTargetsOf(link(['Germany'], ['iphone']), suggestions)).toBeNull();
  expect(withTargetsOf(link([]), suggestions)).toBeNull();
  expect(withTargetsOf(link(['Holland', 'Germany']), suggestions)?.countries).toEqual([
    'Holland',
    'Czech Republic',
    'Germany',
  ]);
});

it('ignores empty and long names, and stores three hundred', () => {
  expect(withTargetsOf(link([' ', 'x'.repeat(81)]), noTargetSuggestions)).toBeNull();
  let suggestions = noTargetSuggestions;
  for (let n = 0; n < 400; n++)
    suggestions = withTargetsOf(link([`Country ${n}`]), suggestions) ?? suggestions;
  expect([suggestions.countries.length, suggestions.countries[0], suggestions.countries.at(-1)]).toEqual([
    300,
    'Country 399',
    'Country 100',
  ]);
});

it.each([
  undefined,
  null,
  'Germany',
  ['Germany'],
  { version: 2, countries: ['Germany'], devices: [] },
  { countries: ['Germany'], devices: [] },
  { version: 1, countries: 'Germany' },
  { version: 1, countries: { 0: 'Germany' }, devices: [7, null, ' '] },
])('counts %j as empty', (raw) => {
  expect(parseTargetSuggestions(raw)).toEqual(noTargetSuggestions);
});
