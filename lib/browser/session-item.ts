/** Items of `sessionStorage`, which throws where the browser blocks all cookies. */

export function readSessionItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // As after a reload in a browser that kept nothing.
    return null;
  }
}

export function writeSessionItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Only a reload does not find it.
  }
}
