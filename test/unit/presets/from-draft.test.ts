/** What a preset made from a filled form holds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { emptyDraft, presetFieldsFromDraft } from '../../../lib/presets/from-draft.ts';
import { presetToDraft } from '../../../lib/presets/to-draft.ts';
import type { PresetFields } from '../../../lib/presets/preset.ts';
import { toRelativeExpiry } from '../../../lib/draft/expiry.ts';
import { hasVariable } from '../../../lib/presets/template.ts';
import { formatDuration } from '../../../lib/i18n/format.ts';
import { draft } from '../../support/samples.ts';
import { anyPreset } from '../draft/any-preset.ts';

const context = { now: new Date(2026, 10, 5, 9, 30), selection: '' };
const named = (fields: PresetFields) => ({ id: 'p', name: 'p', sites: [], fields });
const spring = { id: '1', name: 'Spring' };

describe('a preset made from a form', () => {
  it('holds what is set, and what is not as the defaults have it; never a password', () => {
    const defaults = draft({ campaign: spring, pixels: [{ id: '7', name: 'Meta' }] });
    const form = draft({
      pixels: [{ id: '7', name: 'Meta' }],
      alias: 'x',
      extras: { ...defaultLinkOptions, password: 'secret', note: 'n', expiry: 'unfinished' },
    });
    expect(presetFieldsFromDraft(form, defaults, null)).toEqual({
      campaign: null,
      pixels: [{ id: '7', name: 'Meta' }],
      alias: 'x',
      extras: { note: 'n' },
    });
    expect(presetFieldsFromDraft(defaults, defaults, null)).toEqual({
      campaign: spring,
      pixels: [{ id: '7', name: 'Meta' }],
    });
    expect(presetFieldsFromDraft(draft(), draft(), null)).toEqual({});
  });

  it('keeps the variables and the span of the one it was filled from, where nothing was typed over', () => {
    const fields: PresetFields = {
      alias: '{host}',
      channel: null,
      extras: { note: '{title}', expiry: '+7d', visibility: 'private' },
    };
    const applied = applyPreset(draft(), named(fields), context);
    expect(presetFieldsFromDraft(applied, draft(), { fields, applied })).toEqual(fields);
    const typed = {
      ...applied,
      alias: 'mine',
      extras: { ...defaultLinkOptions, ...applied.extras, visibility: '' as const },
    };
    expect(presetFieldsFromDraft(typed, draft(), { fields, applied })).toEqual({
      alias: 'mine',
      channel: null,
      extras: { note: '{title}', expiry: '+7d' },
    });
  });

  it('is unchanged after it was opened in the editor', () => {
    fc.assert(
      fc.property(anyPreset, ({ fields }) => {
        const applied = presetToDraft(fields);
        expect(presetFieldsFromDraft(applied, emptyDraft, { fields, applied })).toEqual(fields);
      }),
    );
  });

  it('fills a form with the same values', () => {
    fc.assert(
      fc.property(anyPreset, anyPreset, (some, others) => {
        const defaults = applyPreset(draft(), others, context);
        const form = applyPreset(defaults, some, context);
        const fields = presetFieldsFromDraft(form, defaults, null);
        fc.pre(!hasVariable(JSON.stringify(fields)));
        expect(applyPreset(defaults, named(fields), context)).toEqual(form);
      }),
    );
  });
});

it('a date is offered as a duration, in words', () => {
  const { now } = context;
  const spans = ['2026-11-05T10:20', '2026-11-06T09:30', '2026-11-12T09:31', '2026-12-05T09:30'];
  expect(spans.map((expiry) => toRelativeExpiry(expiry, now))).toEqual(['+1h', '+24h', '+7d', '+30d']);
  expect(
    ['2026-11-05T09:00', '', 'x', '2099-01-01T00:00'].map((expiry) => toRelativeExpiry(expiry, now)),
  ).toEqual([null, null, null, null]);
  // Five and a half hours ahead of UTC.
  const noon = new Date(Date.UTC(2026, 10, 5, 12, 0));
  expect([
    toRelativeExpiry('2026-11-05T18:30', noon, 330),
    toRelativeExpiry('2026-11-05T17:00', noon, 330),
  ]).toEqual(['+1h', null]);
  expect(['+1h', '+7d', '+2w', '+1m', 'soon'].map(formatDuration)).toEqual([
    '1 hour',
    '7 days',
    '2 weeks',
    '1 month',
    'soon',
  ]);
});
