/**
 * A row that goes away with a press must not take the focus along. It is handed on to the next trouble, else to the
 * top: never where a second Enter would act.
 */
export function moveFocusOn(from: Element | null): void {
  const next = from?.closest('.failure')?.nextElementSibling;
  const heir = next?.matches('.failure') ? next : document.querySelector('h1');
  if (!(heir instanceof HTMLElement)) return;
  heir.tabIndex = -1;
  heir.focus();
}
