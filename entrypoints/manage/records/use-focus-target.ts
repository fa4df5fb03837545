/** Where the keyboard goes when a press opens or closes something: said with the press, done once it is drawn. */
import { useLayoutEffect, useRef } from 'preact/hooks';

export type FocusFn = (heir: string) => void;

/** @returns called with the `data-heir` of the control to come, or of what holds it */
export function useFocusTarget(): FocusFn {
  const wanted = useRef<string | null>(null);
  function give(): void {
    if (wanted.current === null) return;
    const heir = document.querySelector<HTMLElement>(`[data-heir="${wanted.current}"]`);
    if (heir === null) return;
    wanted.current = null;
    (heir.tagName === 'DIV' ? heir.querySelector<HTMLElement>('input, select, textarea') : heir)?.focus();
  }
  useLayoutEffect(give);
  return (heir) => {
    wanted.current = heir;
    // What a signal opens is drawn without this component. And later than that, the person may be typing elsewhere.
    setTimeout(() => {
      give();
      if (wanted.current === heir) wanted.current = null;
    });
  };
}
