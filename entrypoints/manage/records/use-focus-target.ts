/** Moves the focus to a control that a press is about to render: requested with the press, done after the render. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** @returns called with the `data-focus-target` of the control, or of the element that holds it */
export function useFocusTarget(): (target: string) => void {
  const requested = useRef<string | null>(null);
  function moveFocus(): void {
    if (requested.current === null) return;
    const element = document.querySelector<HTMLElement>(`[data-focus-target="${requested.current}"]`);
    if (element === null) return;
    requested.current = null;
    (element.tagName === 'DIV'
      ? element.querySelector<HTMLElement>('input, select, textarea')
      : element
    )?.focus();
  }
  useLayoutEffect(moveFocus);
  return (target) => {
    requested.current = target;
    // A control that a signal opens is rendered without this component. Later, the user may be typing elsewhere.
    setTimeout(() => {
      moveFocus();
      if (requested.current === target) requested.current = null;
    });
  };
}
