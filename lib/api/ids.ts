/** Ids of the service: their form, their order, and how they are sent. */

/**
 * An id: a decimal number above 0 without leading zeros, stored as text because servers may issue digit
 * strings beyond 2^53. A plain `string` is not assignable: it goes through `toId` first.
 */
export type Id = `${bigint}`;

const idPattern = /^[1-9]\d{0,19}$/;

function isId(text: string): text is Id {
  return idPattern.test(text);
}

/** The id a value stands for; `null` for 0, "007", "../x", fractions and numbers that have lost digits. */
export function toId(value: unknown): Id | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && isId(text) ? text : null;
}

/** The order in which a service issued two ids, digit strings of any length: oldest first. */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one === other ? 0 : one > other ? 1 : -1;
}

export function isNewerId(id: string, than: string): boolean {
  return compareIds(id, than) > 0;
}

/** @param newest where none is known, any id counts as newer */
export const isAfter = (id: string, newest: string | null | undefined): boolean =>
  newest == null || isNewerId(id, newest);

/** @param known the newest one so far; `null` for none */
export const newestId = (records: readonly { readonly id: string }[], known: string | null = null) =>
  records.reduce((newest, { id }) => (isAfter(id, newest) ? id : newest), known);

/** An id as a path segment. Throws on what is no id: ".." would be folded away by the URL parser, encoded or not. */
export function idInPath(id: Id): string {
  const known = toId(id);
  if (known === null) throw new TypeError('Not an id');
  return encodeURIComponent(known);
}

/** An id in a request body: the integer of the contract, or the digit string where an integer would lose digits. */
export function idInBody(id: Id): number | Id {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : id;
}
