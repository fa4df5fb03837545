/** As many recent links as fit into the popup's window: a row that the status bar cuts off looks like the last one. */
import { firstRecents, type PopupModel } from './model.ts';

/** In px: a browser makes a popup no higher. */
const maxHeight = 600;

const findElement = (selector: string) => document.querySelector<HTMLElement>(selector);

export function fitRecents({ shownRecents }: PopupModel): void {
  const stage = findElement('.stage');
  const footer = findElement('footer');
  // Not in the popup.
  if (!stage || !footer) return;
  /** Row height and height of the rest of the list, in px; 0 until measured. */
  let height = 0;
  let around = 0;
  const measure = () => {
    const list = findElement('.recents');
    const rows = findElement('.recent');
    const count = rows?.children.length ?? 0;
    if (!list || !rows || count === 0 || rows.offsetHeight === 0) return;
    height = (rows.firstElementChild?.getBoundingClientRect().height ?? 0) || height;
    around = rows.getBoundingClientRect().bottom - list.getBoundingClientRect().top - height * count;
  };
  new ResizeObserver(() => {
    measure();
    const space =
      Math.max(maxHeight, innerHeight) - stage.offsetTop - stage.offsetHeight - footer.offsetHeight;
    // Usually all of them fit, and nothing is redrawn.
    if (height > 0)
      shownRecents.value = Math.min(firstRecents, Math.max(0, Math.floor((space - around) / height)));
  }).observe(stage);
}
