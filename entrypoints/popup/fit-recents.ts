/** As many recent links as fit into the popup's window: a row that the status bar cuts off looks like the last one. */
import { firstRecents, type PopupModel } from './model.ts';

/** In px: a browser makes a popup no higher. */
const maxHeight = 600;

export function fitRecents({ shownRecents }: PopupModel): void {
  const [stage, footer] = ['.stage', 'footer'].map((part) => document.querySelector<HTMLElement>(part));
  // Not in the popup.
  if (!stage || !footer) return;
  /** Of a row, and of what is around the rows: known once there were some. */
  let height = 0;
  let around = 0;
  const measure = () => {
    const [list, rows] = ['.recents', '.recent'].map((part) => document.querySelector<HTMLElement>(part));
    const count = rows?.children.length ?? 0;
    if (!list || !rows || count === 0 || rows.offsetHeight === 0) return;
    height = (rows.firstElementChild?.getBoundingClientRect().height ?? 0) || height;
    around = rows.getBoundingClientRect().bottom - list.getBoundingClientRect().top - height * count;
  };
  new ResizeObserver(() => {
    measure();
    const space =
      Math.max(maxHeight, innerHeight) - stage.offsetTop - stage.offsetHeight - footer.offsetHeight;
    // Mostly all of them fit, and nothing is drawn again.
    if (height > 0)
      shownRecents.value = Math.min(firstRecents, Math.max(0, Math.floor((space - around) / height)));
  }).observe(stage);
}
