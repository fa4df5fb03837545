/** Whether two values of a form or of stored data are the same, with their properties in the same order. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
