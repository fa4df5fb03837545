/** The manage page: shows at once what is kept, watches it, and asks the background for every change. */
import '../../lib/api/zod-config.ts';
import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import { browserLanguage } from '../../lib/browser/i18n.ts';
import { openMessageCache } from '../../lib/browser/message-cache.ts';
import { native } from '../../lib/browser/native.ts';
import { copyInPage } from '../../lib/browser/clipboard.ts';
import { isIncognito } from '../../lib/browser/incognito.ts';
import { readStorage, watchStorage } from '../../lib/browser/storage.ts';
import { sendManageRequest, sendRequest, sendWithRetry, withRetry } from '../../lib/messages/client.ts';
import { createApiReader } from '../../lib/messages/api-reader.ts';
import { saveAccount } from '../../lib/messages/save-account.ts';
import { createMirrorReader } from '../../lib/mirror/mirror-reader.ts';
import { activityViewKey, popupViewKey } from '../../lib/storage/keys.ts';
import { readItem } from '../../lib/storage/stored-item.ts';
import { pickerListsItem } from '../../lib/storage/picker-lists.ts';
import { parsePopupView } from '../../lib/views/popup-view.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';
import { t, setTranslator } from '../../lib/i18n/t.ts';
import { Manage, titleOf } from './manage.tsx';
import { createManageModel } from './model.ts';
import { submit } from './submit-command.ts';
import type { SectionDeps } from './section-deps.ts';
import { isOpenSection } from './routes.ts';
import { createRouter, toHash } from './router.ts';
import './manage.css';

const language = browserLanguage();
// Rows are drawn while a list is scrolled, each with several texts: the browser's own catalogue is asked for one only once.
setTranslator(
  openMessageCache(undefined, language, () => undefined),
  language,
);
document.documentElement.lang = language;

const [stored, kept] = await Promise.all([
  readStorage('session', activityViewKey),
  readStorage('local', popupViewKey, pickerListsItem.key),
]);

/** Before the user is told that an action failed. */
const maxTries = 4;

const model = createManageModel({
  stored: stored[activityViewKey],
  private: isIncognito(),
  now: Date.now,
  sayHello: () => sendRequest('page-opened', { page: 'manage' }),
  request: (kind, request) => sendWithRetry(kind, request, maxTries),
  watch: (show) => watchStorage('session', activityViewKey, show),
  copy: copyInPage,
  cancelBulkRow: (id) =>
    import('./bulk/cancel-bulk-row.ts').then(({ cancelBulkRow }) => cancelBulkRow(scope.peek(), id)),
  openSettings: () => void native.runtime.openOptionsPage(),
  openPage: (url) => void native.tabs.create({ url }),
});

/** Something waits, or wants an answer: that is what a page opened without a room is opened for. */
const waits = parsePopupView(kept[popupViewKey])?.jobs.some(
  (job) => isJobActive(job) || job.question !== null,
);
const way = createRouter({
  hash: location.hash,
  fallback: waits !== true && isOpenSection('links') ? 'links' : 'activity',
  visit: (hash) => (location.hash = hash),
});
// A page that is loaded anew finds itself in the same room.
if (location.hash === '') history.replaceState(null, '', toHash(way.place.peek()));
window.addEventListener('hashchange', () => way.follow(location.hash));
effect(() => {
  document.title = `${titleOf(way.place.value.section)} · ${t('extName')}`;
});

/** Until the background has said which account it is. */
const lastScope = readItem(pickerListsItem, kept[pickerListsItem.key]).scope;
const scope = computed(() => model.view.value?.scope ?? lastScope);
const deps: SectionDeps = {
  scope,
  view: model.view,
  item: computed(() => way.place.value.item),
  now: Date.now,
  read: createApiReader(
    (request) => withRetry(() => sendManageRequest('api-get', request)),
    () => scope.value,
    'user',
  ),
  submit,
  mirror: createMirrorReader(() => scope.value),
  // The lists say when they were synced last; "Sync now" can be pressed again.
  sync: (force, work) =>
    void withRetry(() => sendManageRequest('sync', { force, work })).catch(() => undefined),
  announceWork: async (work) => void (await withRetry(() => sendManageRequest('expect', { work }))),
  copy: copyInPage,
  openPage: model.deps.openPage,
  navigate: way.go,
  retained: {},
  saveAccount: ({ email = '', password = '' }) => saveAccount({ scope: scope.value, email, password }),
};

// What was open of one account is nothing of another's.
let account = scope.peek();
effect(() => {
  if (account !== '' && scope.value !== account && deps.item.peek() !== '') way.go(way.place.peek().section);
  account = scope.value;
});

render(<Manage model={model} way={way} deps={deps} />, document.body);

// What changed between the first look and the watch.
model.show((await readStorage('session', activityViewKey))[activityViewKey]);
// A page that comes back to the front may have slept, and the background with it.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') model.sayHello();
});
model.sayHello();
