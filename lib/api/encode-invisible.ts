/** Encodes the invisible characters in the URLs of a text that is copied. */
import { hasInvisible, invisibleClass } from './invisible-characters.ts';

const invisible = new RegExp(invisibleClass, 'gv');

/**
 * A URL in a text, up to a space or the end of an attribute, an element or a cell. A separator belongs to it unless a
 * letter beyond ASCII follows: there a title begins, in which invisible characters join letters and emoji.
 */
const urls = new RegExp(
  `https?://(?:[^ \\t\\n\\r"<>,;\\|\\)\\]]|[,;\\|\\)\\]](?=[\\0-\\x7f${invisibleClass}]|$))+`,
  'giv',
);

/** Encodes the invisible characters in the URLs of a copied text; the URLs lead to the same pages as before. */
export const encodeInvisibleInUrls = (text: string): string =>
  hasInvisible(text) ? text.replace(urls, (url) => url.replace(invisible, encodeURIComponent)) : text;
