/** Apart from coerce.ts, which loads the schema library. A list is an object as well. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
