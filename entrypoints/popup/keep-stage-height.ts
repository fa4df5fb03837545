/** Keeps what is below the form where it is. */
import { effect } from '@preact/signals';
import type { PopupModel } from './model.ts';

/**
 * While the popup is open, its stage keeps at least the height it had when "Shorten" was pressed, as far as it was in sight,
 * so that a second click never hits a recent link that has moved there.
 */
export function keepStageHeight({ editable }: PopupModel): void {
  effect(() => {
    // Before the page is redrawn: effects run within the change.
    const stage = document.querySelector<HTMLElement>('.stage');
    if (editable.value || !stage) return;
    const footer = document.querySelector('footer')?.offsetHeight ?? 0;
    stage.style.minHeight = `${Math.min(stage.offsetHeight, innerHeight - stage.offsetTop - footer)}px`;
  });
}
