/** Export and import of the settings: listed before it is stored, and stored as a whole. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { ResetSettings } from '../../../entrypoints/options/danger-rows.tsx';
import { SettingsImportExport } from '../../../entrypoints/options/settings-import-export.tsx';
import { createSettingsModel } from '../../../entrypoints/options/settings-import-model.ts';
import type { OptionsDeps } from '../../../entrypoints/options/options-deps.ts';
import { exportSettings, importSettings } from '../../../lib/storage/settings-file.ts';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import type { Preset, Presets } from '../../../lib/presets/preset.ts';
import { maxPresets } from '../../../lib/presets/preset-rules.ts';
import { speak } from '../../support/speak.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { account, openModel, openPresets } from './samples.ts';
import { settled } from '../../support/flush.ts';
import { fullView } from '../../support/sample-views.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));

beforeEach(async () => {
  speak();
  await draw(null);
});

const service = 'https://links.example.com';
const owner = { service, account: '12' };
const campaign = { id: '5', name: 'Spring' };
const preset = (name: string): Preset => ({ id: `id-${name}`, name, sites: [], fields: { campaign } });
const own: Presets = { list: [preset('News')], defaultId: null };
const imported: Presets = { list: [preset('news'), preset('Shop')], defaultId: 'id-Shop' };
const preferences: Preferences = {
  ...preferencesItem.fallback,
  campaign,
  theme: 'dark',
  holdSeconds: 10,
  autoCopy: false,
  cleanUp: ['tracking', 'canonical'],
};

function open(address = `${service}/links`, deps: Partial<OptionsDeps> = {}, presets = own) {
  const view = { ...fullView(), scope: `${address}#${owner.account}` };
  const { model: options, saves } = openModel(
    { address, account, attempt: null },
    { popupView: view, ...deps },
  );
  const { model: presetModel, saves: presetSaves } = openPresets(presets);
  const model = createSettingsModel(options, presetModel);
  return { model, options, saves, presetModel, presetSaves };
}

const fileOf = (text: string) => new Blob([text]);
const unreadable = { slice: () => ({ text: async () => Promise.reject(new Error('gone')) }) };
const settingsFile = (change: Partial<Preferences> = {}, presets = imported) =>
  fileOf(exportSettings({ owner, presets, preferences: { ...preferences, ...change } }));
const buttons = () => [...root.querySelectorAll('[role=group] button')];

it('exports what is set, with the origin of the service', () => {
  const read = importSettings(open().model.exportText());
  expect(read).toEqual({
    ok: true,
    settings: { owner, preferences: preferencesItem.fallback, presets: own },
  });
});

it('lists what would change, and stores it when it is confirmed', async () => {
  const { model, saves, presetSaves, presetModel } = open();
  await draw(<SettingsImportExport model={model} />);
  await model.read(settingsFile());
  await settled();
  expect(textsOf('dt')).toEqual(
    (['campaign', 'autoCopy', 'creationDelay', 'cleanUpUrlsHeading', 'theme'] as const).map((name) =>
      msg(name),
    ),
  );
  const values = textsOf('dd');
  expect(values[0]).toContain('Spring');
  expect(values.slice(1)).toEqual([
    msg('off'),
    msgCount('seconds', 10),
    `${msg('cleanUpTracking')}, ${msg('cleanUpCanonical')}`,
    msg('themeDark'),
  ]);
  expect(textsOf('li .preset-name')).toEqual([`news${msg('presetReplacesYours')}`, 'Shop']);
  expect([saves, presetSaves]).toEqual([[], []]);

  await fire(buttons()[0] ?? root, 'click');
  await settled();
  expect(saves).toEqual([preferences]);
  expect(presetSaves).toEqual([
    { list: [{ ...preset('news'), id: 'id-News' }, preset('Shop')], defaultId: null },
  ]);
  expect(find('[role=status]').textContent).toBe(msg('settingsImported'));
  expect(presetModel.notice.value).toEqual({ kind: 'nothing' });
  expect(root.querySelector('[role=group]')).toBeNull();
});

it('names the default domain that changes, however long it is', async () => {
  const { model, options } = open();
  await draw(<SettingsImportExport model={model} />);
  const shown = async (domain: string) => {
    await model.read(settingsFile({ ...preferencesItem.fallback, domain }, { list: [], defaultId: null }));
    await settled();
    return [textsOf('dt'), textsOf('dd')].flat().map((text) => text.replaceAll(/[\u2068\u2069]/gu, ''));
  };
  expect(await shown('https://go.example.com')).toEqual([msg('domain'), 'go.example.com']);
  model.cancel();
  options.preferences.value = { ...preferencesItem.fallback, domain: 'https://go.example.com' };
  expect(await shown('')).toEqual([msg('domain'), msg('domainDefault')]);
  expect((await shown(`https://${'x'.repeat(5_000)}.example`))[1]?.length).toBeLessThan(200);
});

it('makes the default preset of the file yours only on request', async () => {
  const { model, presetSaves } = open();
  await draw(<SettingsImportExport model={model} />);
  await model.read(settingsFile());
  await settled();
  expect(find('[role=group] [type=checkbox]').hasAttribute('checked')).toBe(false);
  expect(find('[role=group] label').textContent).toContain('Shop');
  model.takesDefault.value = true;
  await model.confirm();
  expect(presetSaves.map(({ defaultId }) => defaultId)).toEqual(['id-Shop']);
});

it('changes nothing when it is canceled', async () => {
  const { model, saves, presetSaves, options } = open();
  await draw(<SettingsImportExport model={model} />);
  await model.read(settingsFile());
  await settled();
  await fire(buttons()[1] ?? root, 'click');
  expect([saves, presetSaves, options.preferences.value]).toEqual([[], [], preferencesItem.fallback]);
  expect(root.querySelector('[role=group]')).toBeNull();
});

it('says when a file changes nothing, and offers no import', async () => {
  const { model } = open();
  await draw(<SettingsImportExport model={model} />);
  await model.read(settingsFile(preferencesItem.fallback, { list: [], defaultId: null }));
  await settled();
  expect(find('[role=group]').textContent).toContain(msg('settingsSame'));
  expect(buttons().map(({ textContent }) => textContent)).toEqual([msg('close')]);
});

it('says that only the presets of a file are to be imported', async () => {
  const { model } = open();
  await draw(<SettingsImportExport model={model} />);
  await model.read(settingsFile(preferencesItem.fallback));
  await settled();
  expect(textsOf('[role=group] > p').slice(0, 2)).toEqual([
    msg('settingsSame'),
    msgCount('presetsInFile', 2),
  ]);
  expect(textsOf('dt')).toEqual([]);
});

it('does not import what belongs to another service, and says so', async () => {
  const { model, saves, presetSaves } = open('https://other.example');
  await draw(<SettingsImportExport model={model} />);
  await model.read(settingsFile());
  await settled();
  expect(find('.banner').textContent).toContain(msg('settingsForeign'));
  expect(find('.banner').textContent).toContain(service);
  expect(textsOf('dt')).not.toContain(msg('campaign'));
  await model.confirm();
  expect(saves.map((saved) => saved.campaign)).toEqual([null]);
  expect(JSON.stringify(presetSaves[0]?.list.slice(1))).not.toContain('Spring');
});

it('does not import what belongs to another account of the same service', async () => {
  const { model, saves } = open();
  await model.read(
    fileOf(exportSettings({ owner: { service, account: '13' }, presets: imported, preferences })),
  );
  expect(model.imported.value?.foreignService).toBe(service);
  await model.confirm();
  expect(saves.map((saved) => saved.campaign)).toEqual([null]);
});

it('asks for the notifications that it turns on, and leaves them off without the permission', async () => {
  const asked: string[] = [];
  for (const isAllowed of [true, false]) {
    const { model, saves, options } = open(service, {
      requestNotifications: async () => {
        asked.push('notifications');
        return isAllowed;
      },
      requestScripting: async () => {
        asked.push('reading');
        return true;
      },
    });
    await model.read(settingsFile({ notify: true }));
    await model.confirm();
    expect([saves.at(-1)?.notify, options.notificationsDenied.value]).toEqual([isAllowed, !isAllowed]);
  }
  expect(asked).toEqual(['reading', 'notifications', 'reading', 'notifications']);
});

it('reports what could not be stored, and can be confirmed again', async () => {
  let isFailing = true;
  const { model, presetSaves } = open(service, {
    savePreferences: async () => (isFailing ? Promise.reject(new Error('no response')) : null),
  });
  await draw(<SettingsImportExport model={model} />);
  await model.read(settingsFile());
  await model.confirm();
  await settled();
  expect(find('[role=alert]').textContent).toBe(msg('changesNotSaved'));
  isFailing = false;
  await model.confirm();
  await settled();
  expect(find('[role=status]').textContent).toBe(msg('settingsImported'));
  // The same presets replace themselves.
  expect(presetSaves[1]).toEqual(presetSaves[0]);
});

it('resets preferences and presets after a question, and reports what could not be stored', async () => {
  let isFailing = true;
  const { model, options, presetModel } = open(service, {
    preferences,
    savePreferences: async () => (isFailing ? Promise.reject(new Error('no response')) : null),
  });
  const page = (
    <>
      <SettingsImportExport model={model} />
      <ResetSettings model={model} />
    </>
  );
  await draw(page);
  await fire(find('.danger'), 'click');
  await fire(buttons()[1] ?? root, 'click');
  expect(options.preferences.value).toEqual(preferences);
  await fire(find('.danger'), 'click');
  await fire(buttons()[0] ?? root, 'click');
  await settled();
  expect(find('[role=alert]').textContent).toBe(msg('changesNotSaved'));
  isFailing = false;
  await fire(find('.danger'), 'click');
  await fire(buttons()[0] ?? root, 'click');
  await settled();
  expect(textsOf('[role=status]').join('')).toBe(msg('settingsReset'));
  expect([options.preferences.value, presetModel.presets.value]).toEqual([
    preferencesItem.fallback,
    presetsItem.fallback,
  ]);
});

describe('a file that can’t be imported', () => {
  const presetsFile = JSON.stringify({ format: 'curtail-presets', version: 1, presets: [] });
  it.each([
    ['no JSON', fileOf('{'), msg('settingsNotSettings', msg('settingsExport'))],
    ['too large', fileOf(' '.repeat(5_000_000)), msg('presetsTooLarge')],
    ['presets only', fileOf(presetsFile), msg('settingsPresetsOnly', msg('presetsHeading'))],
    ['of a newer version', fileOf('{"format":"curtail-settings","version":9}'), msg('presetsNewer')],
    ['unreadable', unreadable, msg('settingsNotSettings', msg('settingsExport'))],
  ])('%s: says why', async (_name, file, text) => {
    const { model } = open();
    await draw(<SettingsImportExport model={model} />);
    await model.read(file);
    await settled();
    expect(find('[role=alert]').textContent).toBe(text);
    expect(root.querySelector('[role=group]')).toBeNull();
  });

  it('more presets than can be stored', async () => {
    const list = Array.from({ length: maxPresets }, (_, index) => preset(`p${index}`));
    const { model } = open(service, {}, { list, defaultId: null });
    await model.read(settingsFile());
    expect(model.problem.value).toEqual({ kind: 'too-many', max: maxPresets });
  });
});
