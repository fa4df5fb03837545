/**
 * Keeps the keyboard where the person is. A control that goes away under the focus (a job moves on, and its button with
 * it) would send them back to the top of the page.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * @param heir what takes the focus then; told the `data-place` that the control stood in, empty for none. To be called
 *   where every change is drawn that can take a control away
 */
export function useFocusRestore(heir: (place: string) => HTMLElement | null | undefined): void {
  const held = useRef<{ readonly control: HTMLElement; readonly place: string } | null>(null);
  useLayoutEffect(() => {
    const take = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const place = target.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? '';
      held.current = { control: target, place };
    };
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // Left by the person, not taken from under them; and a window that comes back gives the focus back.
        if (held.current?.control === target && held.current.control.isConnected && document.hasFocus())
          held.current = null;
      });
    document.addEventListener('focusin', take);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', take);
      document.removeEventListener('focusout', leave);
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = held;
    if (current === null || current.control.isConnected) return;
    held.current = null;
    if (document.activeElement === document.body) heir(current.place)?.focus();
  });
}
