/** Keys and items of a storage area by the beginning of their keys. */
interface Area {
  get(keys: string[] | null): Promise<Record<string, unknown>>;
  getKeys?: (() => Promise<string[]>) | undefined;
}

/** Reads only matching items where the browser can list keys: a start must not wait for all known links to be read. */
export async function readByPrefix(prefix: string, area: Area): Promise<[string, unknown][]> {
  // From Chromium 130 and Firefox 143 on.
  const keys = await area.getKeys?.();
  const isUnder = (key: string) => key.startsWith(prefix);
  const items = await area.get(keys?.filter(isUnder) ?? null);
  return Object.entries(items).filter(([key]) => isUnder(key));
}

/** False where the names can be listed only by reading everything. */
export const canNameKeys = (area: Area): boolean => area.getKeys !== undefined;

export const allKeys = async (area: Area): Promise<string[]> =>
  (await area.getKeys?.()) ?? Object.keys(await area.get(null));

export async function keysByPrefix(prefixes: readonly string[], area: Area): Promise<string[]> {
  return (await allKeys(area)).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}
