/** Long titles and addresses lose their middle: the host and the end stay readable. */

/** @param length the most characters (code points) shown, ellipsis included */
export function truncateMiddle(text: string, length: number): string {
  const points = Array.from(
    text.length > 4 * length ? text.slice(0, 2 * length) + text.slice(-2 * length) : text,
  );
  if (points.length <= length) return text;
  const head = Math.ceil((length - 1) * 0.6);
  return `${points.slice(0, head).join('')}…${points.slice(points.length - (length - 1 - head)).join('')}`;
}

/** An address as people read it: no scheme, no lone trailing slash. */
export function displayUrl(address: string): string {
  return address.replace(/^https?:\/\//iu, '').replace(/^([^/?#]+)\/$/u, '$1');
}
