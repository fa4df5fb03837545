/** The popup's keyboard shortcut. */
import type { PopupModel } from './model.ts';

/** `c` copies the newest short link, unless something is being typed. */
export function onKey(event: KeyboardEvent, model: PopupModel): void {
  if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.matches('input, select, textarea')) return;
  const newest =
    model.job.value?.result?.shortUrl ?? (model.existingLink.value ?? model.view.value.recents[0])?.shortUrl;
  if (newest !== undefined && newest !== null) void model.copy(newest);
}
