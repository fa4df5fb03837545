/** Names as a list in the user's language, for a placeholder of a message. */
import { isolate } from '../text/isolate.ts';
import { memoize } from './format.ts';

const lists = memoize((language) => new Intl.ListFormat(language));

/** "A, B, and C". Each item keeps the direction of its own text. */
export function joinNames(items: readonly string[]): string {
  return lists().format(items.map(isolate));
}
