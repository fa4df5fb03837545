import { useEffect } from 'preact/hooks';

/** Reads now, and again when the window gets the focus: for what is changed on other pages, without an event in every browser. */
export function useOnWindowFocus(read: () => void): void {
  useEffect(() => {
    read();
    globalThis.addEventListener('focus', read);
    return () => globalThis.removeEventListener('focus', read);
  }, []);
}
