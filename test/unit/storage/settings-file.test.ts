/** Settings as a file: what goes out comes in again, old versions are migrated, and nothing of the account is in it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import {
  exportSettings,
  hasForeignIds,
  importSettings,
  withoutForeignIds,
  type ImportedSettings,
} from '../../../lib/storage/settings-file.ts';
import { exportPresets } from '../../../lib/presets/import-export.ts';
import type { Presets } from '../../../lib/presets/preset.ts';

const service = 'https://links.example.com';
const campaign = { id: '5', name: 'Spring' };
const preferences: Preferences = {
  ...preferencesItem.fallback,
  campaign,
  pixels: [{ id: '7', name: 'Meta' }],
  domain: 'https://go.example.com',
  theme: 'dark',
  holdSeconds: 10,
  cleanUp: ['tracking', 'www'],
};
const presets: Presets = {
  list: [
    {
      id: 'p1',
      name: 'News',
      sites: ['example.org'],
      fields: {
        campaign,
        alias: '{date}',
        domain: 'https://go.example.com',
        extras: { type: '12', note: 'x' },
      },
    },
  ],
  defaultId: 'p1',
};
const owner = { service, account: '12' };
const settings: ImportedSettings = { preferences, presets, owner };

const problemOf = (content: unknown) => {
  const read = importSettings(typeof content === 'string' ? content : JSON.stringify(content));
  return read.ok ? null : read.problem;
};
const fileOf = (change: object = {}) => ({ ...(JSON.parse(exportSettings(settings)) as object), ...change });

it('exports everything that an import reads', () => {
  expect(importSettings(exportSettings(settings))).toEqual({ ok: true, settings });
  expect(importSettings(`\uFEFF${exportSettings(settings)}`)).toEqual({ ok: true, settings });
});

it('exports settings without a preset, too', () => {
  const empty = { ...settings, presets: { list: [], defaultId: null } };
  expect(importSettings(exportSettings(empty))).toEqual({ ok: true, settings: empty });
});

it('contains nothing that does not belong there, whatever is stored beside it', () => {
  const poison = 'canary-7Kq';
  const poisoned = {
    owner: { ...owner, email: poison, username: poison },
    key: poison,
    account: { email: poison },
    preferences: { ...preferences, key: poison, address: poison, recents: [poison] },
    presets: {
      ...presets,
      links: [poison],
      list: presets.list.map((preset) => ({
        ...preset,
        token: poison,
        fields: { ...preset.fields, address: poison, title: poison, extras: { password: poison, note: 'x' } },
      })),
    },
  };
  expect(exportSettings(poisoned)).not.toContain(poison);
});

it('migrates the preferences of every older version', () => {
  for (let version = 1; version < preferencesItem.version; version++) {
    const data = { campaign: null, channel: null, pixels: [], autoCopy: false };
    expect(importSettings(JSON.stringify(fileOf({ preferences: { version, data } })))).toMatchObject({
      ok: true,
      settings: { preferences: { ...preferencesItem.fallback, autoCopy: false } },
    });
  }
});

describe('an invalid settings file', () => {
  it.each<[string, unknown, string]>([
    ['is empty', '', 'not-settings'],
    ['is no JSON', '{"format":', 'not-settings'],
    ['is something else', { format: 'other' }, 'not-settings'],
    ['has a version of 0', fileOf({ version: 0 }), 'not-settings'],
    ['is larger than any', ' '.repeat(1_000_000), 'too-large'],
    ['has presets only', exportPresets(presets), 'presets-only'],
    ['is newer', fileOf({ version: 2 }), 'newer'],
    ['has newer preferences', fileOf({ preferences: { version: 99, data: {} } }), 'newer'],
    [
      'has a wrong preference',
      fileOf({ preferences: { version: 5, data: { ...preferences, theme: 'pink' } } }),
      'wrong-preferences',
    ],
    ['has empty preferences', fileOf({ preferences: { version: 5, data: {} } }), 'wrong-preferences'],
    ['has no preferences', fileOf({ preferences: undefined }), 'not-settings'],
    ['has a preset with a rule as wide as com', fileOf({ presets: widePresets() }), 'wide-rule'],
    ['has other presets', fileOf({ presets: 7 }), 'not-presets'],
  ])('%s', (_name, content, kind) => {
    expect(problemOf(content)?.kind).toBe(kind);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(importSettings(text).ok).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, list) => {
        importSettings(JSON.stringify(fileOf({ preferences: data, presets: list })));
      }),
    );
  });
});

function widePresets(): unknown {
  return {
    format: 'curtail-presets',
    version: 1,
    presets: [{ name: 'All', sites: ['com'], fields: {} }],
  };
}

it.each(['javascript:alert(1)', 'https://links.example.com/x', 'no origin', 'x'.repeat(10_000)])(
  'takes “%.30s” for no service',
  (odd) => {
    expect(importSettings(JSON.stringify(fileOf({ service: odd })))).toMatchObject({
      ok: true,
      settings: { owner: { service: '', account: '' } },
    });
  },
);

describe('ids and domains', () => {
  const own = { ...preferencesItem.fallback, channel: { id: '3', name: 'Mine' } };

  it.each([
    [owner, owner],
    [{ service, account: '' }, owner],
    [owner, { service, account: '' }],
  ])('stay with the account that they are of (%o, %o)', (file, connected) => {
    expect(withoutForeignIds({ ...settings, owner: file }, { preferences: own, owner: connected })).toEqual({
      preferences,
      presets,
    });
  });

  const others = [
    { service: '', account: '' },
    { service: 'https://other.example.com', account: '12' },
    { service, account: '13' },
  ];
  it.each(others)('are not imported with %o, and the own ones stay', (connected) => {
    const read = withoutForeignIds(settings, { preferences: own, owner: connected });
    expect(read.preferences).toEqual({
      ...preferences,
      campaign: null,
      channel: own.channel,
      pixels: [],
      domain: '',
    });
    expect(JSON.parse(JSON.stringify(read.presets.list[0]?.fields))).toEqual({
      alias: '{date}',
      extras: { note: 'x' },
    });
  });

  it('are noticed in the preferences and in a preset, unless the account is connected', () => {
    const plain = { preferences: preferencesItem.fallback, presets: { list: [], defaultId: null } };
    expect(hasForeignIds(settings, owner)).toBe(false);
    for (const connected of others) {
      expect(hasForeignIds({ ...settings, ...plain }, connected)).toBe(false);
      expect(hasForeignIds({ ...settings, presets: plain.presets }, connected)).toBe(true);
      expect(hasForeignIds({ ...settings, preferences: plain.preferences }, connected)).toBe(true);
    }
    // The file names no service.
    const none = { service: '', account: '' };
    expect(hasForeignIds({ ...settings, owner: none }, none)).toBe(true);
    expect(
      withoutForeignIds({ ...settings, owner: none }, { preferences: own, owner: none }).preferences,
    ).toEqual({
      ...preferences,
      campaign: null,
      channel: own.channel,
      pixels: [],
      domain: '',
    });
  });

  it('are noticed also where the default domain is the only one', () => {
    const only = { ...preferencesItem.fallback, domain: 'https://go.example.com' };
    const file = { preferences: only, presets: { list: [], defaultId: null }, owner };
    expect(hasForeignIds(file, { service: '', account: '' })).toBe(true);
  });
});
