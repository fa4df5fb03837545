import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Sets `--scrollbar` on the element: the space that a scroll bar takes in this browser, 0 where it covers the content. */
export function useScrollbarWidth(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const probe = document.createElement('div');
      probe.style.overflowY = 'auto';
      probe.style.scrollbarGutter = 'stable';
      element.current?.append(probe);
      element.current?.style.setProperty('--scrollbar', `${probe.offsetWidth - probe.clientWidth}px`);
      probe.remove();
    };
    measure();
    // It changes with the zoom.
    globalThis.addEventListener('resize', measure);
    return () => globalThis.removeEventListener('resize', measure);
  }, []);
}
