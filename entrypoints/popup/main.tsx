/** Paints the popup from what is kept, then loads the rest. Nothing here waits for the network or the worker. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { activeTab } from '../../lib/browser/active-tab.ts';
import { browserLanguage, getMessage } from '../../lib/browser/catalogue.ts';
import { readStored, writeStored } from '../../lib/browser/stored.ts';
import type { Ask } from '../../lib/outbox/job.ts';
import { emptyPopupView, guardPopupView, popupViewKey } from '../../lib/settings/popup-view.ts';
import { draftKey, guardDraft } from '../../lib/shortening/draft-guard.ts';
import { useCatalogue } from '../../lib/text/say.ts';
import type * as laterParts from './later.tsx';
import { createPopupModel } from './model.ts';
import { Popup } from './popup.tsx';
import './popup.css';

useCatalogue(getMessage, browserLanguage());

const [tab, kept] = await Promise.all([activeTab(), readStored('local', popupViewKey)]);
const area = tab.private ? 'session' : 'local';
const key = draftKey(tab.address);
const own = await readStored(area, key, popupViewKey);
const view = guardPopupView(own[popupViewKey]) ?? guardPopupView(kept[popupViewKey]) ?? emptyPopupView;

const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const later = signal<typeof laterParts | null>(null);
const services = painted.then(() => import('./later.tsx'));

const model = createPopupModel({
  page: tab,
  view,
  draft: guardDraft(own[key]),
  now: Date.now,
  newId: () => crypto.randomUUID(),
  submit(ask: Ask) {
    // The write is on its way before the nudge is: a popup that closes now has asked all the same.
    const written = writeStored(area, `intent:${ask.id}`, ask);
    const parts = later.value;
    return parts
      ? parts.takeUp(ask, area, written)
      : services.then(({ takeUp }) => takeUp(ask, area, written));
  },
  tell: (kind, request) => void services.then(({ askAgain }) => askAgain(kind, request)),
  saveDraft: (draft) => void writeStored(area, key, { ...draft, at: Date.now() }),
  dropDraft: () => void services.then(({ removeStored }) => removeStored(area, key)),
  // At once where that part is there: a promise more would put a redraw before the copy.
  copy: (text) =>
    later.value ? later.value.copyInPage(text) : services.then(({ copyInPage }) => copyInPage(text)),
});

render(<Popup model={model} later={later} />, document.body);

later.value = await services;
later.value.chooseAdded(model);
void later.value.watchView(model);
later.value.greet();
