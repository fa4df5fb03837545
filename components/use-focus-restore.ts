/**
 * Restores the focus when the focused control is removed (a job progresses, and its button goes): the browser would move
 * it to the start of the page.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Call it in the component whose renders can remove a focused control.
 *
 * @param findTarget the element to focus, given the `data-item` of the row that held the control, or empty for none
 */
export function useFocusRestore(findTarget: (item: string) => HTMLElement | null | undefined): void {
  const lastFocused = useRef<{ readonly control: HTMLElement; readonly item: string } | null>(null);
  useLayoutEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const item = target.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? '';
      lastFocused.current = { control: target, item };
    };
    const onFocusOut = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // The user moved the focus. A control that was removed, or a window that lost the focus, still counts.
        if (
          lastFocused.current?.control === target &&
          lastFocused.current.control.isConnected &&
          document.hasFocus()
        )
          lastFocused.current = null;
      });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = lastFocused;
    if (current === null || current.control.isConnected) return;
    lastFocused.current = null;
    if (document.activeElement === document.body) findTarget(current.item)?.focus();
  });
}

/** The same for the controls in the elements with this `data-item` alone. */
export function useFocusRestoreOf(item: string, findTarget: () => HTMLElement | null | undefined): void {
  useFocusRestore((one) => (one === item ? findTarget() : null));
}
