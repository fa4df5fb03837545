import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Sets `--start-bar` on the page: the height of the bar at the bottom edge, which hides what is behind it. */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // The unit tests' document has none.
    if (typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--start-bar', `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    // Its notes change with the rows, and wrap in a narrow window.
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--start-bar');
    };
  }, []);
}
