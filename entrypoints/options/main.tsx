/** Entry of the settings page: reads and watches the stored state, and sends every change to the background. */
import '../../lib/api/zod-config.ts';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { getMessage } from '../../lib/browser/browser-messages.ts';
import { native } from '../../lib/browser/native.ts';
import {
  hasOrigin,
  grantedOrigins,
  removeOptionalPermissions,
  removeOrigin,
  requestNotifications,
  requestOrigin,
  requestScripting,
} from '../../lib/browser/permissions.ts';
import { draftArea } from '../../lib/browser/incognito.ts';
import { copyInPage } from '../../lib/browser/clipboard.ts';
import { readDiagnosticsFacts } from '../../lib/browser/diagnostics-facts.ts';
import { boundShortcuts, changeShortcuts } from '../../lib/browser/keyboard-shortcuts.ts';
import { followStorage } from '../../lib/browser/follow-storage.ts';
import { readStorage, removeStorage, writeStorage } from '../../lib/browser/storage.ts';
import { showTheme } from '../../lib/browser/theme.ts';
import { isOnToolbar } from '../../lib/browser/toolbar.ts';
import { ping, sendManageRequest, sendRequest, sendWithRetry, withRetry } from '../../lib/messages/client.ts';
import { firstStepsKey, popupViewKey } from '../../lib/storage/storage-keys.ts';
import { writeIntent } from '../../lib/messages/write-intent.ts';
import { accountViewItem } from '../../lib/views/account-view.ts';
import { summarizeBulks } from '../../lib/mirror/summarize-bulks.ts';
import { readItem } from '../../lib/storage/stored-item.ts';
import { parsePopupView } from '../../lib/views/popup-view.ts';
import { preferencesItem } from '../../lib/storage/preferences.ts';
import { presetsItem } from '../../lib/storage/presets.ts';
import { setDocumentLanguage } from '../../lib/i18n/document-language.ts';
import { t, setTranslator } from '../../lib/i18n/t.ts';
import { createDiagnostics } from './diagnostics-report.ts';
import { createOptionsModel } from './model.ts';
import { Options } from './options.tsx';
import { createPresetModel } from './presets-model.ts';
import { createSettingsModel } from './settings-import-model.ts';
import './options.css';

/** Holds the typed address only: a key is not stored before it was tried. */
const addressDraftKey = 'draft:settings';

setTranslator(getMessage);
document.title = t('optionsTitle');
setDocumentLanguage();

const parseFirstSteps = (raw: unknown) => (typeof raw === 'boolean' ? raw : undefined);

/** Attempts before the page reports that the background does not answer. */
const maxTries = 5;

const stored = await readStorage(
  'local',
  accountViewItem.key,
  preferencesItem.key,
  popupViewKey,
  presetsItem.key,
  firstStepsKey,
);
const { [addressDraftKey]: draft } = await readStorage(draftArea(), addressDraftKey);

/** What is shown stays as it is: only a reload would not find it. */
const ignoreFailure = (change: Promise<void>) => void change.catch(() => undefined);

const model = createOptionsModel({
  accountView: readItem(accountViewItem, stored[accountViewItem.key]),
  preferences: readItem(preferencesItem, stored[preferencesItem.key]),
  popupView: parsePopupView(stored[popupViewKey]),
  addressDraft: typeof draft === 'string' ? draft : null,
  firstSteps: parseFirstSteps(stored[firstStepsKey]),
  now: Date.now,
  newId: () => crypto.randomUUID(),
  requestOrigin,
  requestScripting,
  hasOrigin,
  grantedOrigins,
  removeOrigin,
  removeOptionalPermissions,
  requestNotifications,
  writeIntent,
  connect: (id) => sendWithRetry('connect', { id }, maxTries),
  disconnect: () => sendWithRetry('disconnect', { id: crypto.randomUUID() }, maxTries),
  countBulkLinks: async (scope) =>
    summarizeBulks(scope).then(
      ({ waiting }) => waiting,
      // "Bulk create" reports a database that can't be read.
      () => 0,
    ),
  savePreferences: (changes) => withRetry(() => sendRequest('save-preferences', changes()), maxTries),
  saveFirstSteps: (isShown) =>
    ignoreFailure(
      isShown === undefined
        ? removeStorage('local', firstStepsKey)
        : writeStorage('local', firstStepsKey, isShown),
    ),
  saveAddressDraft: (address) => ignoreFailure(writeStorage(draftArea(), addressDraftKey, address)),
  dropAddressDraft: () => ignoreFailure(removeStorage(draftArea(), addressDraftKey)),
});

const presets = createPresetModel({
  presets: readItem(presetsItem, stored[presetsItem.key]),
  save: (changes) => withRetry(() => sendRequest('save-presets', changes()), maxTries),
});

let scope = model.lists.peek()?.scope;
effect(() => {
  const next = model.lists.value?.scope;
  if (next !== scope) presets.leaveAccount();
  scope = next;
});

void followStorage('local', stored, {
  [presetsItem.key]: (raw) => presets.show(readItem(presetsItem, raw)),
  [accountViewItem.key]: (raw) => model.showAccount(readItem(accountViewItem, raw)),
  [preferencesItem.key]: (raw) => model.showPreferences(readItem(preferencesItem, raw)),
  [firstStepsKey]: (raw) => model.showFirstSteps(parseFirstSteps(raw)),
  [popupViewKey]: (raw) => model.showLists(parsePopupView(raw)),
});
native.permissions.onAdded.addListener(() => void model.checkAccess());
native.permissions.onRemoved.addListener(() => void model.checkAccess());

// Other pages read the theme from the copy that this makes.
effect(() => showTheme(model.preferences.value.theme));

const manifest = native.runtime.getManifest();
render(
  <Options
    model={model}
    presets={presets}
    shortcuts={{
      boundShortcuts,
      changeShortcuts,
      keyword: manifest.omnibox?.keyword ?? '',
    }}
    isOnToolbar={isOnToolbar}
    version={manifest.version}
    privacy={{
      settings: createSettingsModel(model, presets),
      diagnostics: {
        readDiagnosticsFacts,
        async readBackground() {
          const view = await withRetry(() => sendManageRequest('activity', null), maxTries);
          const connectFailure = model.account.peek().attempt?.failure ?? null;
          return createDiagnostics({ view, connectFailure });
        },
        copy: copyInPage,
      },
      watchStoredLinks(scope, onCount) {
        const watching = import('../../lib/mirror/watch-stored-links.ts').then((module) =>
          module.watchStoredLinks(scope, onCount),
        );
        return () => void watching.then((stop) => stop());
      },
    }}
  />,
  document.body,
);

// What there is to do: after installing, or where the key no longer works.
const unfinished = model.connected.peek() ? model.keyFailure.peek() && 'api-key' : 'service-address';
if (unfinished && location.hash === '') document.getElementById(unfinished)?.focus();
// A link to a setting or a section: what it names was not there when the browser looked for it.
function showNamed(): void {
  const name = location.hash.slice(1);
  // Firefox warns of an empty one.
  const named = name === '' ? null : document.getElementById(name);
  named?.scrollIntoView({ block: named.matches('h2') ? 'start' : 'center' });
  named?.focus();
}
showNamed();
// From another page, which found this one open.
addEventListener('hashchange', showNamed);

await model.checkAccess();
// The page works on the stored state; each action tries the background again.
await withRetry(() => ping(), maxTries).catch(() => null);
