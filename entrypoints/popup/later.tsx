/** What the popup's first paint does without: loaded right after it. */
export { pickerBehaviour } from '../../components/picker-list.tsx';
export { countOptions } from '../../lib/forms/option-count.ts';
export { copyInPage } from '../../lib/browser/page-clipboard.ts';
export { removeStored } from '../../lib/browser/stored.ts';
export { ago } from '../../lib/text/when.ts';
export { NewPixel } from './new-pixel.tsx';
export { chooseAdded, create, isCreating } from './additions.ts';
export { AddressField } from './address-field.tsx';
export { AddressLook } from './address-look.tsx';
export { askAgain, greet, takeUp } from './ask-again.ts';
export { CopyTold } from './copy-told.tsx';
export { Ending } from './ending.tsx';
export { onKey } from './keys.ts';
export { NotConnected } from './not-connected.tsx';
export { Obstacle, OptionCount, PasswordNote } from './option-notes.tsx';
export { openAsPage, openManage, openSettings } from './open-page.ts';
export { Troubles } from './troubles.tsx';
export { watchView } from './watch-view.ts';
