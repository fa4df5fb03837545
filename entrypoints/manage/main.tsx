/** The manage page: shows at once what is kept, watches it, and asks the background for every change. */
import '../../lib/service/jitless.ts';
import { render } from 'preact';
import { browserLanguage, getMessage } from '../../lib/browser/catalogue.ts';
import { native } from '../../lib/browser/native.ts';
import { copyInPage } from '../../lib/browser/page-clipboard.ts';
import { readStored, watchStored } from '../../lib/browser/stored.ts';
import { ask } from '../../lib/messages/ask.ts';
import { activityViewKey } from '../../lib/settings/activity-view-key.ts';
import { say, useCatalogue } from '../../lib/text/say.ts';
import { Manage } from './manage.tsx';
import { createManageModel } from './model.ts';
import './manage.css';

useCatalogue(getMessage, browserLanguage());
document.title = `${say('activity')} · ${say('extName')}`;
document.documentElement.lang = browserLanguage();

const stored = await readStored('session', activityViewKey);

const model = createManageModel({
  stored: stored[activityViewKey],
  now: Date.now,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ask,
  watch: (show) => watchStored('session', activityViewKey, show),
  copy: copyInPage,
  openSettings: () => void native.runtime.openOptionsPage(),
  openPage: (url) => void native.tabs.create({ url }),
});

render(<Manage model={model} />, document.body);

// What changed between the first look and the watch.
model.show((await readStored('session', activityViewKey))[activityViewKey]);
// A page that comes back to the front may have slept, and the background with it.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') model.greet();
});
model.greet();
