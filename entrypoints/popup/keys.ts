/** The popup's own keys. */
import type { PopupModel } from './model.ts';

export function onKey(event: KeyboardEvent, model: PopupModel): void {
  moveByArrows(event);
  copyByKey(event, model);
}

/** `c` copies the newest short link, when nothing is being typed. */
function copyByKey(event: KeyboardEvent, model: PopupModel): void {
  if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.matches('input, select, textarea')) return;
  const newest =
    model.job.value?.made?.shortUrl ?? (model.knownHere.value ?? model.view.value.recents[0])?.shortUrl;
  if (newest !== undefined && newest !== null) void model.copy(newest);
}

/** Arrow keys move between the rows of the recent links. */
function moveByArrows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const list = event.target instanceof Element ? event.target.closest('.recent') : null;
  if (step === 0 || list === null) return;
  const buttons = [...list.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
}
