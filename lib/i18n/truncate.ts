/** Truncates titles and URLs in the middle: the host and the end stay readable. */
import { isolate } from '../text/isolate.ts';

/** @param length maximum of code points, ellipsis included */
export function truncateMiddle(text: string, length: number): string {
  const points = Array.from(
    text.length > 4 * length ? text.slice(0, 2 * length) + text.slice(-2 * length) : text,
  );
  if (points.length <= length) return text;
  const head = Math.ceil((length - 1) * 0.6);
  const start = points.slice(0, head).join('');
  const end = points.slice(points.length - (length - 1 - head)).join('');
  // Beside the ellipsis, a hyphen or a dot would look like a part of it.
  return `${start.replace(/[-_.]+$/u, '')}…${end.replace(/^[-_.]+/u, '')}`;
}

/** For a placeholder in a message: a text that may have any length and direction. */
export function isolateTruncated(text: string, length = 100): string {
  return isolate(truncateMiddle(text, length));
}

/** The first letter of a host, in upper case; empty for none. */
export function monogramOf(host: string): string {
  const [first = ''] = host.replace(/^www\./iu, '');
  return first.toUpperCase();
}

/** A URL without scheme and lone trailing slash. */
export function displayUrl(address: string): string {
  return address.replace(/^https?:\/\//iu, '').replace(/^([^/?#]+)\/$/u, '$1');
}
