/** The popup's stage, once "Shorten" was pressed: what is in sight, and where. */
import { effect } from '@preact/signals';
import type { PopupModel } from './model.ts';

/** In ms: the second click of a double click comes sooner. */
const keptMs = 1_000;

/**
 * After "Shorten", the stage keeps its visible height for a moment, so that a second click never hits a recent link that
 * has moved there.
 */
export function keepStageHeight({ editable }: PopupModel): void {
  let release: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    // Effects run before the page is redrawn.
    const stage = document.querySelector<HTMLElement>('.stage');
    if (editable.value || !stage) return;
    const footer = document.querySelector('footer')?.offsetHeight ?? 0;
    stage.style.minHeight = `${Math.min(stage.offsetHeight, innerHeight - stage.offsetTop - footer)}px`;
    // Of an earlier press, which was refused within that time.
    clearTimeout(release);
    release = setTimeout(() => (stage.style.minHeight = ''), keptMs);
  });
}

/** The status of a job begins where the form began, which may be scrolled out of view. */
export function scrollToStatus({ editable }: PopupModel): void {
  effect(() => {
    if (!editable.value) scrollTo(0, 0);
  });
}
