/** Ids as numbers where they are small enough to take no memory of their own: a large account has many. */
import type { Id } from '../../api/coerce.ts';

/** `toId` makes an id of either. */
export type ShortId = number | Id;

/** What the browser keeps within a list itself. */
const most = 2 ** 30;

export function shortId(id: Id): ShortId {
  const number = Number(id);
  return number < most ? number : id;
}
