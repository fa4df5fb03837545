/** Theme and stored data in the settings. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act } from 'preact/test-utils';
import { draw, find, fire, root, textsOf } from '../../support/dom.ts';
import { Appearance } from '../../../entrypoints/options/appearance.tsx';
import { DisconnectButton } from '../../../entrypoints/options/disconnect.tsx';
import { ConnectionForm } from '../../../entrypoints/options/connection-form.tsx';
import { createSettingsModel } from '../../../entrypoints/options/settings-import-model.ts';
import { Privacy } from '../../../entrypoints/options/privacy.tsx';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { presetsItem } from '../../../lib/storage/presets.ts';
import type { AccountView } from '../../../lib/views/account-view.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { speak } from '../../support/speak.ts';
import { fullView, jobView } from '../../support/sample-views.ts';
import { msg, msgCount } from '../../support/texts.ts';
import { account, openModel, openPresets } from './samples.ts';
import { settled } from '../../support/flush.ts';

vi.mock('../../../lib/browser/native.ts', () => ({ native: {} }));
const opened = vi.hoisted(() => [] as string[]);
vi.mock('../../../lib/browser/open-page.ts', () => ({
  openManage: async (section: string) => void opened.push(section),
}));

beforeEach(async () => {
  speak();
  await draw(null);
});

function openPrivacy(accountView?: AccountView, presetCount = 0, deps: Parameters<typeof openModel>[1] = {}) {
  const opened = openModel(accountView, { popupView: fullView({ scope: 'mine' }), ...deps });
  const { model: presets, saves: presetSaves } = openPresets(presetsItem.fallback);
  const settings = createSettingsModel(opened.model, presets);
  const privacy = (
    <Privacy
      model={opened.model}
      presetCount={presetCount}
      settings={settings}
      diagnostics={{ readDiagnosticsFacts: never, readBackground: never, copy: async () => false }}
      watchStoredLinks={(scope, onCount) => {
        onCount(scope === 'mine' ? 1_284 : null);
        return () => undefined;
      }}
    />
  );
  return { ...opened, presetSaves, privacy };
}
const never = async () => Promise.reject(new Error('not read until it is asked for'));
const plainButtons = [
  msg('settingsExport'),
  msg('settingsImport'),
  msg('copyDiagnostics'),
  msg('resetSettingsOpen'),
];
const buttonNamed = (name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? root;
const removeButton = () => buttonNamed(msg('removeAccountData'));

it('offers three themes, saves a choice, and says so in its section', async () => {
  const { model, saves } = openModel();
  await draw(<Appearance model={model} />);
  expect(textsOf('[role=radiogroup] label')).toEqual([
    msg('themeSystem'),
    msg('themeLight'),
    msg('themeDark'),
  ]);
  expect([...root.querySelectorAll('input')].map((radio) => radio.hasAttribute('checked'))).toEqual([
    true,
    false,
    false,
  ]);
  const [, , dark] = root.querySelectorAll('input');
  expect(textsOf('.hint')).toContain(msg('displayLanguageHint', 'English'));
  if (dark) await fire(dark, 'change');
  await settled();
  expect(saves.map(({ theme }) => theme)).toEqual(['dark']);
  expect([model.saved.value, model.changedSection.value]).toEqual(['yes', 'appearance']);
  await draw(<Appearance model={model} />);
  expect(find('[role=status]').textContent).toBe(msg('savedSetting', msg('theme')));
});

it('says that a choice is saved only as long as it takes to read, and that it is not until the next choice', async () => {
  vi.useFakeTimers();
  const said = () => find('[role=status]').textContent;
  const { model } = openModel();
  await draw(<Appearance model={model} />);
  await act(async () => void (await model.change({ theme: 'dark' })));
  expect(said()).toBe(msg('savedSetting', msg('theme')));
  await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)));
  expect(said()).toBe('');
  await act(() => void (model.saved.value = 'failed'));
  await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
  expect(said()).toBe(msg('changesNotSaved'));
  vi.useRealTimers();
});

it('without a service: says that nothing is sent, lists only what is stored, and offers nothing to remove', async () => {
  await draw(openPrivacy(undefined, 3).privacy);
  await settled();
  expect(textsOf('.counts')).toEqual([`${msg('presetsHeading')}3`]);
  expect(textsOf('.hint')[0]).toBe(msg('storedHereSettings'));
  expect(find('.privacy').textContent).toBe(msg('privacyNotConnected'));
  expect(textsOf('button')).toEqual([...plainButtons, msg('deleteEverythingOpen')]);
});

it('removes the account’s data with the icon of "Disconnect", which is the same', async () => {
  const { model, privacy } = openPrivacy({ address: 'https://sho.rt', account, attempt: null });
  await draw(<DisconnectButton model={model} />);
  const icon = find('svg').innerHTML;
  await draw(privacy);
  await settled();
  expect(removeButton().querySelector('svg')?.innerHTML).toBe(icon);
});

it('counts what is stored, and removes the account’s data after a question', async () => {
  const connected = { address: 'https://sho.rt/links', account, attempt: null };
  const { model, disconnects, privacy } = openPrivacy(connected, 1_234);
  await draw(privacy);
  await settled();
  expect(find('.privacy').textContent).toBe(msg('privacyConnected', 'sho.rt'));
  expect(textsOf('.counts dd')).toEqual([
    '1,234',
    '1,284',
    `${fullView().recents.length}`,
    `${model.waiting.value}`,
  ]);
  await fire(removeButton(), 'click');
  expect(textsOf('[role=group] button')).toEqual([
    msg('disconnectExport'),
    msg('disconnect'),
    msg('stayConnected'),
  ]);
  await fire(find('[role=group] button'), 'click');
  expect([opened, root.querySelector('[role=group]') !== null]).toEqual([['links/export'], true]);
  expect(find('[role=group]').textContent).toContain(msg('disconnectConfirm'));
  await fire(root.querySelectorAll('[role=group] button')[2] ?? root, 'click');
  expect([textsOf('button'), disconnects]).toEqual([
    [...plainButtons, msg('removeAccountData'), msg('deleteEverythingOpen')],
    [],
  ]);
  await fire(removeButton(), 'click');
  await fire(find('[role=group] .danger'), 'click');
  expect(disconnects).toEqual(['now']);
});

it('deletes settings, presets and account after one question, and keeps no address', async () => {
  const connected = { address: 'https://sho.rt/links', account, attempt: null };
  const removed: string[] = [];
  const { model, saves, disconnects, presetSaves, privacy } = openPrivacy(connected, 1, {
    removeOptionalPermissions: async () => void removed.push('permissions'),
  });
  await draw(privacy);
  await settled();
  const button = () => buttonNamed(msg('deleteEverythingOpen'));
  await fire(button(), 'click');
  expect(find('[role=group]').textContent).toContain(msg('disconnectLoses'));
  await fire(buttonNamed(msg('keepEverything')), 'click');
  expect([saves, presetSaves, disconnects, removed]).toEqual([[], [], [], []]);
  await fire(button(), 'click');
  await fire(find('[role=group] .danger'), 'click');
  await settled();
  expect([saves, presetSaves, disconnects]).toEqual([
    [preferencesItem.fallback],
    [presetsItem.fallback],
    ['now'],
  ]);
  expect([model.state.value.name, model.address.value]).toEqual(['everything-deleted', '']);
  expect(removed).toEqual(['permissions']);
  await draw(<ConnectionForm model={model} />);
  expect(find('[role=status].attempt').textContent).toBe(msg('everythingDeleted'));
});

const paragraphs = () =>
  [...root.querySelectorAll('[role=group] p:not(.acts)')].slice(1).map(({ textContent }) => textContent);

describe('before an account’s data is removed', () => {
  const connected = { address: 'https://sho.rt', account, attempt: null };
  const lost = [
    msgCount('linksNotCreated', 5),
    msgCount('changesNotMade', 1),
    msg('sentMayTakeEffect'),
    msg('disconnectLoses'),
  ];
  const jobs = [jobView({ id: '1', state: 'queued' }), jobView({ id: '2', kind: 'change', state: 'sent' })];
  const view = fullView({ scope: 'mine', jobs, unfinished: 2 });

  it.each([
    ['removeAccountData', 'disconnectConfirm'],
    ['deleteEverythingOpen', 'deleteEverythingConfirm'],
  ] as const)('“%s” names what happens, then what is lost, then how to keep links', async (name, text) => {
    const { privacy } = openPrivacy(connected, 0, { popupView: view, countBulkLinks: async () => 4 });
    await draw(privacy);
    await settled();
    await fire(buttonNamed(msg(name)), 'click');
    expect(paragraphs()).toEqual([msg(text), ...lost]);
  });

  it('“Replace account” does so, too', async () => {
    const { model } = openModel(connected, { popupView: view, countBulkLinks: async () => 4 });
    model.state.value = { name: 'other-account', account: 'grace@b.c' };
    await draw(<ConnectionForm model={model} />);
    await settled();
    expect(paragraphs()).toEqual([
      msg('replaceAccountText', isolate('grace@b.c'), isolate('a@b.c')),
      ...lost,
    ]);
  });

  it('says nothing of what waits where nothing does', async () => {
    const idle = fullView({ scope: 'mine', jobs: [], unfinished: 0 });
    const { privacy } = openPrivacy(connected, 0, { popupView: idle });
    await draw(privacy);
    await settled();
    await fire(removeButton(), 'click');
    expect(paragraphs()).toEqual([msg('disconnectConfirm'), msg('disconnectLoses')]);
  });
});
