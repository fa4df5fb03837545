/** @returns `null` for a text that is no absolute URL */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
