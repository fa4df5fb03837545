/** Which section the user reads or works in, for the sidebar. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isSectionId, sectionIds, type SectionId } from './settings-sections.ts';

interface Scrolled {
  /** Distance of each section's heading from the top of the window, in the order of the sections. */
  readonly tops: readonly number[];
  readonly scrolled: number;
  /** The most that the page can be scrolled. */
  readonly end: number;
  readonly height: number;
}

/**
 * The last section above a line that moves from the top of the window to its bottom while the page is scrolled through:
 * with a fixed line the last, short sections would never be current.
 */
export function indexAt({ tops, scrolled, end, height }: Scrolled): number {
  const line = end > 0 ? (scrolled / end) * height : 0;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line + 1),
  );
}

function readCurrent(): SectionId {
  const { scrollHeight, clientHeight } = document.documentElement;
  const inUse = sectionInUse(document.activeElement, clientHeight);
  if (inUse !== null) return inUse;
  const tops = sectionIds.map((id) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity);
  const index = indexAt({
    tops,
    scrolled: globalThis.scrollY,
    end: scrollHeight - clientHeight,
    height: clientHeight,
  });
  return sectionIds[index] ?? 'connection';
}

/** The section that a URL's fragment leads to, or that has the field it leads to; `null` for none. */
export function sectionOf(fragment: string): SectionId | null {
  const name = fragment.replace(/^#/u, '');
  if (isSectionId(name)) return name;
  // Firefox warns of an empty id.
  if (name === '') return null;
  return sectionAround(document.getElementById(name));
}

function sectionAround(element: Element | null): SectionId | null {
  const section = element?.closest('section[aria-labelledby]');
  const id = section?.getAttribute('aria-labelledby') ?? '';
  return isSectionId(id) ? id : null;
}

/** The section that the user works in: the one with the focus, while the focus can be seen. */
export function sectionInUse(focused: Element | null, height: number): SectionId | null {
  if (focused === null) return null;
  const { top, bottom } = focused.getBoundingClientRect();
  return bottom > 0 && top < height ? sectionAround(focused) : null;
}

export function useCurrentSection() {
  const [current, setCurrent] = useState<SectionId>('connection');
  /** A section near the end can't be scrolled to the top: it stays current until the user scrolls. */
  const chosen = useRef<SectionId | null>(null);
  useEffect(() => {
    const listeners = new AbortController();
    const options = { passive: true, signal: listeners.signal };
    const update = () => setCurrent(chosen.current ?? readCurrent());
    for (const event of ['scroll', 'focusin']) globalThis.addEventListener(event, update, options);
    const follow = () => {
      chosen.current = sectionOf(location.hash);
      update();
    };
    globalThis.addEventListener('hashchange', follow, { signal: listeners.signal });
    // A link to a section has scrolled as far as the page goes already.
    follow();
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      globalThis.addEventListener(event, () => (chosen.current = null), options);
    return () => listeners.abort();
  }, []);
  return {
    current,
    choose(id: SectionId): void {
      chosen.current = id;
      setCurrent(id);
    },
  };
}
