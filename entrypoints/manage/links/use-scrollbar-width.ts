import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Sets `--scrollbar` on the element: the width of this browser's scroll bars, 0 where they cover the content. */
export function useScrollbarWidth(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // The root always reserves the space of one. It changes with the zoom, which is a resize.
    const measure = () =>
      element.current?.style.setProperty('--scrollbar', `${innerWidth - document.body.offsetWidth}px`);
    measure();
    globalThis.addEventListener('resize', measure);
    return () => globalThis.removeEventListener('resize', measure);
  }, []);
}
