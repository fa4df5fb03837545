/** Paints the popup from stored data, then loads the rest. Nothing here waits for the network or the worker. With all it imports, one chunk (wxt.config.ts). */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { activeTab } from '../../lib/browser/active-tab.ts';
import { browserLanguage } from '../../lib/browser/browser-messages.ts';
import { openMessageCache, messageCacheKey } from '../../lib/browser/message-cache.ts';
import { readStorage, watchStorage, writeStorage } from '../../lib/browser/storage.ts';
import { parseLinkByUrl, linkByUrlKey } from '../../lib/storage/links-by-url.ts';
import { emptyPopupView, parsePopupView } from '../../lib/views/popup-view.ts';
import { popupViewKey, presetsKey } from '../../lib/storage/storage-keys.ts';
import { draftKey, parseDraft, isPasswordOmitted } from '../../lib/draft/stored-draft.ts';
import { setDocumentLanguage } from '../../lib/i18n/document-language.ts';
import { setTranslator } from '../../lib/i18n/t.ts';
import { browserDeps, whenDeferred } from './deps.ts';
import { createPopupModel } from './model.ts';
import { shellParts } from './shell-parts.tsx';
import { keepStageHeight, scrollToStatus } from './stage.ts';
import { addStyles } from './add-styles.ts';
import { Popup } from './popup.tsx';
import styles from './popup.css?inline';

/** As public/theme.js does on the other pages. */
function applyTheme(): void {
  try {
    document.documentElement.dataset['theme'] = localStorage.getItem('theme') ?? 'system';
  } catch {
    // A browser without `localStorage` shows its own theme.
  }
}

/** The active tab, and what is stored for it. */
async function readPage() {
  const tab = await activeTab();
  const area = tab.private ? 'session' : 'local';
  const key = draftKey(tab.address);
  const short = linkByUrlKey(tab.address);
  const own = await readStorage(area, key, short, ...(tab.private ? [popupViewKey] : []));
  return { tab, area, key, short, own } as const;
}

export async function openPopup(): Promise<void> {
  /** The view was written after this script began, perhaps after it was read. */
  let isViewChanged = false;
  watchStorage('local', popupViewKey, () => (isViewChanged = true));
  const reading = Promise.all([readPage(), readStorage('local', popupViewKey, presetsKey, messageCacheKey)]);
  // Blocks (`localStorage`) while the browser reads.
  applyTheme();
  // Saves a file: nothing is drawn before this script has run.
  addStyles(styles);
  const [{ tab, area, key, short, own }, stored] = await reading;
  // Nothing of a private window is written to disk.
  const save = (messages: object) => {
    if (!tab.private) void writeStorage('local', messageCacheKey, messages);
  };
  setTranslator(openMessageCache(stored[messageCacheKey], browserLanguage(), save));
  setDocumentLanguage();

  /** In the task after the first frame. */
  const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const loading = painted.then(() => import('./deferred.tsx'));
  const whenLoaded = whenDeferred(loading);
  const model = createPopupModel({
    page: tab,
    view: parsePopupView(own[popupViewKey]) ?? parsePopupView(stored[popupViewKey]) ?? emptyPopupView,
    draft: parseDraft(own[key]),
    storedLink: parseLinkByUrl(own[short]),
    passwordOmitted: isPasswordOmitted(own[key]),
    ...browserDeps({ area, key, whenLoaded, presets: stored[presetsKey] }),
  });

  globalThis.addEventListener('focus', model.focus.restore);
  const parts = signal(shellParts(whenLoaded));
  render(<Popup model={model} parts={parts} />, document.body);
  // The first press may come before the rest has loaded.
  keepStageHeight(model);
  scrollToStatus(model);

  // If it does not load, "Shorten" tries again.
  if (model.deps.presets) void painted.then(model.loadPresets).catch(() => undefined);

  const deferred = await loading;
  parts.value = deferred.parts;
  deferred.startAfterPaint(model, key, {
    isViewStale: tab.private || isViewChanged,
    searchesMirror: !tab.private && own[short] === undefined,
  });
}
