/** A preset in a page of its own. What is typed lies in a stored draft until it is saved. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { draftArea, isIncognito } from '../../lib/browser/incognito.ts';
import { getMessage } from '../../lib/browser/browser-messages.ts';
import { readStorage, writeStorage } from '../../lib/browser/storage.ts';
import { isEqual } from '../../lib/draft/is-equal.ts';
import { isPasswordOmitted, pageDraftKey } from '../../lib/draft/stored-draft.ts';
import { setDocumentLanguage } from '../../lib/i18n/document-language.ts';
import { setTranslator } from '../../lib/i18n/t.ts';
import { emptyDraft } from '../../lib/presets/from-draft.ts';
import { parsePresets } from '../../lib/presets/parse-presets.ts';
import { popupViewKey, presetsKey } from '../../lib/storage/storage-keys.ts';
import { emptyPopupView, parsePopupView } from '../../lib/views/popup-view.ts';
import { safeDecode } from '../../lib/url/safe-decode.ts';
import { browserDeps, whenDeferred } from '../popup/deps.ts';
import { createPopupModel } from '../popup/model.ts';
import { watchAccount } from '../popup/watch-account.ts';
import { PresetEditor } from './preset-editor.tsx';
import { followUserDefaultDomain, withUserDefaultDomain } from './default-domain.ts';
import { draftRecord, followStored, restoreDraft, startOf } from './stored-preset.ts';
import '../link/link.css';

setTranslator(getMessage);
setDocumentLanguage();

const id = safeDecode(location.hash.slice(1)) || crypto.randomUUID();
// A page that is reloaded, or restored with the browser, edits the same preset.
history.replaceState(null, '', `#${encodeURIComponent(id)}`);
const area = draftArea();
const key = pageDraftKey(`preset ${id}`);
const [local, own] = await Promise.all([
  readStorage('local', popupViewKey, presetsKey),
  readStorage(area, key, popupViewKey),
]);
const stored = parsePresets(local[presetsKey]).list.find((preset) => preset.id === id) ?? null;
const base = signal(stored);
const deferred = await import('../popup/deferred.tsx');
const deps = browserDeps({
  area,
  key,
  whenLoaded: whenDeferred(Promise.resolve(deferred)),
  presets: undefined,
});
const view = parsePopupView(own[popupViewKey]) ?? parsePopupView(local[popupViewKey]) ?? emptyPopupView;
const { campaign, channel, pixels } = emptyDraft;

const model = createPopupModel({
  page: { address: '', title: '', private: isIncognito() },
  // A field that is not set is not part of the preset: the defaults for new links do not count.
  view: { ...withUserDefaultDomain(view), jobs: [], defaults: { campaign, channel, pixels } },
  draft: restoreDraft(own[key], stored),
  passwordOmitted: isPasswordOmitted(own[key]),
  ...deps,
  async saveDraft(draft, passwordOmitted) {
    // Without a change the page follows the stored preset.
    if (isEqual(draft, startOf(base.peek()))) deps.dropDraft();
    else await writeStorage(area, key, draftRecord(draft, passwordOmitted, base.peek()));
  },
});
render(<PresetEditor {...{ id, base, model }} parts={deferred.parts} />, document.body);
followStored(model, base, id);
deferred.startAfterPaint(model, key);
watchAccount(model);
followUserDefaultDomain(model.view);
