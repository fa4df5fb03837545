/** The fields of a preset as lists of presets show them. */
import { beforeEach, expect, it } from 'vitest';
import { describeFields } from '../../../lib/i18n/describe-preset.ts';
import type { PresetFields } from '../../../lib/presets/preset.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';

beforeEach(() => speak());

const is = (name: Parameters<typeof msg>[0], value: string) => msg('setTo', msg(name), isolate(value));

it.each<[string, PresetFields, () => readonly string[]]>([
  ['none', {}, () => [msg('presetIncludesNothing')]],
  [
    'records by their names, and a domain as it is shown',
    {
      campaign: { id: '1', name: 'Spring' },
      channel: { id: '2', name: 'Email' },
      pixels: [
        { id: '3', name: 'Meta' },
        { id: '4', name: 'Ads' },
      ],
      alias: '{date}-sale',
      domain: 'https://go.example.com',
    },
    () => [
      is('campaign', 'Spring'),
      is('channel', 'Email'),
      is('pixels', 'Meta, Ads'),
      is('alias', '{date}-sale'),
      is('domain', 'go.example.com'),
    ],
  ],
  [
    'those that it clears',
    { campaign: null, channel: null, pixels: [], alias: '', domain: '' },
    () => [
      is('campaign', msg('none')),
      is('channel', msg('none')),
      is('pixels', msg('none')),
      is('alias', msg('none')),
      is('domain', msg('domainDefault')),
    ],
  ],
  [
    'options by their values, or by their names alone',
    {
      extras: {
        type: 'frame',
        expiry: '+1w',
        visibility: 'public',
        note: 'x'.repeat(50),
        card: { title: 'a', description: '', picture: '' },
        countries: [],
        deepLink: { apple: '', google: '', auto: true },
        parameters: [
          { name: 'utm_source', value: 'news ' },
          { name: 'utm_medium', value: 'email' },
        ],
        parametersIn: 'field',
      },
    },
    () => [
      is('linkType', msg('typeFrame')),
      is('expires', '1 week'),
      is('visibility', msg('visibilityPublic')),
      is('note', `${'x'.repeat(24)}…${'x'.repeat(15)}`),
      msg('linkPreview'),
      msg('targets'),
      msg('deepLink'),
      is('utmParameters', 'news / email'),
    ],
  ],
  ['a page by its id', { extras: { type: '17' } }, () => [msg('linkType')]],
])('%s', (_, fields, expected) => {
  expect(describeFields(fields)).toEqual(expected());
});
