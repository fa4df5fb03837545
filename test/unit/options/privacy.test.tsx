/** Theme and stored data in the settings. */
import { beforeEach, expect, it } from 'vitest';
import { draw, find, fire, root, textsOf } from '../components/dom.ts';
import { Appearance } from '../../../entrypoints/options/appearance.tsx';
import { createOptionsModel } from '../../../entrypoints/options/model.ts';
import { Privacy } from '../../../entrypoints/options/privacy.tsx';
import { accountViewItem, type AccountView } from '../../../lib/views/account-view.ts';
import { preferencesItem, type Preferences } from '../../../lib/storage/preferences.ts';
import { speak } from '../i18n/catalogue.ts';
import { fullView } from '../popup/samples.ts';
import { msg } from '../../support/texts.ts';

beforeEach(async () => {
  speak();
  await draw(null);
});

const account = { username: 'ada', email: 'a@b.c', status: 'pro', expires: null, avatar: null };

function openModel(accountView: AccountView = accountViewItem.fallback) {
  const saves: Preferences[] = [];
  const disconnects: string[] = [];
  const unused = async () => false;
  const model = createOptionsModel({
    accountView,
    preferences: preferencesItem.fallback,
    popupView: fullView(),
    addressDraft: null,
    now: () => 0,
    newId: () => '',
    requestOrigin: unused,
    requestReading: unused,
    hasOrigin: async () => true,
    requestNotifications: unused,
    grantedOrigins: async () => [],
    removeOrigin: unused,
    connect: async () => 'tried',
    disconnect: async () => disconnects.push('now'),
    savePreferences: async (preferences) => saves.push(preferences),
    saveAddressDraft: () => {},
    dropAddressDraft: () => {},
  });
  return { model, saves, disconnects };
}

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
  if (dark) await fire(dark, 'change');
  expect(saves.map(({ theme }) => theme)).toEqual(['dark']);
  expect([model.saved.value, model.changedSection.value]).toEqual(['yes', 'appearance']);
});

it('tells without a service that nothing is sent, and offers nothing to remove', async () => {
  await draw(<Privacy model={openModel().model} presetCount={0} />);
  expect(find('.privacy').textContent).toBe(msg('privacyNotConnected'));
  expect(textsOf('button')).toEqual([]);
});

it('counts what is stored, and removes the account’s data after a question', async () => {
  const { model, disconnects } = openModel({ address: 'https://sho.rt/links', account, attempt: null });
  await draw(<Privacy model={model} presetCount={1_234} />);
  expect(find('.privacy').textContent).toBe(msg('privacyConnected', 'sho.rt'));
  expect(textsOf('.counts dd')).toEqual(['1,234', `${fullView().recents.length}`, `${model.waiting.value}`]);
  await fire(find('button'), 'click');
  expect(textsOf('button')).toEqual([msg('confirmDisconnect'), msg('stayConnected')]);
  expect(find('[role=group]').textContent).toContain(msg('disconnectConfirm'));
  await fire(root.querySelectorAll('button')[1] ?? root, 'click');
  expect([textsOf('button'), disconnects]).toEqual([[msg('removeAccountData')], []]);
  await fire(find('button'), 'click');
  await fire(find('button'), 'click');
  expect(disconnects).toEqual(['now']);
});
