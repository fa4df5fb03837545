/**
 * Restores the focus when the focused control is removed (a job progresses, and its button goes): the browser would move
 * it to the start of the page.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * @param findTarget the element to focus, given the `data-item` of the row that held the control, or empty for none
 * @param within a selector: controls in other elements are left to others
 */
export function useFocusRestore(
  findTarget: (item: string) => HTMLElement | null | undefined,
  within = 'body',
): void {
  const find = useRef(findTarget);
  find.current = findTarget;
  useLayoutEffect(() => watchRemovals(within, (item) => find.current(item)), []);
}

function watchRemovals(
  within: string,
  findTarget: (item: string) => HTMLElement | null | undefined,
): () => void {
  let focused: { readonly control: HTMLElement; readonly item: string } | null = null;
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const item = target.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? '';
    focused = target.closest(within) === null ? null : { control: target, item };
  };
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      // The user moved the focus. A control that was removed, or a window that lost the focus, still counts.
      if (focused?.control === target && focused.control.isConnected && document.hasFocus()) focused = null;
    });
  // Any part of the page may be drawn alone, so no component's own effects are enough.
  const observer = new MutationObserver(() => {
    if (focused === null || focused.control.isConnected) return;
    const { item } = focused;
    focused = null;
    if (document.activeElement === document.body) findTarget(item)?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}

/** The same for the controls in the elements with this `data-item` alone. */
export function useFocusRestoreOf(item: string, findTarget: () => HTMLElement | null | undefined): void {
  useFocusRestore((one) => (one === item ? findTarget() : null));
}
