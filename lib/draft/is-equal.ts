/** Chromium's storage and zod return properties in another order than that in which they were stored. */
const sortProperties = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The same text for equal JSON values, and for no others. */
export const toSortedJson = (value: unknown): string => JSON.stringify(value, sortProperties) ?? '';

/** Compares JSON values, in any order of their properties; one that is undefined counts as missing. */
export const isEqual = (one: unknown, other: unknown): boolean => toSortedJson(one) === toSortedJson(other);
