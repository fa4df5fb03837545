/**
 * Moves the focus on before a press removes its row: to the next failure, else to the heading. Never to a control, where a
 * second Enter would act.
 */
export function moveFocusOn(from: Element | null): void {
  const next = from?.closest('[role=alert]')?.nextElementSibling;
  const target = next?.matches('[role=alert]') ? next : document.querySelector('h1');
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus();
}
