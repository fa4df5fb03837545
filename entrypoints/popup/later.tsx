/** What the popup's first paint does without: loaded right after it. */
import styles from './later.css?inline';

// Takes effect in the redraw that brings the rest: a style sheet of its own would lay everything out once more.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

export { pickerBehaviour } from '../../components/picker-list.tsx';
export { copyInPage } from '../../lib/browser/page-clipboard.ts';
export { removeStored } from '../../lib/browser/stored.ts';
export { ago } from '../../lib/text/when.ts';
export { NewPixel } from './add-pixel.tsx';
export { chooseAdded, create, isCreating } from './additions.ts';
export { AddressField } from './address-field.tsx';
export { askAgain, greet, takeUp } from './ask-again.ts';
export { Ending, Troubles } from './ending.tsx';
export { onKey } from './keys.ts';
export { MoreFields } from './more-fields.tsx';
export { NotConnected, openSettings } from './not-connected.tsx';
export { watchView } from './watch-view.ts';
