/** "Save as preset": the form is saved under a name, and a preset is replaced only after a notice. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, press, root, settle, textsOf, type } from '../../../support/dom.ts';
import { defaultLinkOptions } from '../../../../lib/draft/parse-options.ts';
import { maxPresets } from '../../../../lib/presets/preset-rules.ts';
import { applyPresetChanges } from '../../../../lib/presets/apply-changes.ts';
import { isolate } from '../../../../lib/text/isolate.ts';
import { parsePresets } from '../../../../lib/presets/parse-presets.ts';
import type { Preset, PresetChanges, Presets } from '../../../../lib/presets/preset.ts';
import { draft, presetNamed, uuid } from '../../../support/samples.ts';
import { speak } from '../../../support/speak.ts';
import { openPopup, type PopupOptions } from '../open-popup.ts';
import { msg, msgCount, msgPattern } from '../../../support/texts.ts';
import { settled } from '../../../support/flush.ts';

const world = vi.hoisted(() => ({
  stored: undefined as unknown,
  fails: false,
  asked: 0,
  /** Happens between a message whose reply was lost and its repetition. */
  meanwhile: null as (() => void) | null,
}));
vi.mock('../../../../lib/browser/native.ts', () => ({ native: {} }));
vi.mock('../../../../lib/browser/storage.ts', () => ({
  readStorage: async () => ({ presets: world.stored }),
}));
vi.mock('../../../../lib/messages/client.ts', () => ({
  async withRetry(put: () => Promise<unknown>) {
    if (world.meanwhile !== null) {
      await put();
      world.meanwhile();
    }
    return put();
  },
  sendRequest: async (_kind: string, changes: PresetChanges) => {
    world.asked++;
    if (world.fails) throw new Error('no response');
    world.stored = { version: 1, data: applyPresetChanges(parsePresets(world.stored), changes) };
    return null;
  },
}));
const { PresetForm } = await import('../../../../entrypoints/popup/presets/preset-form.tsx');
const { SaveAsPreset } = await import('../../../../entrypoints/popup/presets/save-as-preset.tsx');
const { openPresetForm } = await import('../../../../entrypoints/popup/form/nested-form-state.ts');

const keep = (...list: Preset[]): Presets => {
  const presets = { list, defaultId: null };
  world.stored = list.length > 0 ? { version: 1, data: presets } : undefined;
  return presets;
};
const savedPresets = (): Preset[] => ((world.stored as { data?: Presets } | undefined)?.data ?? keep()).list;

beforeEach(() => {
  speak();
  keep();
  world.fails = false;
  world.asked = 0;
  world.meanwhile = null;
});

async function open(options: PopupOptions = {}) {
  const popup = openPopup(options);
  if (options.presets) await popup.model.loadPresets();
  const closed: string[] = [];
  await draw(null);
  openPresetForm(popup.model);
  await draw(<PresetForm model={popup.model} onClose={(name) => closed.push(name)} />);
  await settled();
  await draw(<PresetForm model={popup.model} onClose={(name) => closed.push(name)} />);
  return { ...popup, closed };
}

const name = () => find('#preset-name') as HTMLInputElement;
const save = async () => {
  await press(name(), 'Enter');
  await settled();
};
const checks = () => textsOf('label.check').map((text) => text.trim().replaceAll(/[\u2068\u2069]/gu, ''));
async function tick(at: number, checked: boolean): Promise<void> {
  const box = root.querySelectorAll('label.check input')[at];
  if (box === undefined) throw new Error('No such box');
  Object.defineProperty(box, 'checked', { value: checked, configurable: true, writable: true });
  await fire(box, 'change');
}

const filled = draft({
  alias: 'spring',
  extras: { ...defaultLinkOptions, note: 'Of {title}', expiry: '1970-01-08T00:00', password: 'secret' },
});

it('is saved by Enter on a checkbox, which submits no link', async () => {
  const { submitted, closed } = await open({ draft: filled });
  await type(name(), 'Spring');
  const event = await press(find('label.check input'), 'Enter');
  await settled();
  expect([event.defaultPrevented, closed, submitted]).toEqual([true, ['Spring'], []]);
});

it('is saved once by Enter pressed twice', async () => {
  await open({ draft: filled });
  await type(name(), 'Spring');
  await Promise.all([press(name(), 'Enter'), press(name(), 'Enter')]);
  await settled();
  expect(savedPresets().map((preset) => preset.name)).toEqual(['Spring']);
});

it('is reported as saved until its form is opened again', async () => {
  const { model } = openPopup({ draft: filled });
  await draw(null);
  await draw(<SaveAsPreset model={model} />);
  const toggle = async () => {
    await fire(find('.save-as-preset button'), 'click');
    await settle();
  };
  await toggle();
  await type(name(), 'Mail');
  await press(name(), 'Enter');
  await settle();
  expect(textsOf('[role=status]')).toEqual([msg('presetSaved', isolate('Mail'))]);
  await toggle();
  await toggle();
  expect(textsOf('[role=status]')).toEqual(['']);
});

describe('the first one', () => {
  it('holds the options with a relative expiry, but neither the password nor a fixed alias', async () => {
    const { closed, model } = await open({ draft: filled });
    expect(checks()).toEqual([
      msg('presetSiteRule', 'example.com'),
      msg('presetWithAlias', 'spring'),
      expect.stringMatching(msgPattern('presetRelativeExpiry', /\d days/)),
    ]);
    expect(root.textContent).toContain(msg('presetPassword'));
    await save();
    expect(world.asked).toBe(0);
    await type(name(), ' Mail ');
    await save();
    expect(savedPresets()).toEqual([
      {
        id: uuid(1),
        name: 'Mail',
        sites: [],
        // The defaults have a campaign and a pixel; the form has none.
        fields: {
          campaign: null,
          pixels: [],
          extras: { note: 'Of {title}', expiry: expect.stringMatching(/^\+\dd$/u) },
        },
      },
    ]);
    expect(closed).toEqual(['Mail']);
    // It is the chosen preset from now on.
    expect(model.presets.value?.chosen.value).toMatchObject({
      preset: { name: 'Mail' },
      why: 'user',
    });
    expect(model.form.draft.value).toMatchObject({
      alias: 'spring',
      extras: { note: 'Of A page', password: 'secret' },
    });
  });

  it('has a rule for the site, the alias and the fixed date if they are selected', async () => {
    await open({ draft: filled });
    await tick(0, true);
    await tick(1, true);
    await tick(2, false);
    await type(name(), 'Mail');
    await save();
    expect(savedPresets()[0]).toMatchObject({
      sites: ['example.com'],
      fields: { alias: 'spring', extras: { expiry: '1970-01-08T00:00' } },
    });
  });

  it('includes an alias with a variable, unless that is deselected', async () => {
    await open({ draft: draft({ alias: '{title}' }) });
    await type(name(), 'Mail');
    await save();
    expect(savedPresets()[0]?.fields.alias).toBe('{title}');
  });
});

describe('one of the same name', () => {
  it('is replaced in its position after a notice, with its rules and its id', async () => {
    const mail = presetNamed('Mail', {
      sites: ['example.com'],
      fields: { alias: '{host}', channel: null },
    });
    const presets = keep(presetNamed('First'), mail, presetNamed('Last'));
    const { model } = await open({ presets });
    expect(name().value).toBe('Mail');
    expect(textsOf('button')).toEqual([msg('replacePreset'), msg('cancel')]);
    expect(find('#preset-name-hint').textContent).toBe(msg('presetReplaces'));
    model.form.changeExtras({ note: 'n' });
    await draw(<PresetForm model={model} onClose={() => undefined} />);
    await save();
    expect(savedPresets().map((one) => one.name)).toEqual(['First', 'Mail', 'Last']);
    expect(savedPresets()[1]).toMatchObject({
      id: mail.id,
      sites: ['example.com'],
      fields: { alias: '{host}', channel: null, extras: { note: 'n' } },
    });
  });

  it('is announced before it is replaced if it was saved meanwhile', async () => {
    await open({ draft: draft() });
    await type(name(), 'mail');
    expect(textsOf('button')[0]).toBe(msg('savePreset'));
    keep(presetNamed('Mail'));
    await save();
    expect([world.asked, textsOf('button')[0]]).toEqual([0, msg('replacePreset')]);
    await save();
    expect(savedPresets()).toMatchObject([{ id: 'id-Mail', name: 'mail' }]);
  });
});

describe('a failure', () => {
  it('is reported, and the form stays', async () => {
    const { closed } = await open({ draft: draft() });
    world.fails = true;
    await type(name(), 'Mail');
    await save();
    expect(find('[role=alert]').textContent).toBe(msg('presetNotSaved'));
    expect([name().value, closed]).toEqual(['Mail', []]);
  });

  it('leaves what another page has saved since a message whose reply was lost', async () => {
    await open({ draft: filled });
    await type(name(), 'Mine');
    world.meanwhile = () => keep(presetNamed('Other'));
    await save();
    expect(savedPresets().map((one) => one.name)).toEqual(['Other', 'Mine']);
  });

  it('is reported if there are too many presets', async () => {
    keep(...Array.from({ length: maxPresets }, (_, place) => presetNamed(`${place}`)));
    await open({ draft: draft() });
    await type(name(), 'Mail');
    await save();
    expect(find('[role=alert]').textContent).toBe(msgCount('presetsTooMany', maxPresets));
    expect(world.asked).toBe(0);
  });

  it('“Cancel” saves nothing', async () => {
    const { closed } = await open({ draft: filled });
    const [, cancel] = root.querySelectorAll('button');
    if (cancel) await fire(cancel, 'click');
    expect([closed, world.asked]).toEqual([[''], 0]);
  });
});
