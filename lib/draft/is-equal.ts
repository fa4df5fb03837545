/** Compares values of forms and of stored data, whose properties are in the same order. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
