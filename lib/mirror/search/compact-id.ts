/** Ids as numbers where they are small enough to take no memory of their own: a large account has many. */
import type { Id } from '../../api/coerce.ts';

/** `toId` makes an id of either. */
export type CompactId = number | Id;

/** What the browser keeps within a list itself. */
const maxSmallInteger = 2 ** 30;

export function compactId(id: Id): CompactId {
  const number = Number(id);
  return number < maxSmallInteger ? number : id;
}
