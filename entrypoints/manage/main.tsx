/** The manage page: renders the stored views immediately, watches them, and requests every change from the background. */
import '../../lib/api/zod-config.ts';
import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { browserLanguage } from '../../lib/browser/browser-messages.ts';
import { openMessageCache } from '../../lib/browser/message-cache.ts';
import { copyInPage } from '../../lib/browser/clipboard.ts';
import { openLinkDraft } from '../../lib/browser/open-link-draft.ts';
import { openSettings, openTab } from '../../lib/browser/open-page.ts';
import { isIncognito } from '../../lib/browser/incognito.ts';
import { followStorage } from '../../lib/browser/follow-storage.ts';
import { readStorage } from '../../lib/browser/storage.ts';
import { sendManageRequest, sendRequest, sendWithRetry, withRetry } from '../../lib/messages/client.ts';
import { createApiReader } from '../../lib/messages/api-reader.ts';
import { saveAccount } from '../../lib/messages/save-account.ts';
import { createMirrorReader } from '../../lib/mirror/mirror-reader.ts';
import { activityViewKey, popupViewKey } from '../../lib/storage/storage-keys.ts';
import { readItem } from '../../lib/storage/stored-item.ts';
import { pickerListsItem } from '../../lib/storage/picker-lists.ts';
import { accountViewItem } from '../../lib/views/account-view.ts';
import { parsePopupView } from '../../lib/views/popup-view.ts';
import { delay } from '../../lib/time/delay.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';
import { setDocumentLanguage } from '../../lib/i18n/document-language.ts';
import { t, setTranslator } from '../../lib/i18n/t.ts';
import { Manage, titleOf } from './manage.tsx';
import { createManageModel } from './model.ts';
import { createNewLinkOpener } from './records/open-new-link.ts';
import { submit } from './submit-page-command.ts';
import type { SectionDeps } from './section-deps.ts';
import { createSectionModels } from './section-props.ts';
import { skipDismissedRows } from './skip-dismissed-rows.ts';
import { watchBulks } from './watch-bulks.ts';
import { followEditedRows } from './edited-rows.ts';
import { createRouter, toHash } from './router.ts';
import './manage.css';

// Rows are rendered while a list is scrolled, each with several texts: each is looked up in the browser's catalog only once.
setTranslator(openMessageCache(undefined, browserLanguage(), () => undefined));
setDocumentLanguage();

const [storedInSession, storedLocally] = await Promise.all([
  readStorage('session', activityViewKey),
  readStorage('local', popupViewKey, pickerListsItem.key, accountViewItem.key),
]);

/** After so many tries the failure of an action is shown. */
const maxTries = 4;

const readJobLink = (id: string) => withRetry(() => sendManageRequest('job-link', { id }), maxTries);

const openNewLink = createNewLinkOpener();

const model = createManageModel({
  stored: storedInSession[activityViewKey],
  private: isIncognito(),
  now: Date.now,
  ping: () =>
    sendRequest('ping', { needsActivity: true, showsFailures: document.visibilityState === 'visible' }),
  request: (kind, request) => sendWithRetry(kind, request, maxTries),
  watch: (show) => void followStorage('session', storedInSession, { [activityViewKey]: show }),
  copy: copyInPage,
  cancelBulkRow: async (id) => (await bulkRepository()).cancelRow(id),
  retryBulkRow: async (id) => (await bulkRepository()).retryRow(id),
  resumeBulk: async (id) => (await bulkRepository()).setDesiredState(id, 'run'),
  openSettings: (target) => void openSettings(target),
  openNewLink: () => void openNewLink(),
  readJobLink,
  async openJobLink({ id, passwordDropped = false }) {
    const link = await readJobLink(id);
    if (link !== null) await openLinkDraft(link, { passwordOmitted: passwordDropped, replaces: id });
    return link !== null;
  },
  openPage: (url) => void openTab(url),
});

/** A page opened without a section shows the jobs that wait or have a question. */
const hasActiveJobs = parsePopupView(storedLocally[popupViewKey])?.jobs.some(
  (job) => isJobActive(job) || job.question !== null,
);
const router = createRouter({
  hash: location.hash,
  fallback: hasActiveJobs === true ? 'activity' : 'links',
  visit: (hash) => (location.hash = hash),
});
// A reload opens the same section.
if (location.hash === '') history.replaceState(null, '', toHash(router.route.peek()));
window.addEventListener('hashchange', () => router.follow(location.hash));
effect(() => {
  document.title = `${titleOf(router.route.value.section)} · ${t('extName')}`;
});

/** Used until the background has stored which account it is. */
const lastScope = readItem(pickerListsItem, storedLocally[pickerListsItem.key]).scope;
const scope = computed(() => model.view.value?.scope ?? lastScope);
const mirror = createMirrorReader(() => scope.value);
const deps: SectionDeps = {
  scope,
  view: model.view,
  item: computed(() => router.route.value.item),
  now: Date.now,
  newId: () => crypto.randomUUID(),
  read: createApiReader(
    (request) => withRetry(() => sendManageRequest('api-get', request)),
    () => scope.value,
    'user',
  ),
  submit,
  mirror,
  // The lists show when they were synced last; "Sync now" can be pressed again.
  sync: ({ force = false, work } = {}) =>
    void withRetry(() => sendManageRequest('sync', { force, work })).catch(() => undefined),
  announceWork: async (work) => void (await withRetry(() => sendManageRequest('expect', { work }))),
  copy: copyInPage,
  navigate: router.go,
  saveAccount: ({ email = '', password = '' }) => saveAccount({ scope: scope.value, email, password }),
  bulks: watchBulks({
    scope,
    onChange: mirror.onChange,
    list: async () => (await bulkRepository()).list(),
    delay,
  }),
};

async function bulkRepository() {
  return (await import('./bulk/bulk-repository.ts')).createBulkRepository(deps);
}

skipDismissedRows(model.view, async (ids) => (await bulkRepository()).skipRows(ids));
followEditedRows({
  view: model.view,
  readLink: readJobLink,
  readStatus: (id) => withRetry(() => sendManageRequest('job-status', { id }), maxTries),
  store: async (edit) => (await bulkRepository()).applyRowEdit(edit),
});

/** The open item belongs to one account. */
function closeItemOnAccountChange(): void {
  let account = scope.peek();
  effect(() => {
    const isOther = account !== '' && scope.value !== account;
    if (isOther && deps.item.peek() !== '') router.go(router.route.peek().section);
    account = scope.value;
  });
}
closeItemOnAccountChange();

const account = signal(readItem(accountViewItem, storedLocally[accountViewItem.key]).account);
void followStorage('local', storedLocally, {
  [accountViewItem.key]: (raw) => (account.value = readItem(accountViewItem, raw).account),
});

render(
  <Manage page={model} router={router} deps={deps} models={createSectionModels()} account={account} />,
  document.body,
);

// A page that becomes visible may have been suspended, and the background stopped.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') model.ping();
});
model.ping();
