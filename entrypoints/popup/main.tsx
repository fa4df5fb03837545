/** Paints the popup from what is kept, then loads the rest. Nothing here waits for the network or the worker. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { activeTab } from '../../lib/browser/active-tab.ts';
import { browserLanguage } from '../../lib/browser/i18n.ts';
import { keptWords, wordsKey } from '../../lib/browser/message-cache.ts';
import { readStored, watchStored, writeStored } from '../../lib/browser/storage.ts';
import { guardKnown, knownKey } from '../../lib/storage/links-by-url.ts';
import { emptyPopupView, guardPopupView, popupViewKey } from '../../lib/views/popup-view.ts';
import { presetsKey } from '../../lib/storage/presets-key.ts';
import { draftKey, guardDraft, lacksPassword } from '../../lib/draft/parse-draft.ts';
import { useCatalogue } from '../../lib/i18n/t.ts';
import { browserParts, restOf } from './deps.ts';
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
watchStored('local', popupViewKey, () => (changed = true));

const [tab, kept] = await Promise.all([activeTab(), readStored('local', popupViewKey, presetsKey, wordsKey)]);
const language = browserLanguage();
// What a private window says is no news to the disk.
const keep = (words: object) => void (tab.private || writeStored('local', wordsKey, words));
useCatalogue(keptWords(kept[wordsKey], language, keep), language);
const area = tab.private ? 'session' : 'local';
const key = draftKey(tab.address);
const short = knownKey(tab.address);
const own = await readStored(area, key, short, ...(tab.private ? [popupViewKey] : []));
const view = guardPopupView(own[popupViewKey]) ?? guardPopupView(kept[popupViewKey]) ?? emptyPopupView;

const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const later = signal<typeof laterParts | null>(null);
const services = painted.then(() => import('./deferred.tsx'));
const rest = restOf(later, services);

const model = createPopupModel({
  page: tab,
  view,
  draft: guardDraft(own[key]),
  known: guardKnown(own[short]),
  passwordLeft: lacksPassword(own[key]),
  ...browserParts({ area, key, rest, presets: kept[presetsKey] }),
});

globalThis.addEventListener('focus', focusAgain);
render(<Popup model={model} later={later} rest={rest} />, document.body);

// Where it does not load, "Shorten" tries again.
if (model.parts.presets) void painted.then(model.loadPresets).catch(() => undefined);

// Not awaited: the rest is built on this file, and would wait for its end in turn.
void services.then((parts) => {
  later.value = parts;
  parts.begin(model, key, tab.private || changed, !tab.private && own[short] === undefined);
});
