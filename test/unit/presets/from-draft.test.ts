/** What a preset made from a filled form holds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import { noExtras } from '../../../lib/draft/parse-options.ts';
import { presetFields } from '../../../lib/presets/from-draft.ts';
import type { PresetFields } from '../../../lib/presets/preset.ts';
import { spanUntil } from '../../../lib/draft/expiry.ts';
import { hasVariable } from '../../../lib/presets/template.ts';
import { saySpan } from '../../../lib/i18n/format-duration.ts';
import { draft } from '../outbox/samples.ts';
import { anyPreset } from '../draft/any-preset.ts';

const context = { now: new Date(2026, 10, 5, 9, 30), selection: '' };
const named = (fields: PresetFields) => ({ id: 'p', name: 'p', sites: [], fields });
const spring = { id: '1', name: 'Spring' };

describe('a preset made from a form', () => {
  test('holds what is set, and what is not as the defaults have it; never a password', () => {
    const defaults = draft({ campaign: spring, pixels: [{ id: '7', name: 'Meta' }] });
    const form = draft({
      pixels: [{ id: '7', name: 'Meta' }],
      alias: 'x',
      extras: { ...noExtras, password: 'secret', note: 'n', expiry: 'unfinished' },
    });
    expect(presetFields(form, defaults, null)).toEqual({
      campaign: null,
      pixels: [{ id: '7', name: 'Meta' }],
      alias: 'x',
      extras: { note: 'n' },
    });
    expect(presetFields(defaults, defaults, null)).toEqual({
      campaign: spring,
      pixels: [{ id: '7', name: 'Meta' }],
    });
    expect(presetFields(draft(), draft(), null)).toEqual({});
  });

  test('keeps the variables and the span of the one it was filled from, where nothing was typed over', () => {
    const fields: PresetFields = {
      alias: '{host}',
      channel: null,
      extras: { note: '{title}', expiry: '+7d', visibility: 'private' },
    };
    const applied = applyPreset(draft(), named(fields), context);
    expect(presetFields(applied, draft(), { fields, applied })).toEqual(fields);
    const typed = {
      ...applied,
      alias: 'mine',
      extras: { ...noExtras, ...applied.extras, visibility: '' as const },
    };
    expect(presetFields(typed, draft(), { fields, applied })).toEqual({
      alias: 'mine',
      channel: null,
      extras: { note: '{title}', expiry: '+7d' },
    });
  });

  test('fills a form as it was filled', () => {
    fc.assert(
      fc.property(anyPreset, anyPreset, (some, others) => {
        const defaults = applyPreset(draft(), others, context);
        const form = applyPreset(defaults, some, context);
        const fields = presetFields(form, defaults, null);
        fc.pre(!hasVariable(JSON.stringify(fields)));
        expect(applyPreset(defaults, named(fields), context)).toEqual(form);
      }),
    );
  });
});

test('a moment as a span, in words', () => {
  const { now } = context;
  const spans = ['2026-11-05T10:20', '2026-11-06T09:30', '2026-11-12T09:31', '2026-12-05T09:30'];
  expect(spans.map((expiry) => spanUntil(expiry, now))).toEqual(['+1h', '+24h', '+7d', '+30d']);
  expect(['2026-11-05T09:00', '', 'x', '2099-01-01T00:00'].map((expiry) => spanUntil(expiry, now))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  // Five and a half hours ahead of UTC.
  const noon = new Date(Date.UTC(2026, 10, 5, 12, 0));
  expect([spanUntil('2026-11-05T18:30', noon, 330), spanUntil('2026-11-05T17:00', noon, 330)]).toEqual([
    '+1h',
    null,
  ]);
  expect(['+1h', '+7d', '+2w', '+1m', 'soon'].map(saySpan)).toEqual([
    '1 hour',
    '7 days',
    '2 weeks',
    '1 month',
    'soon',
  ]);
});
