type Sent<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> };

/** Drops the empty optionals of a request body: the contract requires them to be omitted. */
export function withoutEmpty<T extends object>(fields: T): Partial<Sent<T>>;
export function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
