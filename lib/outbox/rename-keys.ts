/** For data of earlier versions. Keys that are not there are passed over. */
export const renameKeys = (
  stored: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [Object.hasOwn(names, key) ? names[key] : key, value]),
  );
