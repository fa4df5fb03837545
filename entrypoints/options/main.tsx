/** The settings page: reads what is kept, watches it, and asks the background for every change. */
import '../../lib/api/zod-config.ts';
import { render } from 'preact';
import { browserLanguage, getMessage } from '../../lib/browser/i18n.ts';
import { native } from '../../lib/browser/native.ts';
import {
  hasOrigin,
  heldOrigins,
  removeOrigin,
  requestNotifications,
  requestOrigin,
  requestReading,
} from '../../lib/browser/permissions.ts';
import { areaHere } from '../../lib/browser/incognito.ts';
import { boundShortcuts, changeShortcuts, onReturn } from '../../lib/browser/keyboard-shortcuts.ts';
import { readStored, removeStored, watchStored, writeStored } from '../../lib/browser/storage.ts';
import { ask, insist, sayHello } from '../../lib/messages/client.ts';
import { intentPrefix } from '../../lib/storage/intent-key.ts';
import type { ConnectAsk } from '../../lib/messages/protocol.ts';
import { accountViewItem } from '../../lib/views/account-view.ts';
import { peekItem } from '../../lib/storage/stored-item.ts';
import { guardPopupView, popupViewKey } from '../../lib/views/popup-view.ts';
import { preferencesItem } from '../../lib/storage/preferences.ts';
import { presetsItem } from '../../lib/storage/presets.ts';
import { say, useCatalogue } from '../../lib/i18n/t.ts';
import { createOptionsModel } from './model.ts';
import { Options } from './options.tsx';
import { createPresetModel } from './presets-model.ts';
import './options.css';

/** The typed address only: a typed key is never written down before it is tried. */
const addressDraftKey = 'draft:settings';

useCatalogue(getMessage, browserLanguage());
document.title = say('optionsTitle');
document.documentElement.lang = browserLanguage();

/** Before the person is told that the background does not answer. */
const mostTries = 5;

const stored = await readStored(
  'local',
  accountViewItem.key,
  preferencesItem.key,
  popupViewKey,
  presetsItem.key,
);
const { [addressDraftKey]: draft } = await readStored(areaHere(), addressDraftKey);

const model = createOptionsModel({
  accountView: peekItem(accountViewItem, stored[accountViewItem.key]),
  preferences: peekItem(preferencesItem, stored[preferencesItem.key]),
  popupView: guardPopupView(stored[popupViewKey]),
  addressDraft: typeof draft === 'string' ? draft : null,
  now: Date.now,
  newId: () => crypto.randomUUID(),
  requestOrigin,
  requestReading,
  hasOrigin,
  heldOrigins,
  removeOrigin,
  requestNotifications,
  async connect(connectAsk: ConnectAsk) {
    await writeStored('local', intentPrefix + connectAsk.id, connectAsk);
    return insist(() => ask('connect', { id: connectAsk.id }), mostTries);
  },
  disconnect: () => insist(() => ask('disconnect', null), mostTries),
  savePreferences: (preferences) => insist(() => ask('save-preferences', preferences), mostTries),
  saveAddressDraft: (address) => void writeStored(areaHere(), addressDraftKey, address),
  dropAddressDraft: () => void removeStored(areaHere(), addressDraftKey),
});

const presets = createPresetModel({
  presets: peekItem(presetsItem, stored[presetsItem.key]),
  save: (next) => insist(() => ask('save-presets', next), mostTries),
});

watchStored('local', presetsItem.key, (raw) => presets.show(peekItem(presetsItem, raw)));
watchStored('local', accountViewItem.key, (raw) => model.showAccount(peekItem(accountViewItem, raw)));
watchStored('local', preferencesItem.key, (raw) => model.showPreferences(peekItem(preferencesItem, raw)));
watchStored('local', popupViewKey, (raw) => model.showLists(guardPopupView(raw)));
native.permissions.onAdded.addListener(() => void model.checkAccess());
native.permissions.onRemoved.addListener(() => void model.checkAccess());

render(
  <Options
    model={model}
    presets={presets}
    shortcuts={{ read: boundShortcuts, onReturn, onChange: changeShortcuts }}
  />,
  document.body,
);

await model.checkAccess();
// The page works on what is stored; each press asks the background again.
await insist(() => sayHello('options'), mostTries).catch(() => null);
