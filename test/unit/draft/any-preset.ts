/** Presets of every kind, for properties. */
import fc from 'fast-check';
import type { Preset } from '../../../lib/presets/preset.ts';

const choice = fc.record({ id: fc.integer({ min: 1 }).map(String), name: fc.string() });
const target = fc.record({ when: fc.string(), link: fc.string() });
const optional = { requiredKeys: [] };

/** Any valid preset. */
export const anyPreset: fc.Arbitrary<Preset> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 20 }),
  name: fc.string({ minLength: 1, maxLength: 20 }),
  sites: fc.array(fc.string(), { maxLength: 3 }),
  fields: fc.record(
    {
      campaign: fc.option(choice),
      channel: fc.option(choice),
      pixels: fc.array(choice, { maxLength: 3 }),
      alias: fc.oneof(fc.string(), fc.constant('{title}-{date}')),
      domain: fc.string(),
      extras: fc.record(
        {
          type: fc.string(),
          expiry: fc.constantFrom('', '+7d', '+1m', '2027-01-01T00:00'),
          visibility: fc.constantFrom('', 'private', 'public'),
          note: fc.oneof(fc.string(), fc.constant('{title}')),
          card: fc.record({ title: fc.string(), description: fc.string(), picture: fc.string() }),
          countries: fc.array(target, { maxLength: 2 }),
          devices: fc.array(target, { maxLength: 2 }),
          languages: fc.array(target, { maxLength: 2 }),
          deepLink: fc.record({ apple: fc.string(), google: fc.string(), auto: fc.boolean() }),
          parameters: fc.array(fc.record({ name: fc.string(), value: fc.string() }), { maxLength: 2 }),
          parametersIn: fc.constantFrom('field', 'address'),
          parameterConflict: fc.constantFrom('keep', 'replace'),
        },
        optional,
      ),
    },
    optional,
  ),
});
