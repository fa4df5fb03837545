/** Shows the status of a job: it begins where the form began, which may be scrolled out of view. */
import { effect } from '@preact/signals';
import type { PopupModel } from './model.ts';

export function scrollToStatus({ editable }: PopupModel): void {
  effect(() => {
    if (!editable.value) scrollTo(0, 0);
  });
}
