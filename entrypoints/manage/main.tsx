/** The manage page: shows at once what is kept, watches it, and asks the background for every change. */
import '../../lib/api/zod-config.ts';
import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import { browserLanguage } from '../../lib/browser/i18n.ts';
import { keptWords } from '../../lib/browser/message-cache.ts';
import { native } from '../../lib/browser/native.ts';
import { copyInPage } from '../../lib/browser/clipboard.ts';
import { inPrivateWindow } from '../../lib/browser/incognito.ts';
import { readStored, watchStored } from '../../lib/browser/storage.ts';
import { askManage } from '../../lib/messages/manage-client.ts';
import { ask, insist } from '../../lib/messages/client.ts';
import { pause } from '../../lib/messages/delay.ts';
import { createReader } from '../../lib/messages/page-api-reader.ts';
import { saveAccount } from '../../lib/messages/save-account.ts';
import { createMirrorView } from '../../lib/mirror/mirror-reader.ts';
import { activityViewKey } from '../../lib/storage/activity-view-key.ts';
import { peekItem } from '../../lib/storage/stored-item.ts';
import { pickerListsItem } from '../../lib/storage/picker-lists.ts';
import { guardPopupView, popupViewKey } from '../../lib/views/popup-view.ts';
import { isUnderWay } from '../../lib/i18n/describe-job.ts';
import { say, useCatalogue } from '../../lib/i18n/t.ts';
import { Manage, titleOf } from './manage.tsx';
import { createManageModel } from './model.ts';
import { put } from './submit-command.ts';
import type { RoomParts } from './section-deps.ts';
import { isOpenRoom } from './routes.ts';
import { createWay, hashOf } from './router.ts';
import './manage.css';

const language = browserLanguage();
// Rows are drawn while a list is scrolled, each with several texts: the browser's own catalogue is asked for one only once.
useCatalogue(
  keptWords(undefined, language, () => undefined),
  language,
);
document.documentElement.lang = language;

const [stored, kept] = await Promise.all([
  readStored('session', activityViewKey),
  readStored('local', popupViewKey, pickerListsItem.key),
]);

const model = createManageModel({
  stored: stored[activityViewKey],
  private: inPrivateWindow(),
  now: Date.now,
  pause,
  ask,
  watch: (show) => watchStored('session', activityViewKey, show),
  copy: copyInPage,
  dropJob: (id) => import('./bulk/cancel-bulk-row.ts').then(({ dropJob }) => dropJob(scope.peek(), id)),
  openSettings: () => void native.runtime.openOptionsPage(),
  openPage: (url) => void native.tabs.create({ url }),
});

/** Something waits, or wants an answer: that is what a page opened without a room is opened for. */
const waits = guardPopupView(kept[popupViewKey])?.jobs.some(
  (job) => isUnderWay(job) || job.question !== null,
);
const way = createWay({
  hash: location.hash,
  fallback: waits !== true && isOpenRoom('links') ? 'links' : 'activity',
  visit: (hash) => (location.hash = hash),
});
// A page that is loaded anew finds itself in the same room.
if (location.hash === '') history.replaceState(null, '', hashOf(way.place.peek()));
window.addEventListener('hashchange', () => way.follow(location.hash));
effect(() => {
  document.title = `${titleOf(way.place.value.room)} · ${say('extName')}`;
});

/** Until the background has said which account it is. */
const lastScope = peekItem(pickerListsItem, kept[pickerListsItem.key]).scope;
const scope = computed(() => model.view.value?.scope ?? lastScope);
const parts: RoomParts = {
  scope,
  view: model.view,
  item: computed(() => way.place.value.item),
  now: Date.now,
  read: createReader(() => scope.value, 'person'),
  put,
  mirror: createMirrorView(() => scope.value),
  // The lists say when they were synced last; "Sync now" can be pressed again.
  keep: (force, work) => void insist(() => askManage('keep', { force, work })).catch(() => undefined),
  expect: async (work) => void (await insist(() => askManage('expect', { work }))),
  copy: copyInPage,
  openPage: model.parts.openPage,
  go: way.go,
  saveAccount: ({ email = '', password = '' }) => saveAccount({ scope: scope.value, email, password }),
};

// What was open of one account is nothing of another's.
let account = scope.peek();
effect(() => {
  if (account !== '' && scope.value !== account && parts.item.peek() !== '') way.go(way.place.peek().room);
  account = scope.value;
});

render(<Manage model={model} way={way} parts={parts} />, document.body);

// What changed between the first look and the watch.
model.show((await readStored('session', activityViewKey))[activityViewKey]);
// A page that comes back to the front may have slept, and the background with it.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') model.greet();
});
model.greet();
