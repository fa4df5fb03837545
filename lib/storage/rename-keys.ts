type StoredObject = Readonly<Record<string, unknown>>;

/** For data of earlier versions. Keys that are not there are passed over. */
export function renameKeys(stored: StoredObject, names: Readonly<Record<string, string>>): StoredObject {
  const renamed: Record<string, unknown> = { ...stored };
  for (const [before, after] of Object.entries(names)) {
    if (!Object.hasOwn(stored, before)) continue;
    renamed[after] = stored[before];
    delete renamed[before];
  }
  return renamed;
}
