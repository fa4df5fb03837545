/** Paints the popup from what is kept, then loads the rest. Nothing here waits for the network or the worker. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { activeTab } from '../../lib/browser/active-tab.ts';
import { browserLanguage } from '../../lib/browser/i18n.ts';
import { openMessageCache, messageCacheKey } from '../../lib/browser/message-cache.ts';
import { readStorage, watchStorage, writeStorage } from '../../lib/browser/storage.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import { emptyPopupView, parsePopupView } from '../../lib/views/popup-view.ts';
import { popupViewKey, presetsKey } from '../../lib/storage/keys.ts';
import { draftKey, parseDraft, isPasswordOmitted } from '../../lib/draft/parse-draft.ts';
import { setTranslator } from '../../lib/i18n/t.ts';
import { browserDeps, whenDeferred } from './deps.ts';
import type * as laterParts from './deferred.tsx';
import { createPopupModel } from './model.ts';
import { Popup } from './popup.tsx';
import { focusAgain } from './take-focus.ts';
import styles from './popup.css?inline';

// One file less to wait for: nothing is drawn before this script has run.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

/** Written since it was read here. */
let changed = false;
watchStorage('local', popupViewKey, () => (changed = true));

const [tab, kept] = await Promise.all([
  activeTab(),
  readStorage('local', popupViewKey, presetsKey, messageCacheKey),
]);
const language = browserLanguage();
// What a private window says is no news to the disk.
const keep = (words: object) => void (tab.private || writeStorage('local', messageCacheKey, words));
setTranslator(openMessageCache(kept[messageCacheKey], language, keep), language);
const area = tab.private ? 'session' : 'local';
const key = draftKey(tab.address);
const short = linkByUrlKey(tab.address);
const own = await readStorage(area, key, short, ...(tab.private ? [popupViewKey] : []));
const view = parsePopupView(own[popupViewKey]) ?? parsePopupView(kept[popupViewKey]) ?? emptyPopupView;

const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const later = signal<typeof laterParts | null>(null);
const services = painted.then(() => import('./deferred.tsx'));
const rest = whenDeferred(later, services);

const model = createPopupModel({
  page: tab,
  view,
  draft: parseDraft(own[key]),
  known: parseLinkByUrl(own[short]),
  passwordLeft: isPasswordOmitted(own[key]),
  ...browserDeps({ area, key, rest, presets: kept[presetsKey] }),
});

globalThis.addEventListener('focus', focusAgain);
render(<Popup model={model} later={later} rest={rest} />, document.body);

// Where it does not load, "Shorten" tries again.
if (model.deps.presets) void painted.then(model.loadPresets).catch(() => undefined);

// Not awaited: the rest is built on this file, and would wait for its end in turn.
void services.then((deferred) => {
  later.value = deferred;
  deferred.startAfterPaint(model, key, tab.private || changed, !tab.private && own[short] === undefined);
});
