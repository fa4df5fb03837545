/** The link form as a page: for long work and any address. What the popup hands over lies in a stored draft. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { activeTab } from '../../lib/browser/active-tab.ts';
import { browserLanguage, getMessage } from '../../lib/browser/i18n.ts';
import { readStored } from '../../lib/browser/storage.ts';
import { emptyPopupView, guardPopupView, popupViewKey } from '../../lib/views/popup-view.ts';
import { presetsKey } from '../../lib/storage/presets-key.ts';
import { guardDraft, lacksPassword, pageDraftKey, privatePage } from '../../lib/draft/parse-draft.ts';
import { say, useCatalogue } from '../../lib/i18n/t.ts';
import { browserParts, restOf } from '../popup/deps.ts';
import type * as laterParts from '../popup/deferred.tsx';
import { createPopupModel } from '../popup/model.ts';
import { Link } from './link.tsx';
import type { OpenedPlaces } from './load-placements.tsx';
import './link.css';

useCatalogue(getMessage, browserLanguage());
document.title = `${say('newLink')} · ${say('extName')}`;
document.documentElement.lang = browserLanguage();

const [tab, kept] = await Promise.all([activeTab(), readStored('local', popupViewKey, presetsKey)]);
const name = location.hash.slice(1) || `${tab.private ? privatePage : ''}${crypto.randomUUID()}`;
// A page that is loaded anew, or restored with the browser, finds its draft again.
history.replaceState(null, '', `#${name}`);
const isPrivate = tab.private || name.startsWith(privatePage);
const area = isPrivate ? 'session' : 'local';
const key = pageDraftKey(name);
const own = await readStored(area, key, popupViewKey);
const later = signal<typeof laterParts | null>(null);
const services = import('../popup/deferred.tsx');
const rest = restOf(later, services);

const model = createPopupModel({
  page: { address: '', title: '', private: isPrivate },
  view: guardPopupView(own[popupViewKey]) ?? guardPopupView(kept[popupViewKey]) ?? emptyPopupView,
  draft: guardDraft(own[key]),
  passwordLeft: lacksPassword(own[key]),
  ...browserParts({ area, key, rest, presets: kept[presetsKey] }),
});

const places = signal<OpenedPlaces | null>(null);
render(<Link model={model} later={later} rest={rest} places={places} />, document.body);

// Where it does not load, "Shorten" tries again.
if (model.parts.presets) model.loadPresets().catch(() => undefined);

void services.then((parts) => {
  later.value = parts;
  parts.begin(model, key);
  void import('./load-placements.tsx')
    .then(({ openPlaces }) => openPlaces(model, area, name))
    .then((opened) => (places.value = opened));
});
