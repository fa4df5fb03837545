/** Decodes HTML entities: some services list URLs and texts escaped as in the source of a page. */

/** Decoded by hand, since a service worker has no document. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** Decodes once: `&amp;lt;` becomes `&lt;`. An unknown entity stays as it is. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
