/** The link form as a page: for long work and any address. The popup passes what it has in a stored draft. */
import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { activeTab } from '../../lib/browser/active-tab.ts';
import { getMessage } from '../../lib/browser/browser-messages.ts';
import { readSessionItem, writeSessionItem } from '../../lib/browser/session-item.ts';
import { readStorage, writeStorage } from '../../lib/browser/storage.ts';
import { emptyPopupView, parsePopupView } from '../../lib/views/popup-view.ts';
import { activityViewKey, popupViewKey, presetsKey } from '../../lib/storage/storage-keys.ts';
import { parseDraft, isPasswordOmitted, pageDraftKey } from '../../lib/draft/stored-draft.ts';
import { submittedDraft } from '../../lib/draft/new-link-draft.ts';
import { isUuid } from '../../lib/text/is-uuid.ts';
import { setDocumentLanguage } from '../../lib/i18n/document-language.ts';
import { t, setTranslator } from '../../lib/i18n/t.ts';
import { browserDeps, whenDeferred } from '../popup/deps.ts';
import { createPopupModel } from '../popup/model.ts';
import { shellParts } from '../popup/shell-parts.tsx';
import { Link, noPlacements, type PlacementsPart } from './link.tsx';
import { claimPageName } from './page-name.ts';
import './link.css';

setTranslator(getMessage);
setDocumentLanguage();

const query = new URLSearchParams(location.search);
/** The failed job whose link is edited here. */
const replaces = query.getAll('replaces').find(isUuid);
const [tab, stored] = await Promise.all([activeTab(), readStorage('local', popupViewKey, presetsKey)]);
const { name, isPrivate, area } = await claimPageName(tab.private);
const key = pageDraftKey(name);
const own = await readStorage(area, key, popupViewKey);
const loading = import('../popup/deferred.tsx');
const whenLoaded = whenDeferred(loading);

/** The job submitted here last, for a reload. Another page may have one of the same URL. */
const jobKey = `job:${name}`;
const ownJob = readSessionItem(jobKey) ?? '';
/** Until the failed link has been created. */
const isEditing = signal(replaces !== undefined && ownJob === '');
const deps = browserDeps({ area, key, whenLoaded, presets: stored[presetsKey] });

const model = createPopupModel({
  page: { address: '', title: '', private: isPrivate },
  view: parsePopupView(own[popupViewKey]) ?? parsePopupView(stored[popupViewKey]) ?? emptyPopupView,
  draft: parseDraft(own[key]),
  passwordOmitted: isPasswordOmitted(own[key]),
  keepsTitle: replaces !== undefined,
  ...deps,
  ownJob,
  submit(command) {
    if (command.kind !== 'shorten') return deps.submit(command);
    writeSessionItem(jobKey, command.id);
    const submitted = deps.submit(isEditing.peek() ? { replaces, ...command } : command);
    // After the command's own write has begun, and before its result removes the draft.
    const draft = submittedDraft(model.form.draft.peek(), model.passwordOmitted.peek(), Date.now());
    // Without the mark, "New link" would open it again: nothing is lost.
    void writeStorage(area, key, draft).catch(() => undefined);
    submitted.catch(saveAsTyped);
    return submitted;
  },
});

model.job.subscribe((job) => {
  if (job?.result) isEditing.value = false;
});
const heading = computed(() => t(isEditing.value && model.editable.value ? 'editFailedLink' : 'newLink'));
effect(() => void (document.title = `${heading.value} · ${t('extName')}`));

const parts = signal(shellParts(whenLoaded));
const placements = signal<PlacementsPart>(noPlacements);
render(<Link heading={heading} model={model} parts={parts} placements={placements} />, document.body);

/** What was not accepted, or canceled, counts as not submitted. */
function saveAsTyped(): void {
  // The form still holds it, and says after its next change that it can't be stored.
  deps.saveDraft(model.form.draft.peek(), model.passwordOmitted.peek()).catch(() => undefined);
}
model.withdrawn.subscribe((withdrawn) => {
  if (withdrawn !== null) saveAsTyped();
});

// If it does not load, "Shorten" tries again.
if (model.deps.presets) model.loadPresets().catch(() => undefined);

async function showFailed(id: string): Promise<void> {
  const [{ showFailedLink }, views] = await Promise.all([
    import('./failed-link.ts'),
    readStorage('session', activityViewKey),
  ]);
  showFailedLink(model, id, views[activityViewKey]);
}

void loading.then((deferred) => {
  parts.value = deferred.parts;
  deferred.startAfterPaint(model, key);
  // After a reload, the link that was submitted here is shown instead.
  if (replaces !== undefined && isEditing.peek()) void showFailed(replaces);
  void import('../popup/watch-account.ts').then(({ watchAccount }) =>
    watchAccount(model, model.changeDefaults),
  );
  void import('./load-placements.tsx')
    .then(({ loadPlacements }) => loadPlacements(model, area, name, query.has('placements')))
    .then((loaded) => (placements.value = loaded));
});
